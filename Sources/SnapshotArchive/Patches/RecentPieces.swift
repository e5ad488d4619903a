/// The few pieces of a content that were unpacked last, by their numbers.
struct RecentPieces {
    private let limit: Int
    private var pieces: [(number: Int, bytes: [UInt8])] = []
    private var next = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The piece with this number, if it is still there.
    func find(_ number: Int) -> [UInt8]? {
        for piece in pieces where piece.number == number { return piece.bytes }
        return nil
    }

    /// Keeps a piece in the place of the oldest.
    mutating func keep(_ bytes: [UInt8], as number: Int) {
        if pieces.count < limit {
            pieces.append((number, bytes))
        } else {
            pieces[next] = (number, bytes)
            next = (next + 1) % limit
        }
    }
}
