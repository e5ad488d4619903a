/// Names of what a zip holds besides the snapshot's files.
package enum OwnName {
    /// What all of them begin with; no file of the dataset has such a name in a zip.
    package static let prefix = Array(".snapagent/".utf8)
    /// The first entry, for people; its bytes never change, so that the zip's first byte stays in use.
    package static let readme = Array(".snapagent/README.txt".utf8)
    /// The tree objects, end to end.
    package static let trees = Array(".snapagent/trees".utf8)
    /// Where every tree object and every chunk of a large file lies.
    package static let extents = Array(".snapagent/extents".utf8)
    /// What the names of patches begin with: from each and another content the content of a file is made.
    package static let patches = Array(".snapagent/patches/".utf8)
    /// What the snapshot is: the last entry.
    package static let record = Array(".snapagent/snapshot.json".utf8)
    /// What a content zip is: its last entry, in the place of a snapshot's record.
    package static let contentRecord = Array(".snapagent/content.json".utf8)
    /// What the names of contents begin with whose path no tool could extract.
    package static let odd = Array(".snapagent/odd/".utf8)

    /// The name of the `number`th content whose path no tool could extract.
    package static func odd(number: Int) -> [UInt8] {
        odd + Array(String(number).utf8)
    }

    /// The name of the `number`th patch.
    package static func patch(number: Int) -> [UInt8] {
        patches + Array(String(number).utf8)
    }
}
