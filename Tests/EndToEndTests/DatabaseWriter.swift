import Foundation
import TestSupport
import Testing

/// A program of SQLite's that writes to a database, and what finds out whether a copy of that is one of its states.
final class DatabaseWriter: Sendable {
    /// What the program does between transactions.
    enum Pace: String {
        /// It rests for a moment.
        case rests
        /// It never does.
        case hurries
    }

    private let child: ChildProcess
    private let scratch: ScratchDirectory

    /// Every transaction raises the same number at both ends of the database and in its log.
    private static let writing = """
        import os, random, sqlite3, sys, threading
        path, journal, pace, ready = sys.argv[1:]
        rest = threading.Event()
        db = sqlite3.connect(path, isolation_level=None)
        db.execute(f"PRAGMA journal_mode={journal}")
        db.execute("PRAGMA synchronous=OFF")
        db.execute("PRAGMA wal_autocheckpoint=20")
        db.execute("PRAGMA cache_size=10")
        db.execute("CREATE TABLE page (id INTEGER PRIMARY KEY, number INTEGER, bytes BLOB)")
        db.execute("CREATE TABLE log (number INTEGER)")
        db.execute("BEGIN")
        for id in range(300):
            db.execute("INSERT INTO page VALUES (?, 0, ?)", (id, os.urandom(3000)))
        db.execute("COMMIT")
        parent = os.getppid()
        number = 0
        while os.getppid() == parent:
            for _ in range(10):
                number += 1
                db.execute("BEGIN")
                db.execute("UPDATE page SET number = ? WHERE id IN (0, 299)", (number,))
                for id in random.sample(range(1, 299), 5):
                    db.execute(
                        "UPDATE page SET number = ?, bytes = ? WHERE id = ?",
                        (number, os.urandom(3000), id))
                db.execute("INSERT INTO log VALUES (?)", (number,))
                db.execute("COMMIT")
                if pace == "rests": rest.wait(0.01)
            if number == 10: open(ready, "w").close()
            if pace == "rests": rest.wait(0.3)
        """

    private static let checking = """
        import sqlite3, sys
        db = sqlite3.connect(sys.argv[1])
        print(db.execute("PRAGMA integrity_check").fetchone()[0])
        ends = [row[0] for row in db.execute("SELECT number FROM page WHERE id IN (0, 299)")]
        log = [row[0] for row in db.execute("SELECT number FROM log ORDER BY rowid")]
        newest = db.execute("SELECT max(number) FROM page").fetchone()[0]
        whole = log == list(range(1, len(log) + 1)) and [*ends, newest] == [len(log)] * 3
        print("a state of it" if whole else f"{ends} {newest} {log[-3:]}")
        """

    /// Starts it on a new database and waits until that holds something.
    init(_ database: String, journal: String, pace: Pace, in scratch: ScratchDirectory) throws {
        self.scratch = scratch
        let ready = "written-" + journal
        let errors = scratch.text + "/writer-errors"
        child = try ChildProcess(
            "python3",
            ["-c", Self.writing, database, journal, pace.rawValue, "\(scratch.text)/\(ready)"],
            environment: ProcessInfo.processInfo.environment, output: errors, errors: errors)
        let isReady = poll { FileManager.default.fileExists(atPath: "\(scratch.text)/\(ready)") }
        let said = try scratch.read("writer-errors")
        try #require(isReady, "\(String(decoding: said, as: UTF8.self))")
    }

    /// Stops it for a while, in the middle of whatever it does.
    func pause() { child.signal(SIGSTOP) }

    /// Has it go on.
    func resume() { child.signal(SIGCONT) }

    /// Ends it in the middle of whatever it does.
    func kill() {
        child.signal(SIGKILL)
        _ = child.wait()
    }

    /// What is wrong with a copy of the database, `nil` if it is one of the states that it had.
    static func fault(of copy: String) throws -> String? {
        let result = try runProgram(["python3", "-c", checking, copy])
        let said = result.output + result.errors
        return said == "ok\na state of it\n" ? nil : said
    }
}
