internal import CLinux
internal import Glibc
package import SnapshotModel

/// Who and where this process is.
package enum SystemIdentity {
    /// The machine's name: see gethostname(2).
    package static func hostName() -> String {
        unsafe text { room, count in unsafe clinux_host_name(room, count) } ?? "localhost"
    }

    /// The installation's identity, 32 hexadecimal digits: see machine-id(5).
    package static func machineID() -> String? {
        guard
            let file = try? FileDescriptor.open(BytePath("/etc/machine-id"), .readOnly),
            let content = try? file.readAll(atMost: 4096)
        else { return nil }
        let line = String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.utf8.count == 32 ? line : nil
    }

    /// A user's name: see getpwuid_r(3).
    package static func userName(_ uid: UInt32) -> String? {
        unsafe text { room, count in unsafe clinux_user_name(uid, room, count) }
    }

    /// A group's name: see getgrgid_r(3).
    package static func groupName(_ gid: UInt32) -> String? {
        unsafe text { room, count in unsafe clinux_group_name(gid, room, count) }
    }

    /// A group's number by its name: see getgrnam_r(3).
    package static func groupNumber(_ name: String) -> UInt32? {
        let bytes = Array(name.utf8)
        let number = unsafe clinux_group_number(bytes, bytes.count)
        return number < 0 ? nil : UInt32(number)
    }

    /// Every group of a user, as the user database has it: see getgrouplist(3).
    package static func groups(ofUser uid: UInt32) -> [UInt32] {
        var room = 64
        while true {
            var groups = [UInt32](repeating: 0, count: room)
            let count = Int(unsafe clinux_groups_of_user(uid, &groups, CInt(room)))
            guard count > 0 else { return [] }
            if count <= room { return Array(groups[..<count]) }
            room = count
        }
    }

    /// The user this process acts as: see geteuid(2).
    package static var effectiveUserID: UInt32 { geteuid() }

    /// The group this process acts as: see getegid(2).
    package static var effectiveGroupID: UInt32 { getegid() }

    /// This process: see getpid(2).
    package static var processID: Int32 { getpid() }

    /// The file this program was started from: see proc_pid_exe(5).
    package static var executablePath: BytePath? {
        (try? FileDescriptor.linkTarget(AT_FDCWD, Array("/proc/self/exe".utf8))).map(BytePath.init)
    }

    private static func text(_ call: (UnsafeMutablePointer<UInt8>, Int) -> Int64) -> String? {
        var room = [UInt8](repeating: 0, count: 1024)
        var count: Int64 = -1
        unsafe room.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            count = unsafe call(start, bytes.count)
        }
        return count < 0 ? nil : String(decoding: room[..<Int(count)], as: UTF8.self)
    }
}
