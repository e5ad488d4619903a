internal import SnapshotModel

/// Understands one `[[dataset]]`.
struct DatasetReader {
    let table: DatasetTable
    let pointer: String
    let source: ConfigurationSource
    let places: ConfigurationPlaces

    private typealias Key = DatasetTable.CodingKeys

    private var values: ValueReader { ValueReader(source: source, places: places) }

    func dataset() throws(UserError) -> DatasetConfiguration {
        guard let typedPath = table.path else {
            throw UserError(
                .configValue, source.prefix(ofKey: pointer) + "this dataset has no path",
                remedy: "add path = \"...\"")
        }
        let path = try values.path(typedPath, key: "path", pointer: place(of: .path))
        let name = try name(for: path)
        var store = places.store(of: name)
        if let typed = table.store {
            store = try values.path(typed, key: "store", pointer: place(of: .store))
        }
        var dataset = DatasetConfiguration(
            name: name, path: path, store: store, quiet: try duration(table.quiet, .quiet),
            maxWait: try duration(table.maxWait, .maxWait))
        try readTimes(into: &dataset)
        try readLimits(into: &dataset)
        if let rules = table.retention { dataset.retention = try retention(rules) }
        return dataset
    }

    private func name(for path: BytePath) throws(UserError) -> String {
        guard let name = table.name else { return DatasetName.standard(for: path) }
        if let flaw = DatasetName.flaw(of: name) {
            throw values.error(
                place(of: .name), "name = \(values.quoted(name)): \(flaw)",
                remedy: "write name = \"\(DatasetName.standard(for: BytePath(name)))\"",
                subject: name)
        }
        return name
    }

    private func readTimes(into dataset: inout DatasetConfiguration) throws(UserError) {
        dataset.deleteQuiet =
            try duration(table.deleteQuiet, .deleteQuiet) ?? dataset.deleteQuiet
        dataset.minInterval =
            try duration(table.minInterval, .minInterval) ?? dataset.minInterval
        dataset.maxLoss = try duration(table.maxLoss, .maxLoss) ?? dataset.maxLoss
        dataset.verifyInterval =
            try duration(table.verifyInterval, .verifyInterval) ?? dataset.verifyInterval
        dataset.scanInterval =
            try duration(table.scanInterval, .scanInterval) ?? dataset.scanInterval
        dataset.grace = try duration(table.grace, .grace) ?? dataset.grace
        try require(
            dataset.maxWait, .maxWait, atLeast: dataset.quiet, of: .quiet,
            because: "a snapshot would never wait for quiet")
        try require(
            dataset.maxLoss, .maxLoss, atLeast: dataset.maxWait, of: .maxWait,
            because: "the alarm would come before the snapshot")
        try require(
            dataset.verifyInterval, .verifyInterval, atLeast: .seconds(60), of: nil,
            because: "the walks would never end")
        try require(
            dataset.scanInterval, .scanInterval, atLeast: .seconds(1), of: nil,
            because: "the scans would never end")
    }

    private func readLimits(into dataset: inout DatasetConfiguration) throws(UserError) {
        dataset.exclude = table.exclude ?? []
        dataset.maxFileSize = try values.size(
            table.maxFileSize, key: "max_file_size", pointer: place(of: .maxFileSize))
        dataset.oneFileSystem = table.oneFileSystem ?? dataset.oneFileSystem
        dataset.cachedirTag = table.cachedirTag ?? dataset.cachedirTag
        dataset.recompress = table.recompress ?? dataset.recompress
        dataset.brake = table.brake?.value ?? dataset.brake
        guard (1...100).contains(dataset.brake) else {
            throw values.error(
                place(of: .brake), "brake = \(dataset.brake): a percentage is from 1 to 100",
                remedy: "write brake = 50", subject: String(dataset.brake))
        }
        dataset.verifySample = table.verifySample ?? dataset.verifySample
        guard (0...100).contains(dataset.verifySample) else {
            throw values.error(
                place(of: .verifySample),
                "verify_sample = \(dataset.verifySample): a percentage is from 0 to 100",
                remedy: "write verify_sample = 0.5", subject: String(dataset.verifySample))
        }
        if let typed = table.layout { dataset.layout = try layout(typed) }
        dataset.onAlarm = table.onAlarm?.words ?? dataset.onAlarm
    }

    private func layout(_ typed: String) throws(UserError) -> LayoutPreference {
        guard let layout = LayoutPreference(rawValue: typed) else {
            throw values.error(
                place(of: .layout), "layout = \(values.quoted(typed)): no such layout",
                remedy: "write layout = \"auto\", \"complete\" or \"incremental\"",
                subject: typed)
        }
        return layout
    }

    private func retention(_ rules: RetentionTable) throws(UserError) -> RetentionPolicy {
        let policy = RetentionPolicy(
            last: try count(rules.last, .last), hourly: try count(rules.hourly, .hourly),
            daily: try count(rules.daily, .daily), weekly: try count(rules.weekly, .weekly),
            monthly: try count(rules.monthly, .monthly), yearly: try count(rules.yearly, .yearly),
            within: try values.duration(
                rules.within, key: "within", pointer: place(of: .retention) + "/within"))
        guard !policy.isEmpty else {
            throw values.error(
                place(of: .retention), "these rules keep no snapshot at all",
                remedy: "write at least last = 1, or leave the table out for \(usual)",
                subject: "retention")
        }
        return policy
    }

    private var usual: String { RetentionPolicy.standard.summary }

    private func count(
        _ count: WholeNumber?, _ key: RetentionTable.CodingKeys
    ) throws(UserError) -> Int {
        try values.count(
            count?.value, key: key.rawValue, pointer: place(of: .retention) + "/" + key.rawValue)
    }

    private func duration(_ text: String?, _ key: Key) throws(UserError) -> Duration? {
        try values.duration(text, key: key.rawValue, pointer: place(of: key))
    }

    private func require(
        _ duration: Duration, _ key: Key, atLeast least: Duration, of other: Key?,
        because why: String
    ) throws(UserError) {
        guard duration < least else { return }
        let limit = DurationText.text(least)
        var error = values.error(
            place(of: key),
            "\(key.rawValue) is \(DurationText.text(duration)), less than "
                + (other.map { "\($0.rawValue), which is \(limit)" } ?? limit),
            remedy: "write \(key.rawValue) = \"\(limit)\" or more", subject: key.rawValue)
        error.why = why
        throw error
    }

    private func place(of key: Key) -> String { "\(pointer)/\(key.rawValue)" }
}
