import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@Suite struct OtherProgramTests {
    @Test func tellsHowTheProgramEnded() throws {
        #expect(try OtherProgram.run(["true"], adding: [], within: .seconds(20)) == 0)
        #expect(
            try OtherProgram.run(["sh", "-c", "exit 7"], adding: [], within: .seconds(20)) == 7)
        #expect(
            try OtherProgram.run(["sh", "-c", "kill -TERM $$"], adding: [], within: .seconds(20))
                == 143)
    }

    @Test func variablesReplaceThoseOfTheProcess() throws {
        let check = "[ \"$PATH\" = x ] && [ \"$NEW\" = 'a b=c' ] && [ -n \"$HOME$USER$PWD\" ]"
        let status = try OtherProgram.run(
            ["/bin/sh", "-c", check], adding: [("PATH", "x"), ("NEW", "a b=c")],
            within: .seconds(20))
        #expect(status == 0)
    }

    @Test func whatTakesTooLongIsKilledWithItsChildren() throws {
        let scratch = try ScratchDirectory()
        let script = "sh -c 'sleep 600; touch \(scratch.text)/alive' & sleep 600"
        #expect(throws: SystemError("waitpid", path: BytePath("sh"), errno: .timeOver)) {
            try OtherProgram.run(["sh", "-c", script], adding: [], within: .milliseconds(100))
        }
        // Both have the path in their command lines; what looks for it has not.
        try scratch.write(scratch.path.bytes, to: "pattern")
        let search = "cat /proc/[0-9]*/cmdline 2>/dev/null | grep -caF -f pattern"
        let areGone = try poll {
            try runProgram(["sh", "-c", search], directory: scratch.text).output == "0\n"
        }
        #expect(areGone)
        #expect(areGone)
        #expect(areGone)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(
            throws: SystemError("posix_spawn", path: BytePath("/nowhere/x"), errno: .noEntry)
        ) {
            try OtherProgram.run(["/nowhere/x"], adding: [], within: .seconds(1))
        }
    }
}
