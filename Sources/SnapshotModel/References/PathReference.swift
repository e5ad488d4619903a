/// A snapshot, a path, or a path in a snapshot, as typed.
package struct PathReference: Hashable, Sendable {
    /// How the text is put together.
    package enum Form: Hashable, Sendable {
        /// `REF`; a word that could be a label has this form, whether there is one or not.
        case reference
        /// `REF:PATH`, the path empty for all of it.
        case inside
        /// `PATH@WHEN`.
        case asOf
        /// `PATH@{before}`: the path before its last change.
        case beforeLastChange
        /// A path alone: nothing else has that form.
        case path
    }

    /// How the text is put together.
    package var form: Form
    /// The snapshot, of forms that name one.
    package var ref: SnapshotReference?
    /// The path as typed, of forms that have one.
    package var path: BytePath?

    /// Makes a reference of its parts.
    package init(_ form: Form, ref: SnapshotReference? = nil, path: BytePath? = nil) {
        self.form = form
        self.ref = ref
        self.path = path
    }

    /// Reads an operand, the longest time before a colon first: `@2026-11-29T10:00:a` is 10:00 and `a`.
    package static func parse(_ text: [UInt8]) throws(UserError) -> PathReference {
        if let reference = SnapshotReference.read(text[...]) {
            return PathReference(.reference, ref: reference)
        }
        for colon in text.indices.reversed() where text[colon] == UInt8(ascii: ":") {
            if let reference = SnapshotReference.read(text[..<colon]), reference.base != .live {
                return PathReference(
                    .inside, ref: reference, path: BytePath(Array(text[(colon + 1)...])))
            }
        }
        guard let first = text.first, first != UInt8(ascii: "@") else {
            throw SnapshotReference.malformed(text)
        }
        for sign in text.indices.dropFirst().reversed() where text[sign] == UInt8(ascii: "@") {
            let path = BytePath(Array(text[..<sign]))
            if text[(sign + 1)...].elementsEqual("{before}".utf8) {
                return PathReference(.beforeLastChange, path: path)
            }
            if let reference = SnapshotReference.read(text[sign...]) {
                return PathReference(.asOf, ref: reference, path: path)
            }
        }
        return PathReference(.path, path: BytePath(text))
    }
}
