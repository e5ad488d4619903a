package import SnapshotModel

/// An error, as it goes to standard error with `--json` and over the socket.
package struct ErrorReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The error.
    package var error: ErrorBody

    /// Makes the value from its parts.
    package init(error: ErrorBody) {
        self.error = error
    }
}

/// What a script and a person need to know of an error.
package struct ErrorBody: Codable, Sendable, Hashable {
    /// The stable code.
    package var code: String
    /// The exit status that it leads to.
    package var exit: Int
    /// What failed, on what.
    package var message: String
    /// The cause, if it adds something.
    package var why: String?
    /// What to do.
    package var remedy: String
    /// What the error is about, as typed.
    package var subject: String?
    /// Near matches that do exist.
    package var near: [String]

    /// Makes the value from its parts.
    package init(
        code: String, exit: Int, message: String, why: String? = nil, remedy: String,
        subject: String? = nil, near: [String] = []
    ) {
        self.code = code
        self.exit = exit
        self.message = message
        self.why = why
        self.remedy = remedy
        self.subject = subject
        self.near = near
    }

    private enum CodingKeys: String, CodingKey {
        case code, exit, message, why
        case remedy = "do"
        case subject, near
    }

    /// Makes the body of an error.
    package init(_ error: UserError) {
        self.init(
            code: error.code.rawValue, exit: Int(error.exit.rawValue), message: error.message,
            why: error.why, remedy: error.remedy, subject: error.subject, near: error.near)
    }

    /// The error that the body stands for; a code of a newer version becomes `internal`.
    package var userError: UserError {
        UserError(
            ErrorCode(rawValue: code) ?? .internal, message, why: why, remedy: remedy,
            subject: subject, near: near, exit: ExitCode(rawValue: Int32(clamping: exit)))
    }
}

/// A warning, as it goes to standard error with `--json`.
package struct WarningReport: Codable, Sendable, Hashable {
    /// What to know.
    package var warning: String

    /// Makes the value from its parts.
    package init(warning: String) {
        self.warning = warning
    }
}
