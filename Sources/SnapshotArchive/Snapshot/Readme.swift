/// The first entry of every snapshot zip; its bytes belong to the format and never change.
enum Readme {
    /// 1980-01-01, the first time that a zip can name.
    static let modified: Int64 = 315_532_800

    static let text = """
        This zip is a snapshot of a directory, made by snapagent.

        The files are here under their own paths: any zip tool extracts them. Extract into
        an empty directory. Modes, owners and times come back as far as the tool can do that.

        .snapagent/snapshot.json  says what was saved, when, and what is missing, if anything
        .snapagent/trees          has every name with all its attributes, as text
        .snapagent/odd/           holds files whose names no zip tool could extract
        .snapagent/extents        says where the pieces of this zip lie

        With snapctl at hand: snapctl --store DIRECTORY restore latest --to NEW-DIRECTORY

        """
}
