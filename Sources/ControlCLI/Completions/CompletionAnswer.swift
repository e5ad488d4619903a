internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// What `snapctl __words` prints: a word in each line, a tab, and what the word stands for.
struct CompletionAnswer: Sendable {
    let report: ListReport
    let scope: CallScope
    let context: ReadingContext

    /// The lines with all words of a kind.
    func lines(_ words: CompletionWords) -> [String] {
        switch words {
        case .datasets:
            report.datasets.map { line($0.dataset, context.name(Array($0.root.utf8))) }
        case .references: references { _ in true }
        case .compared:
            references { _ in true } + [line("live", WordSentence.completionLive())]
        case .expired: references { $0.state == .expired }
        case .pinned: references(where: \.pinned)
        }
    }

    /// The newest first: numbers, then the labels that name one snapshot each.
    private func references(where isWanted: (SnapshotItem) -> Bool) -> [String] {
        let present = items
        let wanted = present.filter(isWanted).reversed()
        let newest = present.last { $0.state != .expired }
        let latest = [newest].compactMap(\.self).filter(isWanted).map {
            line("latest", purpose($0))
        }
        // Bytes, as labels are compared everywhere else.
        let uses = present.compactMap(\.label).reduce(into: [[UInt8]: Int]()) { uses, label in
            uses[Array(label.utf8), default: 0] += 1
        }
        let labels = wanted.compactMap { item -> String? in
            guard let label = item.label, !label.hasPrefix("-"), uses[Array(label.utf8)] == 1
            else { return nil }
            return line(label, "\(item.number), \(context.minute(item.created))")
        }
        return latest + labels + wanted.map { line("\($0.number)", purpose($0)) }
    }

    /// The snapshots of the dataset that a command typed here is about; of all where that is open.
    private var items: [SnapshotItem] {
        let choice = DatasetChoice(
            report.datasets.map { .init(name: $0.dataset, root: BytePath(Array($0.root.utf8))) })
        guard let chosen = try? choice.choose(scope, operands: []) else { return report.snapshots }
        return report.snapshots.filter { $0.dataset == chosen }
    }

    private func purpose(_ item: SnapshotItem) -> String {
        let label = item.label.map { ", \($0)" } ?? ""
        let reason = item.reason?.rawValue ?? WordSentence.unknown()
        return context.minute(item.created) + " " + reason + label
    }

    private func line(_ word: String, _ purpose: String) -> String { word + "\t" + purpose }
}

extension CommandRunner {
    /// Prints the words that a shell may offer; without an agent there are none, and nobody is told.
    func completionWords(_ words: CompletionWords) throws -> ExitCode {
        var scope = scope
        if words == .datasets { (scope.dataset, scope.workingDirectory) = (nil, nil) }
        guard let report = try? source().list(ListParameters(scope: scope, all: true)) else {
            return .done
        }
        let answer = CompletionAnswer(report: report, scope: scope, context: context)
        // What is offered is to be typed: it goes as it is to whatever locale.
        try console.output.write(bytes: answer.lines(words).flatMap { Array(($0 + "\n").utf8) })
        return .done
    }
}
