/// Standard error, for words that any thread may have to say.
package enum StandardError {
    /// Writes text as it is; nobody is left to hear of a failure.
    package static func write(_ text: String) {
        let descriptor = FileDescriptor(adopting: 2)
        try? descriptor.append(Array(text.utf8))
        _ = descriptor.release()
    }
}
