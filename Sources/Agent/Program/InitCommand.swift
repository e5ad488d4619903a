import Configuration
import LinuxSystem
import SnapshotModel

/// `snapagent init DIR`: from watching by hand to a service that starts with the machine.
enum InitCommand {
    private static let limit = 1 << 20

    /// Adds the directory to the configuration file, if the whole is then valid, and says what to type next.
    static func run(
        _ directory: BytePath, file: BytePath = ConfigurationPlaces.current().file
    ) throws(UserError) -> String {
        let path = WorkingDirectory.absolute(directory)
        let standard = AgentConfiguration.standard(for: path)
        try standard.checkDirectories()
        guard let dataset = standard.datasets.first else {
            throw UserError(
                .noDirectory, "there is no directory to add", remedy: "snapagent init DIR")
        }
        let before = try existing(file)
        if !before.isEmpty { try refuseKnown(dataset, in: before, of: file) }
        let text = before + (before.isEmpty ? heading : "\n") + (try block(for: dataset))
        // Checked before it is written: a file that is wrong would stop the service that runs.
        try AgentConfiguration.parse(text: Array(text.utf8), file: file).checkDirectories()
        try write(text, to: file)
        return """
            Added     \(dataset.path.display) ("\(dataset.name)") to \(file.display)
            Check     snapagent check
            Start     \(startCommand)
            Reload    \(reloadCommand)

            """
    }

    /// Refuses a directory that the configuration has already, by whatever path.
    private static func refuseKnown(
        _ dataset: DatasetConfiguration, in text: String, of file: BytePath
    ) throws(UserError) {
        func place(_ path: BytePath) -> BytePath { (try? CanonicalPath.of(path)) ?? path }
        let known = try AgentConfiguration.parse(text: Array(text.utf8), file: file).datasets
            .first { place($0.path) == place(dataset.path) }
        guard let known else { return }
        throw UserError(
            .alreadyConfigured, "\(dataset.path.display) is in the configuration already",
            why: "dataset \"\(known.name)\" in \(file.display)",
            remedy: "nothing to add; is all of it saved? snapctl status",
            subject: dataset.path.display)
    }

    private static let heading = "# What snapagent saves: see man snapagent.toml.\n\n"

    private static var startCommand: String {
        ServiceManager.own("enable --now snapagent")
    }

    private static var reloadCommand: String {
        ServiceManager.own("reload snapagent") + "    (if it runs already)"
    }

    private static func block(for dataset: DatasetConfiguration) throws(UserError) -> String {
        guard let path = String(validating: dataset.path.bytes, as: UTF8.self) else {
            throw UserError(
                .configValue, "\(dataset.path.display) cannot stand in a TOML file",
                why: "its name is not UTF-8", remedy: "snapagent run DIR",
                subject: dataset.path.display)
        }
        return "[[dataset]]\nname = \(quoted(dataset.name))\npath = \(quoted(path))\n"
    }

    /// A TOML basic string: see the TOML specification, 1.0, Strings.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func existing(_ file: BytePath) throws(UserError) -> String {
        do throws(SystemError) {
            let bytes = try FileDescriptor.open(file, .readOnly).readAll(atMost: limit)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            guard error.errno == .noEntry else { throw error.asUserError() }
            return ""
        }
    }

    private static func write(_ text: String, to file: BytePath) throws(UserError) {
        do throws(SystemError) {
            let directory = try DirectoryMaking.open(file.parent ?? .root)
            try AtomicFile.write(Array(text.utf8), as: file.name, in: directory)
        } catch {
            throw error.asUserError()
        }
    }
}

/// Opens a directory after making what is missing on the way to it.
enum DirectoryMaking {
    /// Opens the directory at an absolute path, with the mode 0700 for what had to be made.
    static func open(_ path: BytePath) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, [.readOnly, .directory])
        } catch {
            guard error.errno == .noEntry, let parent = path.parent else { throw error }
            let holder = try open(parent)
            try holder.makeDirectory(path.name, mode: 0o700)
            return try holder.open(path.name, [.readOnly, .directory])
        }
    }
}
