import CivilCalendar
import SnapshotModel
import Testing

@Suite struct ReferenceResolutionTests {
    private static let now = FileTime(seconds: 1_796_013_600)
    private static let hour: Int64 = 3_600

    private static func candidate(
        _ number: Int, hoursAgo: Int64, label: String? = nil, expired: Bool = false
    ) -> ReferenceCandidate {
        ReferenceCandidate(
            number: number, created: FileTime(seconds: now.seconds - hoursAgo * hour),
            label: label, isExpired: expired)
    }

    private static let snapshots = [
        candidate(45, hoursAgo: -100), candidate(17, hoursAgo: 340), candidate(42, hoursAgo: 2),
        candidate(36, hoursAgo: 60, expired: true), candidate(40, hoursAgo: 3, label: "before tax"),
        candidate(31, hoursAgo: 70, label: "twice"), candidate(37, hoursAgo: 50, label: "twice"),
        candidate(38, hoursAgo: 19), candidate(39, hoursAgo: 30, label: "gone"),
        candidate(35, hoursAgo: 61, label: "kept a while", expired: true),
    ]

    private func resolve(
        _ text: String, among snapshots: [ReferenceCandidate] = snapshots
    ) throws -> Int {
        try SnapshotReference.parse(Array(text.utf8)).resolve(
            among: snapshots, dataset: "documents", now: Self.now, zone: CivilCalendar.utc)
    }

    @Test(arguments: [
        ("42", 42), ("36", 36), ("latest", 45), ("latest~1", 42), ("latest~2", 40),
        ("latest~7", 17), ("42~1", 40), ("36~1", 31), ("38~2", 31), ("42~0", 42),
        ("before tax", 40), ("before tax~1", 39), ("kept a while", 35), ("@2h", 42),
        ("@1s", 42), ("@0s", 42), ("@3h", 40), ("@179m", 40), ("@19h", 38), ("@20h", 39),
        ("@2d", 37), ("@52h", 31), ("@2030-01-01", 42), ("@19h~1", 37),
    ])
    func referencesFindTheirSnapshot(text: String, number: Int) throws {
        #expect(try resolve(text) == number)
    }

    @Test func ofEqualTimesTheHigherNumberIsMeant() throws {
        let twins = [Self.candidate(7, hoursAgo: 5), Self.candidate(9, hoursAgo: 5)]
        #expect(try resolve("@5h", among: twins) == 9)
        let jumped = [Self.candidate(7, hoursAgo: 5), Self.candidate(9, hoursAgo: 8)]
        #expect(try resolve("@1h", among: jumped) == 7)
        #expect(try resolve("latest", among: jumped) == 9)
    }

    @Test func whatListPrintsNamesTheSnapshotItIsPrintedFor() throws {
        let zone = CivilCalendar.utc
        for item in Self.snapshots where item.created <= Self.now && !item.isExpired {
            let moved = ReferenceCandidate(
                number: item.number,
                created: FileTime(seconds: item.created.seconds + 23, nanoseconds: 500_000_000),
                label: nil)
            let civil = zone.civilTime(at: moved.created.seconds)
            for text in [TimeText.minute(civil), TimeText.second(civil), TimeText.rfc3339(civil)] {
                #expect(
                    try resolve("@" + text, among: [moved, Self.candidate(1, hoursAgo: 900)])
                        == item.number)
            }
        }
    }

    private func error(
        _ text: String, among snapshots: [ReferenceCandidate] = snapshots
    ) throws -> UserError {
        try #require(throws: UserError.self) { try resolve(text, among: snapshots) }
    }

    @Test func unknownNumbersOfferNeighbours() throws {
        let unknown = try error("57")
        #expect(unknown.code == .noSnapshot)
        #expect(unknown.exit == .notFound)
        #expect(unknown.message == "documents has no snapshot 57")
        #expect(unknown.why == "it has 17 to 45")
        #expect(unknown.near == ["17", "37", "45"])
        #expect(try error("99999999999999999999").near == ["45"])
        #expect(try error("latest~8").code == .noSnapshot)
        #expect(try error("latest~99999999999999999999").code == .noSnapshot)
    }

    @Test func labelsAreExact() throws {
        let unknown = try error("befor tax")
        #expect(unknown.code == .noLabel)
        #expect(unknown.message == "documents has no label \"befor tax\"")
        #expect(unknown.near == ["before tax (40)"])
        #expect(try error("lastest").near == ["latest"])
        let twice = try error("twice")
        #expect(twice.code == .ambiguousRef)
        #expect(twice.exit == .usage)
        #expect(twice.message == "2 snapshots have the label \"twice\"")
        #expect(twice.near == ["31", "37"])
        let composed = [Self.candidate(1, hoursAgo: 1, label: "\u{E9}")]
        #expect(try error("e\u{301}", among: composed).code == .noLabel)
    }

    @Test func timesBeforeTheFirstSnapshotSayWhichIsTheOldest() throws {
        let early = try error("@2y")
        #expect(early.code == .beforeFirst)
        #expect(early.message == "documents has nothing as old as @2y")
        #expect(early.why == "oldest: 17, 2026-11-16 00:40")
        #expect(early.remedy == "snapctl show 17")
        #expect(try error("@1d", among: [Self.candidate(1, hoursAgo: -5)]).code == .beforeFirst)
    }

    @Test func nothingAndTheLiveDirectoryAreNoSnapshots() throws {
        for text in ["latest", "1", "@2h"] {
            #expect(try error(text, among: []).message == "documents has no snapshots yet")
        }
        #expect(try error("live").code == .badRef)
        #expect(try error("@2026-02-30").code == .badRef)
    }
}
