/// Random numbers that are the same in every run (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Bytes without NUL and slash, so a possible file name.
    mutating func name(atMost limit: Int = 12) -> [UInt8] {
        while true {
            let count = Int.random(in: 1...limit, using: &self)
            let name = (0..<count).map { _ in UInt8.random(in: 1...255, using: &self) }
            if !name.contains(0x2F), name != [0x2E], name != [0x2E, 0x2E] { return name }
        }
    }
}
