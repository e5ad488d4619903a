/// What one component of a path must look like.
struct SegmentPattern: Hashable, Sendable {
    /// The steps, neighbouring stars joined.
    let tokens: [PatternToken]

    init(_ tokens: [PatternToken]) {
        var joined = [PatternToken]()
        for token in tokens where token != .anyBytes || joined.last != .anyBytes {
            joined.append(token)
        }
        self.tokens = joined
    }

    /// Whether a component matches, in time proportional to its length times the pattern's.
    ///
    /// Going back to the last star is enough: what an earlier star could take, the last one can take too.
    func matches(_ name: ArraySlice<UInt8>) -> Bool {
        var at = name.startIndex
        var token = 0
        var retry: (at: Int, token: Int)?
        while at < name.endIndex {
            if token < tokens.count, tokens[token] == .anyBytes {
                token += 1
                retry = (at, token)
            } else if token < tokens.count, accepts(tokens[token], name[at]) {
                token += 1
                at += 1
            } else if let last = retry {
                at = last.at + 1
                token = last.token
                retry = (at, token)
            } else {
                return false
            }
        }
        while token < tokens.count, tokens[token] == .anyBytes { token += 1 }
        return token == tokens.count
    }

    private func accepts(_ token: PatternToken, _ byte: UInt8) -> Bool {
        switch token {
        case .byte(let expected): expected == byte
        case .anyByte: true
        case .anyBytes: false
        case .set(let set): set.matches(byte)
        }
    }
}
