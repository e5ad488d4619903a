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
            var room = StoreRoom(taken: 0, free: try directory.main.fileSystem().freeBytes)
            var hasReserve = false
            for place in directory.places {
                for name in try directory.names(in: place) {
                    guard let status = try directory.status(of: name, in: place),
                        status.kind == .file
                    else { continue }
                    room.taken += status.allocated
                    if place == .main, name == StoreFileName.reserve { hasReserve = true }
                }
            }
            let reserve = Int64(settings?.reserveSize ?? 0)
            if !hasReserve, room.free <= Self.reservesThatMustFit * reserve {
                room.shortage = .reserveUsed
            } else if room.free < reserve {
                room.shortage = .reserveLeft
            }
            return room
        }
    }

    /// So many times its size must be free for the reserve to be put back.
    static var reservesThatMustFit: Int64 { 4 }
}
