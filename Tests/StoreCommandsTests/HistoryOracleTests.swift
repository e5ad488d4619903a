import ControlProtocol
import Foundation
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// Random histories: `versions` of every path that ever was says what the trees of all kept snapshots say.
@Suite struct HistoryOracleTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func theVersionsAreThoseOfTheTrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try CommandFixture()
        for _ in 1...12 {
            for _ in 0..<Int.random(in: 1...5, using: &random) { try change(fixture, &random) }
            try fixture.save()
        }
        for _ in 1...3 {
            guard let number = fixture.store.snapshots.dropLast().randomElement(using: &random)
            else { continue }
            _ = try? fixture.store.delete(number.number)
        }
        let oracle = try HistoryOracle(fixture.store)
        let online = try fixture.commands()
        let offline = try fixture.offlineCommands()
        for path in oracle.paths {
            let parameters = VersionsParameters(
                scope: online.scope, path: WireBytes(path.isRoot ? Array(".".utf8) : path.bytes))
            let report = try online.versions(parameters)
            #expect(try offline.versions(parameters) == report, "seed \(seed), \(path.display)")
            let problems = oracle.problems(of: report)
            #expect(problems == [], "seed \(seed), \(path.display)")
        }
    }

    private func change(_ fixture: CommandFixture, _ random: inout SeededGenerator) throws {
        let root = String(decoding: fixture.data.bytes, as: UTF8.self)
        let files = FileManager.default
        let all = ([""] + (files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []))
            .sorted()
        func isDirectory(_ path: String) -> Bool {
            (try? files.attributesOfItem(atPath: root + "/" + path))?[.type] as? FileAttributeType
                == .typeDirectory
        }
        let holder = all.filter { isDirectory($0) }.randomElement(using: &random) ?? ""
        let names = ["a", "b", "c", "d"]
        let target =
            holder + (holder.isEmpty ? "" : "/") + (names.randomElement(using: &random) ?? "a")
        let place = root + "/" + target
        let some = all.randomElement(using: &random) ?? ""
        switch Int.random(in: 0...9, using: &random) {
        case 0...3 where !isDirectory(target):
            let text = ["", "one", "two", "three"].randomElement(using: &random) ?? ""
            try? files.removeItem(atPath: place)
            try Data(text.utf8).write(to: URL(fileURLWithPath: place))
        case 4 where !all.contains(target):
            try files.createDirectory(atPath: place, withIntermediateDirectories: false)
        case 5 where !some.isEmpty: try files.removeItem(atPath: root + "/" + some)
        case 6, 7:
            guard !some.isEmpty, !all.contains(target), !(target + "/").hasPrefix(some + "/")
            else { return }
            try files.moveItem(atPath: root + "/" + some, toPath: place)
        case 8 where !all.contains(target):
            try files.createSymbolicLink(
                atPath: place,
                withDestinationPath: names.randomElement(using: &random) ?? "a")
        default:
            // A link's target may not be there.
            try? files.setAttributes(
                [.posixPermissions: Int.random(in: 0o700...0o702, using: &random)],
                ofItemAtPath: root + "/" + some)
        }
    }
}
