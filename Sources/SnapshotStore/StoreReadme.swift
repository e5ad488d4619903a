internal import LinuxSystem

/// The text for the person who finds a store and does not know what it is.
enum StoreReadme {
    static let text = """
        This directory is a store of snapagent: snapshots of one directory, each a zip file.

        - Every zip opens with unzip, 7z, or the file manager. Extract into an empty directory.
        - The newest snapshot is the one with the highest number at the end of its name.
        - One that ends in .part.zip holds only what was new; the rest lies in the other zips.
        - `snapctl --store DIR list` and `snapctl --store DIR restore` work without an agent.

        base/     zips of older snapshots that the ones above still need: leave it alone.
        expired/  zips that only expired snapshots need. They go by themselves in time. To make
                  room now, delete any of them: all that is lost is `snapctl undelete` for those.

        Do not rename, change or remove anything else here by hand. store.json, annotations.json
        and lock belong to the snapshots; reserve is room that is given up when the disk is full.

        """

    /// Writes the text where it is missing or another version's, best effort: only people need it.
    static func refresh(in directory: borrowing FileDescriptor) {
        let wanted = Array(text.utf8)
        let present = try? directory.open(StoreFileName.readme, [.readOnly, .noFollow])
            .readAll(atMost: 1 << 16)
        guard present != wanted else { return }
        try? AtomicFile.write(wanted, as: StoreFileName.readme, in: directory)
    }
}
