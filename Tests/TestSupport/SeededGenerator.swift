internal import LinuxSystem

/// Random numbers that a seed brings back (SplitMix64, which is fast and of no other use).
///
/// Every expectation made with it should mention ``seed``; `SNAPAGENT_TEST_SEED` sets it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What brings the same numbers back.
    package let seed: UInt64
    private var state: UInt64

    /// Starts from a seed: the one given, the environment's or a random one, which it prints.
    package init(seed: UInt64? = nil) {
        let wished = ProcessEnvironment.value("SNAPAGENT_TEST_SEED").flatMap { UInt64($0) }
        self.seed = seed ?? wished ?? UInt64.random(in: 0 ... .max)
        state = self.seed
        if seed == nil { print("SNAPAGENT_TEST_SEED=\(self.seed)") }
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            let word = next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
