/// Splits a stream of bytes into lines of bounded length.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where the next line starts.
    private var start = 0
    /// Up to where there is no line end.
    private var searched = 0

    /// Adds bytes as they came.
    mutating func append(_ more: [UInt8]) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole line without its end, `nil` if more bytes must come first.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        if start == 0, end == bytes.count - 1 {
            // Long answers come alone: they are handed on as they are.
            var line: [UInt8] = []
            swap(&line, &bytes)
            line.removeLast()
            searched = 0
            return line
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Bytes of the line that has begun and not ended.
    var pending: Int { bytes.count - start }
}
