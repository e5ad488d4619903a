import SnapshotModel
import Testing
import TreeWatching

@testable import Agent

@Suite struct CoverageGapTests {
    private func watching(
        _ uncovered: [UncoveredDirectory], directories: Int, limit: Int = 8_279
    ) -> WatchStatistics {
        var statistics = WatchStatistics()
        statistics.directories = directories
        statistics.watches = directories
        statistics.watchLimit = limit
        statistics.uncovered = uncovered
        return statistics
    }

    private func place(_ path: String, isBeyondLimit: Bool = true) -> UncoveredDirectory {
        UncoveredDirectory(
            path: BytePath(path), reason: "permission denied", isBeyondLimit: isBeyondLimit)
    }

    @Test func whatIsBeyondTheLimitIsCountedToTheBottom() throws {
        let places = ["archive", "mail", "a", "b", "c"].map { place($0) }
        let gap = try #require(
            CoverageGap(
                watching(places, directories: 8_279), directories: 12_400,
                scannedEvery: .seconds(300)))
        #expect(
            gap.message
                == "4121 of 12400 directories cannot be watched (the kernel allows 8279, "
                + "fs.inotify.max_user_watches): archive/, mail/ and 3 more; "
                + "they are scanned every 5m")
        #expect(gap.remedy == "sudo sysctl fs.inotify.max_user_watches=65536")
    }

    @Test func theLimitProposedHasRoomToGrow() throws {
        let gap = try #require(
            CoverageGap(
                watching([place("x")], directories: 60_000, limit: 60_000), directories: 90_000,
                scannedEvery: .seconds(300)))
        #expect(gap.remedy == "sudo sysctl fs.inotify.max_user_watches=262144")
    }

    @Test func anUnreadableDirectoryIsNamedWithItsReason() throws {
        let gap = try #require(
            CoverageGap(
                watching([place("shut", isBeyondLimit: false)], directories: 96),
                directories: 97, scannedEvery: .seconds(1)))
        #expect(
            gap.message
                == "1 of 97 directories cannot be watched (permission denied): shut/; "
                + "it is scanned every 1s")
        #expect(gap.remedy == "let the agent's user read shut/, or exclude it")
    }

    @Test func noGapIsNone() {
        #expect(
            CoverageGap(watching([], directories: 9), directories: 9, scannedEvery: .seconds(1))
                == nil)
    }
}
