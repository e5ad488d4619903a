import ControlProtocol
import SnapshotModel
import Testing

@testable import Agent

/// What the agent says when it has stopped.
@Suite struct LastWordsTests {
    private let created = ReportTime(seconds: 1_764_468_000, utcOffset: 0)

    private func words(
        unsaved: Int = 0, state: DatasetState = .watching, isWalked: Bool = true, missing: Int = 0,
        uncovered: [String] = [], snapshot: Int? = 42, hasEnded: Bool = true
    ) -> String {
        let last = snapshot.map {
            LastSnapshot(number: $0, created: created, missing: missing, tooLarge: 0)
        }
        let status = DatasetStatus(
            name: "a", path: "/a", state: state, dirty: unsaved, watches: 1, watchLimit: 9,
            overflows: 0,
            uncovered: uncovered.map {
                UncoveredReport(path: BytePath($0), reason: "limit", scannedEvery: 300)
            },
            lastFullWalk: isWalked ? created : nil, lastSnapshot: last, maxLoss: 720, alarms: [],
            unsaved: UnsavedReport(count: unsaved), verdict: .ok, files: 1, directories: 1,
            store: StoreStatus(path: "/s", snapshots: 1, bytes: 5, free: 6))
        return LastWords(status, hasEnded: hasEnded).text
    }

    @Test func theySayWhetherAllIsSaved() {
        #expect(words() == "everything is saved; last snapshot 42")
        #expect(
            words(unsaved: 1) == "1 change is not saved, the next start finds it; last snapshot 42")
        #expect(
            words(unsaved: 3)
                == "3 changes are not saved, the next start finds them; last snapshot 42")
        #expect(words(missing: 2) == "saved, with gaps; last snapshot 42")
        #expect(words(uncovered: ["mail"]) == "saved, with gaps; last snapshot 42")
        #expect(words(snapshot: nil) == "nothing is saved yet; the next start begins again")
    }

    @Test func whatNobodyKnowsIsNotClaimed() {
        let upTo = "saved up to snapshot 42; the next start looks at everything"
        #expect(words(state: .paused) == upTo)
        #expect(words(state: .full) == upTo)
        #expect(words(isWalked: false) == upTo)
        #expect(words(unsaved: 96, isWalked: false) == upTo)
        #expect(
            words(hasEnded: false)
                == "what was under way did not end; last snapshot 42, the next start looks at everything"
        )
    }
}
