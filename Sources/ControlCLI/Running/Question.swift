internal import LinuxSystem

/// A question to the person at the terminal; the default is no.
enum Question {
    /// Whether the answer is one of the words for yes; Enter, the end of input and all else are no.
    static func ask(_ question: String) -> Bool {
        StandardError.write(question)
        guard let answer = readLine() else {
            StandardError.write("\n")
            return false
        }
        return isYes(answer)
    }

    /// Whether a typed line agrees: `y` and `yes`, and the words of a Korean keyboard.
    static func isYes(_ line: [UInt8]) -> Bool {
        guard let text = String(validating: line, as: UTF8.self) else { return false }
        let word = text.filter { !$0.isWhitespace }.lowercased()
        // The last is what the y key gives in Hangul mode. String equality covers NFC and NFD.
        return ["y", "yes", "예", "네", "ㅛ"].contains(word)
    }

    /// A line of standard input without its end, `nil` at the end of input.
    private static func readLine() -> [UInt8]? {
        let input = FileDescriptor(adopting: 0)
        var line: [UInt8] = []
        var isEnded = false
        while line.count < 4096 {
            guard let count = try? input.readSome(into: &line, atMost: 1), count == 1 else {
                isEnded = true
                break
            }
            if line.last == UInt8(ascii: "\n") {
                line.removeLast()
                break
            }
        }
        _ = input.release()
        return isEnded ? nil : line
    }
}
