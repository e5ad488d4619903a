import Foundation
import TestSupport
import Testing

extension Workplace {
    /// Expects that neither the store nor the data hold anything half written.
    func expectNoLeftovers(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for directory in [store, data] where FileManager.default.fileExists(atPath: directory) {
            // A restore's are cleared by the first scan, a moment after the start.
            var temporary: [String] = []
            let areGone = try poll(until: {
                temporary = try FileManager.default.subpathsOfDirectory(atPath: directory)
                    .filter { $0.contains("snapagent-") }
                return temporary.isEmpty
            })
            #expect(areGone, "\(temporary)", sourceLocation: sourceLocation)
        }
        guard FileManager.default.fileExists(atPath: store) else { return }
        let known = [
            "README.txt", "store.json", "store.old.json", "annotations.json",
            "annotations.old.json", "base",
            "expired", "reserve", "lock",
        ]
        let strange = try FileManager.default.contentsOfDirectory(atPath: store)
            .filter { !$0.hasSuffix(".zip") && !known.contains($0) }
        #expect(strange == [], sourceLocation: sourceLocation)
    }
}
