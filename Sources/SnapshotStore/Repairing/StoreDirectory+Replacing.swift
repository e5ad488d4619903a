internal import LinuxSystem
internal import SnapshotModel

extension StoreDirectory {
    /// Gives a zip's place and name to a new one, and a name in `expired/` to the old one; the new one's status.
    ///
    /// First the new zip becomes durable under that name in `expired/`, then both change places in one step
    /// (RENAME_EXCHANGE): whenever this is cut short, both names have whole files, and the place has one of the two.
    /// Where the file system cannot exchange, the old zip is copied, and the new one is renamed over it.
    func replace(
        _ name: [UInt8], in place: ZipPlace, by made: consuming DurableFile,
        settingAside aside: [UInt8]
    ) throws(SystemError) -> FileStatus {
        var made = Optional(made)
        let second = SetAsideName.make(for: name, taken: Set(try setAsideNames() + [aside]))
        return try with(.expired) { expired throws(SystemError) in
            try made.take()?.publish(as: aside, in: expired)
            return try with(place) { folder throws(SystemError) in
                do throws(SystemError) {
                    try expired.exchange(aside, with: folder, name)
                } catch {
                    switch error.errno {
                    case .invalid, .notImplemented, .notSupported:
                        try Self.copyAndRename(name, folder, aside, second, expired)
                    default: throw error
                    }
                }
                try folder.synchronize()
                try expired.synchronize()
                return try folder.status(of: name)
            }
        }
    }

    private static func copyAndRename(
        _ name: [UInt8], _ folder: borrowing FileDescriptor, _ aside: [UInt8],
        _ second: [UInt8], _ expired: borrowing FileDescriptor
    ) throws(SystemError) {
        let old = try folder.open(name, [.readOnly, .noFollow, .nonBlocking])
        let copy = try DurableFile.make(in: expired)
        try copy.descriptor.copyRange(
            from: old, at: 0, to: 0, count: try old.status().size)
        // The new zip leaves this name in the same step in which it takes the other.
        try copy.publish(as: second, in: expired)
        try expired.rename(aside, to: folder, name, replacing: true)
        try expired.rename(second, to: expired, aside, replacing: true)
    }

    /// Moves a zip out of the way, into `expired/` under another name.
    func setAside(
        _ name: [UInt8], in place: ZipPlace, as aside: [UInt8]
    ) throws(SystemError) {
        try with(place) { folder throws(SystemError) in
            try with(.expired) { expired throws(SystemError) in
                try Self.rename(name, in: folder, to: aside, in: expired)
                try expired.synchronize()
                try folder.synchronize()
            }
        }
    }

    /// The names of damaged zips that were set aside.
    func setAsideNames() throws(SystemError) -> [[UInt8]] {
        try names(in: .expired).filter(SetAsideName.isOne)
    }
}
