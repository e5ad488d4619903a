/// The text for the person who finds a store and does not know what it is.
enum StoreReadme {
    static let text = """
        This directory is a store of snapagent: snapshots of one directory, each a zip file.

        - Every zip opens with unzip, 7z, or the file manager. Extract into an empty directory.
        - The newest snapshot is the one with the highest number at the end of its name.
        - `snapctl --store DIR list` and `snapctl --store DIR restore` work without an agent.

        Do not rename, change or remove anything here by hand, but for one thing: whatever lies in
        expired/ may be deleted at any time to make room. store.json, annotations.json and lock
        belong to the snapshots; reserve is room that is given up when the disk is full.

        """
}
