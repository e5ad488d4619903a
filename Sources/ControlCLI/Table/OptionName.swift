/// The long options of `snapctl`, by their names.
///
/// An option means the same in every command that has it, so its short form and its value belong to the name.
package enum OptionName: String, CaseIterable, Sendable {
    case dataset, socket, store, json, color, progress, help, version
    case all, long, last, since, until
    case null, recursive, stat, deleted, larger
    case inPlace = "in-place"
    case to, delete
    case keepNewer = "keep-newer"
    case dryRun = "dry-run"
    case yes, label, full
    case readData = "read-data"
    case sample
    case follow, now

    /// The options that every command takes, before or after its name.
    package static let global: [OptionName] = [
        .dataset, .socket, .store, .json, .color, .progress, .help, .version,
    ]

    /// The letter of the short form, where Unix agrees on one.
    package var letter: Character? {
        switch self {
        case .help: "h"
        case .dryRun: "n"
        case .yes: "y"
        case .long: "l"
        case .all: "a"
        case .follow: "f"
        case .recursive: "r"
        case .null: "0"
        default: nil
        }
    }

    /// What the option's value is, `nil` for an option without one.
    package var value: OptionValue? {
        switch self {
        case .dataset: .name
        case .socket: .path
        case .store, .to: .directory
        case .color: .colorMode
        case .progress: .progressMode
        case .last: .count
        case .sample: .percentage
        case .larger: .size
        case .since, .until: .moment
        case .label: .text
        default: nil
        }
    }

    /// The option as a person types it, such as `--last`.
    package var typed: String { "--" + rawValue }

    /// The option with its short form and its value, such as `-n, --dry-run` or `--last N`.
    package var synopsis: String {
        let short = letter.map { "-\($0), " } ?? ""
        let value = value.map { " " + $0.placeholder } ?? ""
        return short + typed + value
    }
}

/// What an option's value stands for.
package enum OptionValue: Sendable {
    case name, path, directory, colorMode, progressMode, count, percentage, size, moment, text

    /// The word that help prints for the value.
    package var placeholder: String {
        switch self {
        case .name: "NAME"
        case .path: "PATH"
        case .directory: "DIR"
        case .colorMode: "auto|always|never"
        case .progressMode: "auto|plain|none"
        case .count: "N"
        case .percentage: "PCT"
        case .size: "SIZE"
        case .moment: "WHEN"
        case .text: "TEXT"
        }
    }

    /// The words that the value is limited to, empty if it is free.
    package var choices: [String] {
        switch self {
        case .colorMode: ["auto", "always", "never"]
        case .progressMode: ["auto", "plain", "none"]
        default: []
        }
    }

    /// The share that a percentage such as `5%`, `0.5%` or `100` stands for; `nil` if it is none.
    static func share(_ word: [UInt8]) -> Double? {
        let digits = word.last == UInt8(ascii: "%") ? word.dropLast() : word[...]
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }),
            let percentage = Double(String(decoding: digits, as: UTF8.self)),
            percentage > 0, percentage <= 100
        else { return nil }
        return percentage / 100
    }
}
