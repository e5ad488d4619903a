internal import CLinux
package import SnapshotModel

extension FileDescriptor {
    /// Sets the open file's permission bits: see fchmod(2).
    package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
        let number = rawValue
        try attempt("fchmod", clinux_set_mode(number, mode))
    }

    /// Sets the permission bits of the entry `name`, never of a link's target: see fchmodat(2).
    package borrowing func setMode(of name: [UInt8], _ mode: UInt32) throws(SystemError) {
        let number = rawValue
        try attempt(
            "fchmodat", BytePath(name), unsafe clinux_set_mode_of(number, name, name.count, mode))
    }

    /// Sets the open file's owner and group: see fchown(2).
    package borrowing func setOwner(uid: UInt32, gid: UInt32) throws(SystemError) {
        let number = rawValue
        try attempt("fchown", clinux_set_owner(number, uid, gid))
    }

    /// Sets owner and group of the entry `name`, never of a link's target: see fchownat(2).
    package borrowing func setOwner(
        of name: [UInt8], uid: UInt32, gid: UInt32
    ) throws(SystemError) {
        let number = rawValue
        try attempt(
            "fchownat", BytePath(name),
            unsafe clinux_set_owner_of(number, name, name.count, uid, gid))
    }

    /// Sets when the content last changed, and leaves the access time: see futimens(3).
    package borrowing func setTimes(modified: FileTime) throws(SystemError) {
        let number = rawValue
        try attempt(
            "futimens",
            clinux_set_modified(number, modified.seconds, Int64(modified.nanoseconds)))
    }

    /// Sets the same of the entry `name`, never of a link's target: see utimensat(2).
    package borrowing func setTimes(of name: [UInt8], modified: FileTime) throws(SystemError) {
        let number = rawValue
        try attempt(
            "utimensat", BytePath(name),
            unsafe clinux_set_modified_of(
                number, name, name.count, modified.seconds, Int64(modified.nanoseconds)))
    }

    /// Locks the open file for this descriptor; `false` if another one holds it: see flock(2).
    package borrowing func lock(exclusive: Bool) throws(SystemError) -> Bool {
        let number = rawValue
        do throws(SystemError) {
            try attempt("flock", clinux_lock(number, exclusive ? 1 : 0))
            return true
        } catch {
            guard error.errno == .again else { throw error }
            return false
        }
    }
}
