/// How a program ends, as the exit status it returns (notes in `snapctl help exit`).
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case partial = 3
    case notFound = 4
    case noAgent = 5
    case refused = 6
}

/// An error as a person and a script see it: what failed, why, and what to do.
package struct UserError: Error, Sendable, Hashable {
    /// The stable code.
    package var code: ErrorCode
    /// What failed, on what: lower case, no full stop.
    package var message: String
    /// The cause, if it adds something.
    package var why: String?
    /// What to do: a command that can be pasted, where there is one.
    package var remedy: String
    /// What the error is about, as typed.
    package var subject: String?
    /// Near matches that do exist.
    package var near: [String]
    /// How the program ends if nothing better comes of it.
    package var exit: ExitCode
    /// What kept a file from being read though nothing may be wrong with it; `nil` for every other error.
    package var obstacle: Obstacle?

    /// Makes an error; `exit` defaults to what its code stands for.
    package init(
        _ code: ErrorCode, _ message: String, why: String? = nil, remedy: String,
        subject: String? = nil, near: [String] = [], exit: ExitCode? = nil
    ) {
        self.code = code
        self.message = message
        self.why = why
        self.remedy = remedy
        self.subject = subject
        self.near = near
        self.exit = exit ?? code.exit
    }
}

/// Why a file cannot be read at present, which says nothing about its bytes.
package enum Obstacle: Sendable, Hashable {
    /// The process or the machine has no descriptors or no memory left, or was interrupted.
    case shortage
    /// The process may not read it, or the file system it is on is out of reach.
    case access
}
