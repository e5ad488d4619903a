internal import LinuxSystem
package import SnapshotModel

extension AgentConfiguration {
    /// No person writes a configuration larger than this.
    private static let sizeLimit = 1 << 20

    /// Reads a file and checks that what it names can be saved.
    package static func load(
        _ file: BytePath, places: ConfigurationPlaces = .current()
    ) throws(UserError) -> AgentConfiguration {
        let configuration = try parse(text: read(file), file: file, places: places)
        try configuration.checkDirectories()
        return configuration
    }

    /// Understands the text of a file, looking at nothing else.
    package static func parse(
        text: [UInt8], file: BytePath, places: ConfigurationPlaces = .current()
    ) throws(UserError) -> AgentConfiguration {
        try ConfigurationReader(text: text, file: file, places: places).configuration()
    }

    /// The configuration of one directory without a file, which `checkDirectories` has not seen yet.
    package static func standard(
        for directory: BytePath, name: String? = nil, store: BytePath? = nil,
        quiet: Duration? = nil, maxWait: Duration? = nil,
        places: ConfigurationPlaces = .current()
    ) -> AgentConfiguration {
        let path = WorkingDirectory.absolute(directory).withoutTrailingSlashes
        let canonical = (try? CanonicalPath.of(path)) ?? path
        let name = name ?? DatasetName.standard(for: canonical)
        let store = store.map { WorkingDirectory.absolute($0).withoutTrailingSlashes }
        return AgentConfiguration(datasets: [
            DatasetConfiguration(
                name: name, path: canonical, store: store ?? places.store(of: name),
                quiet: quiet, maxWait: maxWait)
        ])
    }

    private static func read(_ file: BytePath) throws(UserError) -> [UInt8] {
        do throws(SystemError) {
            return try FileDescriptor.open(file, [.readOnly, .nonBlocking]).readAll(
                atMost: sizeLimit)
        } catch {
            throw UserError(
                .configSyntax, "\(file.display) cannot be read", why: error.errno.message,
                remedy: error.errno == .noEntry
                    ? "snapagent init DIR writes one; snapagent run DIR needs none"
                    : "check the file's mode and owner",
                subject: file.display)
        }
    }
}
