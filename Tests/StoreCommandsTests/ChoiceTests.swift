import ControlProtocol
import SnapshotModel
import StoreCommands
import Testing

/// Which dataset a command is about, and in which zone its times are.
@Suite struct ChoiceTests {
    private let choice = DatasetChoice([
        .init(name: "documents", root: BytePath("/home/me/Documents")),
        .init(name: "photos", root: BytePath("/srv/photos")),
    ])

    private func choose(
        dataset: String? = nil, in directory: String? = nil, _ operands: String...
    ) throws(UserError) -> String? {
        try choice.choose(
            CallScope(dataset: dataset, workingDirectory: directory.map { WireBytes($0) }),
            operands: operands.map { Array($0.utf8) })
    }

    @Test func theOptionBeatsThePathWhichBeatsTheDirectory() throws {
        let (photos, home) = ("/srv/photos/x", "/home/me/Documents/d")
        #expect(try choose(dataset: "documents", in: photos, photos) == "documents")
        #expect(try choose(in: home, photos) == "photos")
        #expect(try choose(in: home, "42:\(photos)") == "photos")
        #expect(try choose(in: home, "\(photos)@2h") == "photos")
        #expect(try choose(in: home, "a", "42") == "documents")
        #expect(try choose(in: "/home/me/Documents2", "a") == nil)
        #expect(try choose() == nil)
    }

    @Test func anUnknownNameOffersNearOnes() {
        let error = failure { () throws(UserError) in try choose(dataset: "document") }
        #expect(error?.code == .noDataset)
        #expect(error?.near == ["documents"])
    }

    @Test func theOnlyDatasetNeedsNoChoice() throws {
        let single = DatasetChoice([.init(name: "documents", root: BytePath("/d"))])
        #expect(try single.choose(CallScope(), operands: []) == "documents")
    }

    @Test func nothingChosenIsAnErrorThatNamesThem() {
        let error = choice.undecided("latest")
        #expect(error.code == .whichDataset)
        #expect(error.message == "latest of documents or photos?")
        #expect(error.why == "the current directory is in none of them")
        #expect(error.remedy == "add --dataset documents")
    }

    @Test(arguments: ["Asia/Seoul", "UTC", "+09:00", "-05:30", "Etc/GMT+3"])
    func aZoneIsFoundByItsName(name: String) throws {
        let zone = try ReaderZone.rules(name)
        #expect(abs(zone.civilTime(at: 0).utcOffset) <= 9 * 3600 + 1800)
    }

    @Test(arguments: [
        "", "/etc/localtime", "../../../etc/localtime", "Asia/Nowhere", "a b",
        "localtime\u{0}", String(repeating: "A", count: 5000),
    ])
    func whatIsNoZoneIsRefused(name: String) {
        let error = failure { () throws(UserError) in try ReaderZone.rules(name) }
        #expect(error?.code == .optionValue)
    }
}
