import Testing

@testable import SnapshotStore

/// Which zips a sweep takes.
@Suite struct SweepChoiceTests {
    private func zip(_ size: Int64, live: Int64, count: Int = 1, dead: Int = 1) -> SweepCandidate {
        SweepCandidate(allocated: size, live: live, liveCount: count, dead: dead)
    }

    private func next(
        _ candidates: [SweepCandidate], free: Int64 = 1 << 40, isThorough: Bool = false
    ) -> [Int] {
        SweepChoice.next(among: candidates, free: free, isThorough: isThorough)
    }

    @Test func deadOnesGoFirstAndNeedNoRoom() {
        let candidates = [
            zip(1 << 20, live: 10), zip(1 << 20, live: 0, count: 0), zip(9, live: 0, count: 0),
        ]
        #expect(next(candidates, free: 0) == [1, 2])
        #expect(next(candidates, free: -1) == [1, 2])
    }

    @Test func thoseWithTheLeastToCarryGoTogether() {
        let candidates = [
            zip(10 << 20, live: 4 << 20), zip(10 << 20, live: 1 << 20),
            zip(10 << 20, live: 6 << 20),
        ]
        #expect(next(candidates) == [1, 0])
        #expect(next(candidates, free: 2 << 20) == [1])
        #expect(next(candidates, free: 1 << 20) == [])
    }

    @Test func aThoroughSweepTakesWhateverIsInPartDead() {
        let candidates = [
            zip(1 << 20, live: 1 << 19, dead: 1), zip(1 << 20, live: 1 << 20, dead: 0),
        ]
        #expect(next(candidates) == [])
        #expect(next(candidates, isThorough: true) == [0])
    }

    @Test func aNewZipHasItsLimits() {
        let large = zip(10 << 30, live: 3 << 30)
        // One that is larger than the limit alone goes alone.
        #expect(next([large, large]) == [0])
        let many = zip(1 << 30, live: 1 << 20, count: 30_000)
        #expect(next([many, many, many]) == [0])
        #expect(next([]) == [])
    }
}
