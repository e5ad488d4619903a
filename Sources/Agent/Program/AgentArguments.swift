import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// What the command line of `snapagent` asks for.
enum AgentCommand: Sendable, Hashable {
    /// Serve every dataset of a configuration file, or the default one if there is no name.
    case serve(configuration: BytePath?, StoreConsent?)
    /// Watch one directory without any configuration.
    case watch(BytePath, WatchOptions)
    /// Say what a configuration file would do.
    case check(configuration: BytePath?)
    /// Add a directory to the configuration file.
    case initialize(BytePath)
    /// Print how to use the program.
    case help
    /// Print the version.
    case version
}

/// What can be said on the command line about the one directory to watch.
struct WatchOptions: Sendable, Hashable {
    /// Where the store is, if not in the default place.
    var store: BytePath?
    /// The dataset's name, if not the directory's.
    var name: String?
    /// Where clients connect, if not in the default place.
    var socket: BytePath?
    /// How long nothing must have changed.
    var quiet: Duration?
    /// How long the first unsaved change waits at most.
    var maxWait: Duration?
    /// Which store is opened though it is not the one that was expected.
    var consent: StoreConsent?

    /// Makes options that leave everything at its default.
    init() {}
}

/// What a person agrees to about the store of one dataset, for one start.
struct StoreConsent: Sendable, Hashable {
    /// The dataset, if there are several.
    var dataset: String?
    /// Whether a store that was seen and is gone is begun anew.
    var newStore = false
    /// Whether the store of another machine is taken over.
    var takeOver = false
}

extension AgentCommand {
    private static let forms = [
        OptionForm(name: "config", letter: nil, takesValue: true),
        OptionForm(name: "store", letter: nil, takesValue: true),
        OptionForm(name: "name", letter: nil, takesValue: true),
        OptionForm(name: "socket", letter: nil, takesValue: true),
        OptionForm(name: "quiet", letter: nil, takesValue: true),
        OptionForm(name: "max-wait", letter: nil, takesValue: true),
        OptionForm(name: "new-store", letter: nil, takesValue: false),
        OptionForm(name: "take-over", letter: nil, takesValue: false),
        OptionForm(name: "help", letter: UInt8(ascii: "h"), takesValue: false),
        OptionForm(name: "version", letter: nil, takesValue: false),
    ]

    /// The usage text of `snapagent --help`.
    static let usage = """
        snapagent - save directories as plain zip files when changes settle
        Usage: snapagent run [--config FILE]     serve the datasets of the configuration
               snapagent run DIR [OPTION...]     watch one directory, no configuration needed
               snapagent check [--config FILE]   say what a configuration would do
               snapagent init DIR                add a directory to the configuration
        OPTIONS of run DIR
          --store DIR      where the zips go         --name NAME      the dataset's name
          --socket PATH    where snapctl connects    --quiet TIME     rest before a snapshot (3s)
          --max-wait TIME  longest wait (2m)
        OPTIONS of either run, of a configuration with --name if it has several datasets
          --new-store      begin anew where a store was seen before and is gone
          --take-over      go on with a store that another machine made
        EXAMPLES
          snapagent run ~/Documents
          snapagent run ~/Documents --store /mnt/disk/documents --quiet 10s
        EXIT   0 stopped on request  1 failed  2 usage or configuration  6 refused
        SEE    man snapagent    man snapagent.toml    snapctl --help

        """

    /// Reads the words after the program's name.
    ///
    /// - Throws: `unknown-command`, `unknown-option`, `option-value`, `missing-operand`, `extra-operand`.
    static func parse(_ words: [[UInt8]]) throws(UserError) -> AgentCommand {
        var line = AgentCommandLine()
        for word in OptionScanner.scan(words, options: forms) {
            try line.take(word, forms: forms)
        }
        return try line.command()
    }
}

/// The words of a command line, sorted by what they are.
private struct AgentCommandLine {
    private var operands: [[UInt8]] = []
    private var configuration: BytePath?
    private var options = WatchOptions()
    private var consent = StoreConsent()
    private var typed: Set<String> = []
    private let remedy = "snapagent --help"

    mutating func take(_ word: ScannedWord, forms: [OptionForm]) throws(UserError) {
        switch word {
        case .operand(let bytes):
            operands.append(bytes)
        case .unknown(let bytes):
            throw UserError(
                .unknownOption, "snapagent has no option \(displayName(bytes))", remedy: remedy,
                subject: displayName(bytes))
        case .valueMissing(let index):
            throw UserError(
                .optionValue, "--\(forms[index].name) needs a value", remedy: remedy)
        case .valueNeedless(let index, _):
            throw UserError(
                .optionValue, "--\(forms[index].name) takes no value", remedy: remedy)
        case .option(let index, let value):
            try set(forms[index].name, value ?? [])
        }
    }

