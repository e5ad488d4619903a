internal import Synchronization

/// Hands out the indices of a list to threads, a few at a time.
final class SharedIndex: Sendable {
    private let next = Atomic<Int>(0)

    /// The next indices, `nil` when all are taken.
    func take(_ step: Int, of count: Int) -> Range<Int>? {
        let start = next.wrappingAdd(step, ordering: .relaxed).oldValue
        return start < count ? start..<min(start + step, count) : nil
    }
}
