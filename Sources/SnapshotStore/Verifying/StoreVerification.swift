package import SnapshotArchive
package import SnapshotModel

/// Something in a store that is not as it was written.
package struct StoreDamage: Sendable, Hashable {
    /// The zip's name.
    package var file: [UInt8]
    /// What is wrong, and the path in the newest of the snapshots that is lost by it.
    package var damage: Damage
    /// Whether every byte of the file is as it was written, and what is lost should lie in another one.
    package var isElsewhere = false
    /// Whether it is a snapshot that is to be kept, and whose zip is nowhere.
    package var isGone: Bool { damage.kind == .gone }
    /// The kept snapshots that show what is lost and do not hold it themselves elsewhere, in the order of their numbers.
    package var snapshots: [Int] = []
    /// The zip with a good copy of what is lost.
    package var otherFile: [UInt8]?
    /// The number of that zip's snapshot, if it is one.
    package var otherCopy: Int?

    /// The snapshot whose zip it is, or the newest that loses something by it.
    package var snapshot: Int? {
        let own = SnapshotFileName(file)?.number
        return own.flatMap { snapshots.isEmpty || snapshots.contains($0) ? $0 : nil }
            ?? snapshots.last
    }
}

/// How thoroughly a store is examined.
package struct VerificationDepth: Sendable, Hashable {
    /// Whether what the zips hold is unpacked and compared with its hashes.
    package var readsData: Bool
    /// How much of it, from 0 to 1; what is taken is random.
    package var share: Double
    /// The contents that are read, wherever there are copies; `nil` for all.
    package var chosen: Set<Digest>?

    /// Structure and trees only.
    package static let structure = VerificationDepth(readsData: false, share: 0)
    /// Every byte.
    package static let everything = VerificationDepth(readsData: true, share: 1)

    /// A random share of the data.
    package static func sample(_ share: Double) -> VerificationDepth {
        VerificationDepth(readsData: true, share: share)
    }

    /// Structure and trees, and certain contents.
    package static func contents(_ contents: Set<Digest>) -> VerificationDepth {
        VerificationDepth(readsData: !contents.isEmpty, share: 1, chosen: contents)
    }

    /// Whether the next object is to be read.
    func takes() -> Bool { readsData && (share >= 1 || Double.random(in: 0..<1) < share) }
}

/// What came of examining a store.
package struct StoreVerification: Sendable, Hashable {
    /// How many snapshots were examined.
    package var snapshots = 0
    /// How many different tree objects they consist of.
    package var trees = 0
    /// Plain bytes that were unpacked and compared with their hashes.
    package var bytesRead: Int64 = 0
    /// What is not as it was written.
    package var damage: [StoreDamage] = []
    /// What a repair found to be lost for good, and marked: nothing new.
    package var known: [StoreDamage] = []

    /// How many zips are damaged.
    package var damagedZips: Int { Set(damage.map(\.file)).count }
}
