import TestSupport

extension SeededGenerator {
    /// Bytes without NUL and slash, so a possible file name.
    mutating func name(atMost limit: Int = 12) -> [UInt8] {
        while true {
            let count = Int.random(in: 1...limit, using: &self)
            let name = (0..<count).map { _ in UInt8.random(in: 1...255, using: &self) }
            if !name.contains(0x2F), name != [0x2E], name != [0x2E, 0x2E] { return name }
        }
    }
}
