internal import LinuxSystem
package import SnapshotModel

/// How much room a store takes and has left.
package struct StoreRoom: Sendable, Hashable {
    /// Bytes that everything in the store's directory takes on the disk: zips of snapshots, expired ones too, what lies
    /// in `base/` and `expired/` with damaged zips that were set aside, the reserve, and the files beside them.
    package var taken: Int64
    /// Bytes that are free on its file system.
    package var free: Int64
    /// What is left to the next snapshot.
    package var shortage: Shortage?

    /// How a disk is full.
    package enum Shortage: Sendable, Hashable {
        /// The reserve is used up, and there is no room to put it back.
        case reserveUsed
        /// Nothing but the reserve is left.
        case reserveLeft
    }

    /// Makes it from its parts.
    package init(taken: Int64, free: Int64, shortage: Shortage? = nil) {
        self.taken = taken
        self.free = free
        self.shortage = shortage
    }
}

extension Store {
    /// Looks how much room the store takes and has left.
    package func room() throws(UserError) -> StoreRoom {
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.renew()
            var room = StoreRoom(taken: 0, free: try directory.main.fileSystem().freeBytes)
            for place in directory.places {
                for name in try directory.names(in: place) {
                    guard let status = try directory.status(of: name, in: place),
                        status.kind == .file
                    else { continue }
                    room.taken += status.allocated
                }
            }
            room.shortage = try shortage(free: room.free)
            return room
        }
    }

    /// What is left to the next snapshot; costs the same however many zips there are.
    package func shortage() throws(UserError) -> StoreRoom.Shortage? {
        try StoreProblem.translating(path) { () throws(SystemError) in
            try shortage(free: directory.main.fileSystem().freeBytes)
        }
    }

    private func shortage(free: Int64) throws(SystemError) -> StoreRoom.Shortage? {
        let reserve = Int64(settings?.reserveSize ?? 0)
        let hasReserve = try directory.status(of: StoreFileName.reserve, in: .main) != nil
        if !hasReserve, free <= Self.reservesThatMustFit * reserve { return .reserveUsed }
        return free < reserve ? .reserveLeft : nil
    }

    /// So many times its size must be free for the reserve to be put back.
    static var reservesThatMustFit: Int64 { 4 }
}
