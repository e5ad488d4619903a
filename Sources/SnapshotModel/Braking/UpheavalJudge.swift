/// Decides which snapshots lost so much that nothing may expire before a person has looked.
///
/// A value without a clock. What happens slowly is spread over many snapshots, so it remembers the last hour.
package struct UpheavalJudge: Hashable, Sendable {
    /// What was judged.
    package enum Verdict: Hashable, Sendable {
        /// Nothing out of the ordinary.
        case calm
        /// Most files are gone.
        case massDeletion(lost: Int, of: Int, since: Int)
        /// Most files were replaced by incompressible ones, as ransomware does; `lastGood` has the originals.
        case massRewrite(rewritten: Int, of: Int, lastGood: Int)
    }

    /// In a small tree half of the files is nothing to speak of: more than these must be hit.
    package static let leastFiles = 20
    /// How far back slow losses are added up.
    package static let window = Duration.seconds(3_600)

    /// A snapshot that was judged, and when.
    package struct Remembered: Hashable, Sendable {
        /// What it took away.
        package var upheaval: Upheaval
        /// When it was judged.
        package var time: MonotonicInstant

        /// Makes it of its two parts.
        package init(upheaval: Upheaval, time: MonotonicInstant) {
            self.upheaval = upheaval
            self.time = time
        }
    }

    private let percent: Int
    /// What it remembers of the last hour, oldest first.
    package private(set) var past: [Remembered] = []

    /// Makes a judge for whom more than `percent` percent of the files are too many.
    ///
    /// `past` is what an earlier one remembered.
    package init(percent: Int, remembering past: [Remembered] = []) {
        self.percent = percent
        self.past = past
    }

    /// Judges one snapshot; what it finds is told once.
    package mutating func judge(_ upheaval: Upheaval, at now: MonotonicInstant) -> Verdict {
        if upheaval.isWished {
            // A person put the tree back: what it was before that is no measure any more.
            past = []
            return .calm
        }
        past.removeAll { now - $0.time > Self.window }
        past.append(Remembered(upheaval: upheaval, time: now))
        let verdict = rewriting(by: upheaval) ?? deletion(by: upheaval) ?? .calm
        if verdict != .calm { past = [] }
        return verdict
    }

    private func rewriting(by upheaval: Upheaval) -> Verdict? {
        // Work on the same few pictures adds up in an hour, so what is in doubt counts at once or never.
        let atOnce = upheaval.rewritten + upheaval.replaced
        if isTooMuch(atOnce, of: upheaval.filesBefore) {
            return .massRewrite(
                rewritten: atOnce, of: upheaval.filesBefore, lastGood: upheaval.previous)
        }
        guard let first = past.first(where: { $0.upheaval.rewritten > 0 })?.upheaval else {
            return nil
        }
        let rewritten = past.reduce(0) { $0 + $1.upheaval.rewritten }
        guard isTooMuch(rewritten, of: first.filesBefore) else { return nil }
        return .massRewrite(
            rewritten: rewritten, of: first.filesBefore, lastGood: first.previous)
    }

    private func deletion(by upheaval: Upheaval) -> Verdict? {
        let lost = upheaval.removed + upheaval.emptied
        if isTooMuch(lost, of: upheaval.filesBefore) {
            return .massDeletion(
                lost: lost, of: upheaval.filesBefore, since: upheaval.previous)
        }
        // Files that come and go are ordinary work, so over time only the shrinking counts.
        let start = past.max { $0.upheaval.filesBefore < $1.upheaval.filesBefore }
        guard let largest = start?.upheaval else { return nil }
        let shrunk = largest.filesBefore - upheaval.filesAfter
        guard isTooMuch(shrunk, of: largest.filesBefore) else { return nil }
        return .massDeletion(lost: shrunk, of: largest.filesBefore, since: largest.previous)
    }

    private func isTooMuch(_ lost: Int, of files: Int) -> Bool {
        // Directories without anything in them count as lost, and are no files.
        let count = min(lost, files)
        return count > Self.leastFiles && count * 100 > files * percent
    }
}

extension UpheavalJudge.Verdict {
    /// What `status` says of it, `nil` for nothing.
    package func reason(snapshot: Int) -> String? {
        switch self {
        case .calm: nil
        case .massDeletion(let lost, let files, let since):
            "\(lost) of \(files) files vanished in \(since) -> \(snapshot)"
        case .massRewrite(let rewritten, let files, let lastGood):
            "\(rewritten) of \(files) files were replaced by what looks encrypted "
                + "in \(lastGood) -> \(snapshot)"
        }
    }
}
