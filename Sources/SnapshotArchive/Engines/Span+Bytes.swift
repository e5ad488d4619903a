extension [UInt8] {
    /// Appends the bytes of a span.
    package mutating func append(_ bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { free in
            unsafe free.withUnsafeMutableBufferPointer { target, count in
                unsafe bytes.withUnsafeBufferPointer { source in
                    count = unsafe target.update(fromContentsOf: source)
                }
            }
        }
    }
}
