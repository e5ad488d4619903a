package import SnapshotModel

/// An error as a person reads it: what failed, why, what to do.
package enum ErrorRendering {
    /// The lines of an error.
    package static func lines(_ error: UserError) -> [OutputLine] {
        var lines = [
            OutputLine(ErrorSentence.first(["message": error.message]), overflow: .wrap(indent: 2))
        ]
        if let why = error.why {
            lines.append(
                OutputLine(ErrorSentence.why(["why": why]), overflow: .wrap(indent: 7)))
        }
        if !error.remedy.isEmpty {
            lines.append(
                OutputLine(ErrorSentence.remedy(["do": error.remedy]), overflow: .wrap(indent: 6)))
        }
        return lines
    }
}
