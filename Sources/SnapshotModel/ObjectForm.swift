/// In which form a zip holds an object: the content of a file, or a tree object.
package enum ObjectForm: UInt8, Sendable, Hashable {
    /// An ordinary entry whose plain data is the content.
    case entry
    /// A piece of the entry `.snapagent/trees`: deflate that can be unpacked on its own.
    case tree
    /// A patch, from which and another content the content is made.
    case patch
}
