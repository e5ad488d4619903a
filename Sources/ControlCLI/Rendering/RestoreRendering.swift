internal import ControlProtocol
internal import SnapshotModel

/// What a restore did: one line, and on standard error what it could not do.
struct RestoreRendering: Sendable {
    let report: RestoreReport
    /// The command as it was typed, to be given again.
    let command: String
    /// What of the snapshot was asked for, as it was typed, `nil` for all of it.
    let named: String?
    let context: ReadingContext

    /// How many paths of equal failures are named.
    private static let namedFailures = 5

    private var number: String { "\(report.snapshot)" }

    /// What is said of a restore that had nothing to do, or could do nothing.
    var nothing: Rendering {
        let sentence: RestoreSentence =
            if !report.failed.isEmpty {
                .noneCanBeRestored
            } else {
                switch report.extra {
                case 0: .nothingToRestore
                case 1: .nothingToRestoreExtraOne
                default: .nothingToRestoreExtraSome
                }
            }
        let line = sentence([
            "target": named ?? context.name(report.targetPath), "number": number,
            "count": "\(report.extra)",
        ])
        return Rendering(answer: [OutputLine(line)], conversation: failures)
    }

    /// The result line and what went wrong.
    var rendering: Rendering {
        Rendering(answer: [OutputLine(result)] + takeBack, conversation: failures + notes)
    }

    private var result: String {
        let done = report.done
        let written = done.create + done.overwrite + done.overwriteNewer
        let planned = report.plan.create + report.plan.overwrite + report.plan.overwriteNewer
        let overwritten = done.overwrite + done.overwriteNewer
        let parts: [(RestoreSentence, Int)] = [
            (.created, done.create.files), (.overwritten, overwritten.files),
            (.adjusted, done.adjust.files), (.deleted, done.delete.files),
        ]
        let told = parts.filter { $0.1 > 0 }.map { $0.0(["count": "\($0.1)"]) }
        let places = [
            "done": "\(written.files)", "number": number, "time": context.taken(report.duration),
            "bytes": context.size(written.bytes), "target": context.name(report.targetPath),
            "parts": told.isEmpty
                ? Words.directories(report.directories) : told.joined(separator: ", "),
        ]
        if !report.failed.isEmpty {
            // What is in the way was never planned, and was asked for all the same.
            let blocked = report.failed.count { $0.code == Self.obstacleCode }
            return RestoreSentence.restoredPart(
                places.merging(["files": Words.files(planned.files + blocked)]) { $1 })
        }
        let sentence = written.files == 0 ? RestoreSentence.deletedOnly : .restored
        return sentence(places.merging(["files": Words.files(written.files)]) { $1 })
    }

    private var takeBack: [OutputLine] {
        let done = report.done
        let changed =
            done.create.files + done.overwrite.files + done.overwriteNewer.files
            + done.adjust.files + done.delete.files + report.directories
        guard let safety = report.safety, changed > 0 else { return [] }
        let sentence: RestoreSentence = done.create.files > 0 ? .takeBackCreated : .takeBack
        return [OutputLine(sentence(["safety": "\(safety)"]))]
    }

    /// What could not be done, and why.
    var failures: [OutputLine] {
        guard !report.failed.isEmpty else { return [] }
        let count = report.failed.count
        let title = (count == 1 ? RestoreSentence.failedOne : .failedSome)(["count": "\(count)"])
        var groups: [String: [RestoreFailure]] = [:]
        for failure in report.failed { groups[failure.message, default: []].append(failure) }
        let ordered = groups.values.sorted {
            ($1.count, $0[0].message) < ($0.count, $1[0].message)
        }
        return [OutputLine(ErrorSentence.first(["message": title]))]
            + ordered.map { OutputLine(group($0), overflow: .wrap(indent: 5)) }
            + [
                OutputLine(ErrorSentence.remedy(["do": remedy]), overflow: .wrap(indent: 6))
            ]
    }

    /// What is lost in the store does not come by trying again.
    private var remedy: String {
        let damage = report.failed.filter { Self.damageCodes.contains($0.code) }
        let again = RestoreSentence.failedRemedy(["command": command])
        if damage.isEmpty { return again }
        let mending = RestoreSentence.damagedRemedy()
        return damage.count == report.failed.count
            ? mending : RestoreSentence.bothRemedies(["first": mending, "second": again])
    }

    /// The code of what stands where something is to be restored, as `failed` has it.
    private static let obstacleCode = "in-the-way"

    /// The codes of what the store cannot give, as `failed` has them.
    private static let damageCodes: Set<String> = ["damaged", "lost"]

    private func group(_ failures: [RestoreFailure]) -> String {
        let names = failures.prefix(Self.namedFailures).map { context.name($0.bytePath) }
        let places = [
            "count": "\(failures.count)", "message": failures[0].message, "name": names[0],
            "names": names.joined(separator: ", "), "rest": "\(failures.count - names.count)",
        ]
        if failures.count == 1 { return RestoreSentence.failure(places) }
        return (failures.count > names.count ? RestoreSentence.failuresMore : .failures)(places)
    }

    private var notes: [OutputLine] {
        report.notes.map {
            OutputLine(ErrorSentence.first(["message": RestoreSentence.note(["note": $0])]))
        }
    }
}
