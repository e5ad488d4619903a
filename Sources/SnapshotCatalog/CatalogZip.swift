package import SnapshotModel

/// A zip as the catalog saw it last; one that looks otherwise is another one.
package struct CatalogZip: Sendable, Hashable {
    /// The file's name.
    package var name: [UInt8]
    /// The directory it lies in.
    package var place: ZipPlace
    /// Bytes of the file.
    package var size: Int64
    /// The file's inode number.
    package var inode: UInt64
    /// When the file was written.
    package var modified: FileTime

    /// Makes a zip's description from what the directory and `stat` say.
    package init(
        name: [UInt8], place: ZipPlace, size: Int64, inode: UInt64, modified: FileTime
    ) {
        self.name = name
        self.place = place
        self.size = size
        self.inode = inode
        self.modified = modified
    }
}
