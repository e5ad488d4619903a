import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore
import TreeScanning

/// `snapagent check`: what a configuration would do, without doing it.
enum CheckCommand {
    /// Reads the configuration and each directory in it, and says what would be watched and kept.
    static func run(_ file: BytePath) throws(UserError) -> String {
        let configuration = try AgentConfiguration.load(file)
        let datasets = Counted.text(configuration.datasets.count, "dataset")
        var text = "\(file.display): good, \(datasets)\n"
        var directories = 0
        for dataset in configuration.datasets {
            let (part, watches) = try describe(dataset)
            text += part
            directories += watches
        }
        let limit = watchLimit()
        text += "Watches   \(directories) needed of \(limit)\n"
        if directories > limit {
            text +=
                "          ! raise it: sudo sysctl fs.inotify.max_user_watches=\(directories * 2)\n"
        }
        return text
    }

    private static func describe(
        _ dataset: DatasetConfiguration
    ) throws(UserError) -> (text: String, directories: Int) {
        try explaining {
            let root = try TreeScanner.openRoot(dataset.path)
            let rules = ScanRules(
                excludes: IgnoreRules(patterns: dataset.exclude), maxFileSize: dataset.maxFileSize,
                oneFileSystem: dataset.oneFileSystem, honourCacheTag: dataset.cachedirTag)
            let scanned = try TreeScanner(rules: rules).scan(
                .everything(trustCache: false), root: root, known: NothingKnown(), lastScan: nil)
            let entries = scanned.items.map(\.entry)
            let directories = entries.count { $0.kind == .directory }
            var text = """
                \(dataset.name)  \(dataset.path.display)
                  holds   \(Counted.text(entries.count - directories, "file")), \
                \(ByteSize.text(entries.reduce(0) { $0 + $1.size })), \
                \(directories == 1 ? "1 directory" : "\(directories) directories")
                  saves   \(DurationText.text(dataset.quiet)) after you stop, at the latest \
                \(DurationText.text(dataset.maxWait)) after the first change
                  keeps   \(dataset.retention.summary)
                  store   \(dataset.store.display)

                """
            if try root.fileSystem().isRemote {
                text +=
                    "          ! a network file system: changes made elsewhere are seen every "
                    + "\(DurationText.text(dataset.scanInterval))\n"
            }
            for problem in scanned.problems {
                text += "          ! \(problem.path.display): \(problem.detail)\n"
            }
            return (text, directories)
        }
    }

    private static func watchLimit() -> Int {
        let path = BytePath("/proc/sys/fs/inotify/max_user_watches")
        guard let text = try? FileDescriptor.open(path, .readOnly).readAll(atMost: 64) else {
            return 0
        }
        return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
    }
}