    private mutating func set(_ name: String, _ value: [UInt8]) throws(UserError) {
        typed.insert(name)
        if value.isEmpty, ["config", "store", "socket"].contains(name) {
            throw UserError(
                .optionValue, "--\(name) needs a path, not an empty word", remedy: remedy)
        }
        switch name {
        case "config": configuration = BytePath(value)
        case "store": options.store = BytePath(value)
        case "name": options.name = String(decoding: value, as: UTF8.self)
        case "socket": options.socket = BytePath(value)
        case "quiet": options.quiet = try duration(value, of: name)
        case "max-wait": options.maxWait = try duration(value, of: name)
        case "new-store": consent.newStore = true
        case "take-over": consent.takeOver = true
        default: break
        }
    }

    private func duration(_ value: [UInt8], of option: String) throws(UserError) -> Duration {
        if let duration = DurationText.parse(String(decoding: value, as: UTF8.self)) {
            return duration
        }
        throw UserError(
            .optionValue, "--\(option) needs a time, not \"\(displayName(value))\"",
            remedy: "write 200ms, 3s, 2m, 1h or 1d")
    }

    mutating func command() throws(UserError) -> AgentCommand {
        if typed.contains("help") { return .help }
        if typed.contains("version") { return .version }
        guard let verb = operands.first else {
            throw UserError(
                .missingOperand, "snapagent needs a command", remedy: "snapagent run DIR")
        }
        let rest = Array(operands.dropFirst())
        switch String(decoding: verb, as: UTF8.self) {
        case "run": return try run(rest)
        case "check":
            try refuse(extra: rest, of: "check")
            try refuseOptions(but: ["config"])
            return .check(configuration: configuration)
        case "init":
            guard let directory = rest.first else {
                throw UserError(
                    .missingOperand, "init needs a directory", remedy: "snapagent init DIR")
            }
            try refuse(extra: Array(rest.dropFirst()), of: "init")
            try refuse(empty: directory, of: "init")
            try refuseOptions(but: [])
            return .initialize(BytePath(directory))
        case "help": return .help
        case "version": return .version
        default:
            throw UserError(
                .unknownCommand, "no command \"\(displayName(verb))\"",
                remedy: "snapagent run, check or init", subject: displayName(verb))
        }
    }

    private mutating func run(_ rest: [[UInt8]]) throws(UserError) -> AgentCommand {
        let isConsenting = consent.newStore || consent.takeOver
        guard let directory = rest.first else {
            try refuseOptions(
                but: ["config", "new-store", "take-over"] + (isConsenting ? ["name"] : []))
            consent.dataset = options.name
            return .serve(configuration: configuration, isConsenting ? consent : nil)
        }
        try refuse(extra: Array(rest.dropFirst()), of: "run")
        try refuse(empty: directory, of: "run")
        guard configuration == nil else {
            throw UserError(
                .unknownOption, "--config and a directory exclude each other",
                remedy: "snapagent run DIR, or: snapagent run --config FILE")
        }
        options.consent = isConsenting ? consent : nil
        return .watch(BytePath(directory), options)
    }

    /// Refuses what would have no effect.
    private func refuseOptions(but allowed: [String]) throws(UserError) {
        guard let option = typed.filter({ !allowed.contains($0) }).min() else { return }
        let (place, remedy) =
            switch option {
            case "config": ("run and check", "leave it out")
            case "new-store", "take-over": ("run", "leave it out")
            default: ("run DIR", "write it into the configuration, or leave it out")
            }
        throw UserError(
            .unknownOption, "--\(option) goes with \(place) only", remedy: remedy)
    }

    /// Refuses what would mean the current directory, which nobody named.
    private func refuse(empty directory: [UInt8], of verb: String) throws(UserError) {
        guard directory.isEmpty else { return }
        throw UserError(
            .missingOperand, "\(verb) needs a directory, not an empty word",
            why: "a variable that is not set gives an empty word",
            remedy: "snapagent \(verb) . for the current directory")
    }

    private func refuse(extra: [[UInt8]], of verb: String) throws(UserError) {
        guard let word = extra.first else { return }
        throw UserError(
            .extraOperand, "\(verb) does not take \"\(displayName(word))\"", remedy: remedy,
            subject: displayName(word))
    }
}
