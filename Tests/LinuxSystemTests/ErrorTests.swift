internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct ErrorTests {
    @Test func reasonsHaveNamesAndWords() {
        #expect(Errno.noEntry.name == "ENOENT")
        #expect(Errno.noEntry.message == "no such file or directory")
        #expect(Errno.io.message == "input/output error")
        #expect(Errno(rawValue: 9_999).name == "errno 9999")
    }

    @Test func aLogLineSaysAll() {
        let error = SystemError("openat", path: BytePath("a/b"), errno: .accessDenied)
        #expect("\(error)" == "openat a/b: permission denied (EACCES)")
    }

    @Test func aPersonReadsWhatFailedAndWhatToDo() {
        let error = SystemError("openat2", path: BytePath("a/b"), errno: .accessDenied)
            .asUserError()
        #expect(error.code == .ioError)
        #expect(error.message == "opening a/b failed")
        #expect(error.why == "permission denied")
        #expect(error.remedy.contains("owner and mode"))
        let readOnly = SystemError("mkdirat", path: BytePath("d"), errno: .readOnlyFileSystem)
        #expect(readOnly.asUserError().code == .readOnly)
    }

    @Test func faultsConcernTheirThreadAndTheirCount() throws {
        let scratch = try ScratchDirectory()
        let other = Monitor(Bool?.none)
        try SyscallFaults.refusing("fsync", with: .io, after: 1, times: 2) {
            try scratch.descriptor.synchronize()
            for _ in 0..<2 {
                #expect(throws: SystemError("fsync", errno: .io)) {
                    try scratch.descriptor.synchronize()
                }
            }
            try scratch.descriptor.synchronize()
        }
        try SyscallFaults.refusing("fsync", with: .io) {
            let thread = try Thread(name: "other") { [scratch] in
                let worked = (try? scratch.descriptor.synchronize()) != nil
                other.update { $0 = worked }
            }
            thread.join()
        }
        #expect(other.read { $0 } == true)
        try scratch.descriptor.synchronize()
    }

    @Test func progressIsSeenAndCalledOff() throws {
        let progress = JobProgress()
        progress.begin("reading", files: 10, bytes: 100)
        progress.add(files: 1, bytes: 30)
        progress.expect(bytes: 1)
        try progress.checkCancelled()
        let numbers = progress.snapshot()
        #expect(numbers.phase == "reading")
        #expect([numbers.files, numbers.filesTotal] == [1, 10])
        #expect([numbers.bytes, numbers.bytesTotal] == [30, 101])
        #expect(!numbers.isCancelled)
        progress.cancel()
        let error = #expect(throws: UserError.self) { try progress.checkCancelled() }
        #expect(error?.code == .interrupted)
        progress.begin("packing")
        #expect(progress.snapshot().files == 0)
        #expect(progress.isCancelled)
    }
}
