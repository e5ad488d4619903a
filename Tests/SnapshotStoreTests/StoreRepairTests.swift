import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

@Suite struct StoreRepairTests {
    let fixture: StoreFixture
    let store: Store

    /// Two complete snapshots.
    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.scratch.write("shared by both, and long enough to be hit", to: "data/d/kept")
        try fixture.save(store, "only in the first", in: "own")
        try fixture.save(store, "only in the second", in: "own")
    }

    private func repair(
        _ options: RepairOptions = RepairOptions(), retake: () throws(UserError) -> Void = {}
    ) throws -> RepairOutcome {
        try store.repair(options, retake: retake)
    }

    private func repair(_ store: Store) throws -> RepairOutcome {
        try store.repair(RepairOptions()) {}
    }

    /// One zip made anew takes the catalog back to its beginning, which must not forget what it knows of the others.
    @Test func severalLostRecordsAreMadeAnew() throws {
        for number in 3...6 { try fixture.saveChanges(store, "text \(number)", in: "d/\(number)") }
        let before = try store.snapshots.map { try fixture.everything(in: store.view($0.number)) }
        let records = store.snapshots.map(\.record)
        for snapshot in store.snapshots where [3, 4].contains(snapshot.number) {
            let path = "store/" + String(decoding: snapshot.fileName, as: UTF8.self)
            let bytes = try fixture.scratch.read(path)
            try fixture.scratch.write(bytes.dropLast(400), to: path)
        }
        try store.refresh()
        let outcome = try repair()
        #expect(outcome.isMended)
        #expect(outcome.mended.count == 2)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(store.snapshots.map(\.record) == records)
        let after = try store.snapshots.map { try fixture.everything(in: store.view($0.number)) }
        #expect(after == before)
        #expect(try repair().mended.isEmpty)
    }

    /// Others read from a zip without a record what its directory lists: nothing of that is missing anywhere.
    @Test func aZipThatNobodyCanMendMakesNoOtherOneAnew() throws {
        try fixture.saveChanges(store, "what only the third has", in: "d/third")
        let third = store.snapshots[2]
        for number in 4...5 { try fixture.saveChanges(store, "text \(number)", in: "own") }
        let before = try [4, 5].map { try fixture.everything(in: store.view($0)) }
        for entry in [OwnName.trees, OwnName.record] {
            try fixture.damage(entry: entry, of: third, in: store)
        }
        store.release()
        try fixture.removeTree("cache")
        let next = try fixture.open()
        _ = try repair(next)
        let files = try ["store", "store/base", "store/expired"].map { try fixture.names($0) }
        #expect(try next.verify(depth: .everything).damage.allSatisfy { $0.file == third.fileName })
        let plan = try next.repair(RepairOptions(isDryRun: true)) {}
        #expect(plan.mended == [])
        let outcome = try repair(next)
        #expect(outcome.mended == [])
        #expect(outcome.items.allSatisfy { $0.action == .left && $0.found.file == third.fileName })
        #expect(!outcome.items.isEmpty)
        #expect(
            try ["store", "store/base", "store/expired"].map { try fixture.names($0) } == files)
        #expect(try [4, 5].map { try fixture.everything(in: next.view($0)) } == before)
    }

    /// While the first zip is replaced the catalog begins anew, and meets the second, which is not mended yet.
    @Test func aZipIsMendedBesideOneThatCannotBeOpened() throws {
        for number in 3...4 { try fixture.saveChanges(store, "text \(number)", in: "own") }
        let before = try store.snapshots.map { try fixture.everything(in: store.view($0.number)) }
        try fixture.damage(entry: OwnName.record, of: store.snapshots[3], in: store)
        let third = store.snapshots[2]
        let bytes = try fixture.scratch.read(fixture.path(of: third))
        try fixture.scratch.write(bytes.dropLast(100), to: fixture.path(of: third))
        try store.refresh()
        let outcome = try repair()
        #expect(outcome.isMended)
        #expect(outcome.mended.count == 2)
        #expect(try store.verify(depth: .everything).damage == [])
        let after = try store.snapshots.map { try fixture.everything(in: store.view($0.number)) }
        #expect(after == before)
    }

    @Test func aWholeStoreHasNothingToRepair() throws {
        let outcome = try repair()
        #expect(outcome.items == [])
        #expect(outcome.isMended)
        #expect(outcome.snapshots == 2)
        #expect(try fixture.names("store/expired") == [])
    }

    @Test func whatAnotherZipHasIsMendedFromThere() throws {
        let before = try fixture.everything(in: try store.view(1))
        let first = store.snapshots[0]
        try fixture.damage("d/kept", in: first, of: store)
        try store.brake(.verifyFailed, "the store failed its verification")
        let planned = try repair(RepairOptions(isDryRun: true))
        #expect(planned.items.map(\.action) == [.mended])
        #expect(planned.mended == [first.fileName])
        #expect(try store.verify(depth: .everything).damage.count == 1)
        let outcome = try repair()
        #expect(outcome.items.map(\.action) == [.mended])
        #expect(outcome.items.first?.found.otherCopy == 2)
        #expect(outcome.mended == [first.fileName])
        #expect(outcome.isMended)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(store.brakes == [])
        #expect(try store.snapshot(1).record == first.record)
        #expect(try fixture.everything(in: try store.view(1)) == before)
        let own = try #require(try store.view(1).entry(at: BytePath("d/kept"))?.content)
        #expect(try store.view(1).archive.holds(own))
        #expect(try store.distrustedContents() == [])
        // The damaged zip is there for the time of grace, and harms nobody.
        let name = String(decoding: first.fileName, as: UTF8.self)
        #expect(try fixture.names("store/expired") == ["\(name).damaged"])
        let anew = try Store.openForReading(fixture.storePath)
        #expect(anew.foreignFiles == [])
        #expect(try fixture.everything(in: try anew.view(1)) == before)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [])
        #expect(try fixture.names("store/expired") == [])
    }

    @Test func whatNothingHasIsMarkedAndComesBack() throws {
        try fixture.damage("own", in: store.snapshots[0], of: store)
        #expect(try repair(RepairOptions(isDryRun: true)).lost.keys.sorted() == [1])
        let outcome = try repair()
        #expect(outcome.items.map(\.action) == [.lost])
        #expect(!outcome.isMended)
        #expect(outcome.lost[1]?.map(\.path) == [BytePath("own")])
        for store in [store, try Store.openForReading(fixture.storePath)] {
            let first = try store.snapshot(1)
            #expect(first.missing.map(\.path) == [BytePath("own")])
            #expect(first.missing.map(\.reason) == [.damaged])
            #expect(!first.isWhole)
            #expect(try store.snapshot(2).isWhole)
            let found = try store.verify(depth: .everything)
            #expect(found.damage == [])
            #expect(found.known.map(\.snapshots) == [[1]])
            #expect(userError { _ = try fixture.everything(in: try store.view(1)) } != nil)
        }
        // It comes and goes as it is.
        try store.delete(1)
        #expect(try store.undelete(1).lost.map(\.path) == [BytePath("own")])
        // A repair finds nothing new then.
        #expect(try repair().items == [])
        // The same bytes are saved again one day.
        try fixture.save(store, "only in the first", in: "own")
        #expect(try store.snapshot(1).isWhole)
        #expect(try fixture.everything(in: try store.view(1)).count == 4)
        #expect(try Store.openForReading(fixture.storePath).snapshot(1).isWhole)
        #expect(try store.verify(depth: .everything).known == [])
    }

    @Test func whatTheDirectoryStillHasIsTakenAgain() throws {
        let second = store.snapshots[1]
        let before = try fixture.everything(in: try store.view(2))
        try fixture.damage("own", in: second, of: store)
        #expect(
            try repair(RepairOptions(isDryRun: true)).items.map(\.action) == [.taken])
        let outcome = try repair { () throws(UserError) in
            do {
                try fixture.save(store)
            } catch {
                throw (error as? UserError) ?? UserError(.internal, "\(error)", remedy: "")
            }
        }
        #expect(outcome.items.map(\.action) == [.taken])
        #expect(outcome.isMended)
        #expect(store.snapshots.count == 3)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try fixture.everything(in: try store.view(2)) == before)
    }

    @Test func aRecordIsMadeAnewFromWhatTheCatalogKnew() throws {
        try store.label(2, "the second")
        let second = store.snapshots[1]
        let before = try fixture.everything(in: try store.view(2))
        try fixture.damage(entry: OwnName.record, of: second, in: store)
        let central = try fixture.scratch.read(fixture.path(of: second))
        // Another time lets the store notice, and the catalog forget the snapshot.
        try fixture.scratch.write(central, to: fixture.path(of: second))
        _ = try store.refresh()
        #expect(try store.snapshot(2).damage != nil)
        let outcome = try repair()
        #expect(outcome.isMended)
        #expect(try store.snapshot(2).record == second.record)
        #expect(try store.snapshot(2).label == "the second")
        #expect(try fixture.everything(in: try store.view(2)) == before)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(store.brakes == [])
    }

    /// Neither its zip nor the catalog have the record, but the listings lead to everything.
    @Test(arguments: [true, false]) func aRecordThatNobodyKnowsIsMadeAnew(isLast: Bool) throws {
        let number = isLast ? 2 : 1
        try store.label(number, "named")
        let snapshot = store.snapshots[number - 1]
        let before = try fixture.everything(in: try store.view(number))
        try fixture.damage(entry: OwnName.record, of: snapshot, in: store)
        store.release()
        try fixture.removeTree("cache")
        let anew = try fixture.open()
        #expect(try anew.snapshot(number).damage != nil)
        let planned = try anew.repair(RepairOptions(isDryRun: true)) {}
        #expect(planned.mended == [snapshot.fileName])
        #expect(try repair(anew).mended == [snapshot.fileName])
        let rebuilt = try anew.snapshot(number)
        #expect(rebuilt.damage == nil)
        #expect(rebuilt.label == "named")
        #expect(rebuilt.record.rootTree == snapshot.record.rootTree)
        #expect(rebuilt.record.created.seconds == snapshot.record.created.seconds)
        #expect(rebuilt.record.layout == snapshot.record.layout)
        #expect(rebuilt.record.counts.files == 2)
        #expect(rebuilt.record.counts.directories == 2)
        #expect(rebuilt.record.counts.changed == (isLast ? 1 : 0))
        #expect(rebuilt.record.counts.added == (isLast ? 0 : 2))
        // Whoever looks is told that not all of it is what it was.
        #expect(rebuilt.missing.map(\.path) == [.root])
        #expect(rebuilt.missing.map(\.reason) == [.damaged])
        var (now, then) = (try fixture.everything(in: try anew.view(number)), before)
        now[.root] = nil
        then[.root] = nil
        #expect(now == then)
        #expect(try anew.verify(depth: .everything).damage == [])
        #expect(anew.brakes == [])
        #expect(try repair(anew).items == [])
        #expect(try Store.openForReading(fixture.storePath).snapshot(number).label == "named")
    }

    @Test func theRootIsFoundByItsListingsAlone() throws {
        let world = try DamageableStore()
        let store = try world.fixture.open()
        for snapshot in store.snapshots {
            let path = world.fixture.path(of: snapshot)
            let entries = try store.view(snapshot.number).archive.entries
            let record = try #require(entries.first { $0.name == OwnName.record })
            try world.fixture.flip(path, at: record.headerOffset + 60)
            let file = try world.fixture.scratch.descriptor.openBeneath(BytePath(path), [])
            let salvage = try ZipSalvage(file, path: BytePath(path))
            #expect(salvage.record == nil)
            #expect(salvage.rootTree == snapshot.record.rootTree, "\(snapshot.number)")
            #expect(salvage.created == snapshot.record.created.seconds)
        }
    }

    @Test func aRepairThatIsCalledOffChangesNothing() throws {
        try fixture.damage("d/kept", in: store.snapshots[0], of: store)
        let progress = JobProgress()
        progress.cancel()
        let error = userError {
            _ = try store.repair(RepairOptions(), progress: progress) {}
        }
        #expect(error?.code == .interrupted)
        #expect(try fixture.names("store/expired") == [])
        #expect(try store.verify(depth: .everything).damage.count == 1)
    }

    @Test func everyKindOfZipIsMendedAsOtherToolsReadIt() throws {
        let world = try DamageableStore()
        let store = try world.fixture.open()
        // The first entry says nothing that anything else needs.
        let zips = world.files.keys.filter { $0.hasSuffix(".zip") }
        for zip in zips { try world.fixture.flip(zip, at: 90) }
        let outcome = try repair(store)
        #expect(outcome.isMended)
        #expect(Set(outcome.mended) == Set(zips.map { BytePath($0).name }))
        for (number, shown) in world.truth {
            let view = try store.view(number)
            #expect(try world.fixture.everything(in: view) == shown, "\(number)")
        }
        for zip in zips.sorted() {
            let path = "\(world.fixture.scratch.text)/\(zip)"
            for tool in [
                ["unzip", "-tq", path], ["7z", "t", path],
                ["python3", "-W", "error", "-m", "zipfile", "-t", path], ["bsdtar", "-tf", path],
            ] {
                let result = try runProgram(tool, environment: ["LC_ALL": "C.UTF-8"])
                #expect(result.status == 0, "\(tool): \(result.output)\(result.errors)")
                #expect(result.errors == "", "\(tool): \(result.errors)")
            }
        }
        // Incremental zips keep their files under their own paths.
        let names = try store.view(4).archive.entries.map(\.name)
        #expect(names.contains(Array("own".utf8)))
    }

    @Test(arguments: [OwnName.trees, OwnName.extents, OwnName.readme, Array("d/".utf8)])
    func everyPartOfAZipIsMended(name: [UInt8]) throws {
        let second = store.snapshots[1]
        let before = try fixture.everything(in: try store.view(2))
        let entry = try #require(
            try store.view(2).archive.entries.first { $0.name == name })
        try fixture.flip(
            fixture.path(of: second),
            at: entry.headerOffset + (name.last == UInt8(ascii: "/") ? 14 : 40))
        #expect(try !store.verify(depth: .everything).damage.isEmpty)
        #expect(try repair().isMended)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try fixture.everything(in: try store.view(2)) == before)
    }

    @Test func listingsThatNoZipHasComeFromTheCatalog() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        // A large directory, whose listing is in parts.
        for number in 0..<150 { try fixture.scratch.write("\(number)", to: "data/d/f\(number)") }
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        let before = try fixture.everything(in: try store.view(1))
        try fixture.damage(entry: OwnName.trees, of: store.snapshots[0], in: store)
        #expect(try !store.verify(depth: .everything).damage.isEmpty)
        let outcome = try repair(store)
        #expect(outcome.isMended)
        #expect(outcome.items.allSatisfy { $0.action == .mended })
        #expect(try fixture.everything(in: try store.view(1)) == before)
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test func whatIsNeededOfAZipWithoutARecordGoesIntoAContentZip() throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        try fixture.scratch.write("kept", to: "data/d/kept")
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        let before = try fixture.everything(in: try store.view(2))
        try store.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        let zip = try #require(try fixture.names("store/base").first)
        let path = BytePath("store/base/\(zip)")
        let reader = try ArchiveReader.openForObjects(
            try fixture.scratch.descriptor.openBeneath(path, []), path: path)
        let entry = try #require(reader.entries.first { $0.name == OwnName.record })
        try fixture.flip(
            "store/base/\(zip)",
            at: entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2)
        store.release()
        try fixture.removeTree("cache")
        store = try fixture.open()
        #expect(try repair(store).isMended)
        #expect(try fixture.names("store/base").allSatisfy { $0.hasSuffix(".content.zip") })
        #expect(try fixture.names("store/expired") == ["\(zip).damaged"])
        #expect(try fixture.everything(in: try store.view(2)) == before)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(store.expiredSnapshots == [])
    }

    @Test func aListingThatIsLostForGoodHoldsUpNoSweep() throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        try fixture.scratch.write("kept", to: "data/d/kept")
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.scratch.write("other", to: "data/d/kept")
        try fixture.saveChanges(store, "second", in: "own")
        try fixture.saveChanges(store, "third", in: "own")
        // All of the second zip's listings go, and the catalog that could make them anew.
        let second = store.snapshots[1]
        let entry = try #require(
            try store.view(2).archive.entries.first { $0.name == OwnName.trees })
        let start = entry.headerOffset + Int64(entry.localHeaderCount)
        for offset in 0..<entry.packed {
            try fixture.flip(fixture.path(of: second), at: start + offset)
        }
        store.release()
        try fixture.removeTree("cache")
        store = try fixture.open()
        try store.setPinned(2, true)
        #expect(userError { try store.delete(1) } == nil)
        let outcome = try repair(store)
        #expect(outcome.lost[2]?.contains { $0.isListing } == true)
        #expect(outcome.left == [])
        #expect(try store.verify(depth: .everything).damage == [])
        fixture.clock.advance(hours: 50)
        _ = try store.purge()
        var options = SweepOptions.now
        options.isThorough = true
        #expect(try store.sweep(options).brake == nil)
        #expect(try store.view(3).directory(at: .root).count == 2)
    }

    @Test func listingsOfAZipThatIsGoneComeFromTheCatalogToo() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.write("kept", to: "data/d/kept")
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        let gone = store.snapshots[0]
        try fixture.remove(fixture.path(of: gone))
        let outcome = try repair(store)
        #expect(!outcome.isMended)
        #expect(outcome.items.filter(\.found.isGone).map(\.action) == [.lost])
        #expect(outcome.lost.values.flatMap(\.self).map(\.path) == [BytePath("d/kept")])
        #expect(try store.view(2).directory(at: BytePath("d")).map(\.name) == [Array("kept".utf8)])
        #expect(try store.verify(depth: .everything).damage.map(\.snapshot) == [gone.number])
        #expect(try store.forgetGone(gone.number))
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test func anExpiredZipIsExaminedAndMendedToo() throws {
        let expired = try store.delete(1)
        #expect(expired.place == .expired)
        let before = try fixture.everything(in: try store.view(1))
        try fixture.damage("d/kept", in: expired, of: store)
        #expect(try store.verify(depth: .everything).damage.map(\.file) == [expired.fileName])
        #expect(try repair().isMended)
        #expect(try store.verify(depth: .everything).damage == [])
        try store.undelete(1)
        #expect(try fixture.everything(in: try store.view(1)) == before)
    }

    @Test(arguments: ["store.json", "store.old.json", "annotations.json", "annotations.old.json"])
    func whatLiesBesideTheZipsIsWrittenAnew(name: String) throws {
        for text in ["one", "two"] { try store.label(1, text) }
        let before = try fixture.scratch.read("store/\(name)")
        try fixture.flip("store/\(name)", at: Int64(before.count / 2))
        #expect(try store.verify(depth: .structure).damage.map(\.file) == [Array(name.utf8)])
        #expect(try repair().isMended)
        #expect(try store.verify(depth: .structure).damage == [])
        // The same by an agent that starts on it.
        try fixture.flip("store/\(name)", at: Int64(before.count / 2))
        store.release()
        let anew = try fixture.open()
        #expect(anew.uuid == store.uuid)
        #expect(anew.snapshots.count == 2)
        _ = try anew.repair(RepairOptions()) {}
        #expect(try anew.verify(depth: .structure).damage == [])
    }

    @Test func aCentralDirectoryIsMadeAnew() throws {
        let second = store.snapshots[1]
        let before = try fixture.everything(in: try store.view(2))
        try fixture.flip(fixture.path(of: second), at: second.status.size - 10)
        #expect(try !store.verify(depth: .everything).damage.isEmpty)
        #expect(try repair().isMended)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try fixture.everything(in: try store.view(2)) == before)
        #expect(try store.snapshot(2).damage == nil)
    }
}
