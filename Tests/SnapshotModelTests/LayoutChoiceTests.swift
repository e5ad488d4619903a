import SnapshotModel
import Testing

struct LayoutChoiceTests {
    private static let mebibyte: Int64 = 1 << 20

    @Test func aPreferenceIsFollowed() {
        let huge = LayoutChoice(entries: 1_000_000, bytes: 1 << 40, completeZips: [1 << 40])
        #expect(huge.layout(.complete) == .complete)
        let small = LayoutChoice(entries: 1, bytes: 1, completeZips: [])
        #expect(small.layout(.incremental) == .incremental)
    }

    @Test func smallDirectoriesStayCompleteUpToTheBudget() {
        var choice = LayoutChoice(entries: 100, bytes: 10 * Self.mebibyte, completeZips: [])
        var made = 0
        while choice.layout(.auto) == .complete, made < 1_000 {
            choice.completeZips.append(5 * Self.mebibyte)
            made += 1
        }
        #expect(made == 52)
    }

    @Test func largeDirectoriesMayRepeatThemselvesOnce() {
        let live = 1_000 * Self.mebibyte
        let first = LayoutChoice(entries: 100, bytes: live, completeZips: [])
        #expect(first.layout(.auto) == .complete)
        let second = LayoutChoice(entries: 100, bytes: live, completeZips: [live / 2])
        #expect(second.layout(.auto) == .complete)
        let fourth = LayoutChoice(
            entries: 100, bytes: live, completeZips: [live / 2, live / 2, live / 2])
        #expect(fourth.layout(.auto) == .incremental)
    }

    @Test func sharedExtentsCostNothingButSizeStillCounts() {
        let shared = LayoutChoice(
            entries: 50_000, bytes: 4 << 30, completeZips: [4 << 30, 4 << 30],
            sharesExtents: true)
        #expect(shared.layout(.auto) == .complete)
        var wide = shared
        wide.entries += 1
        #expect(wide.layout(.auto) == .incremental)
        var long = shared
        long.bytes += 1
        #expect(long.layout(.auto) == .incremental)
    }
}
