/// The stable codes of errors, a contract with scripts.
package enum ErrorCode: String, Sendable, Hashable, Codable, CaseIterable {
    // Usage.
    case unknownCommand = "unknown-command"
    case unknownOption = "unknown-option"
    case optionValue = "option-value"
    case missingOperand = "missing-operand"
    case extraOperand = "extra-operand"
    case whereTo = "where-to"
    case badRef = "bad-ref"
    case ambiguousRef = "ambiguous-ref"
    case refOrPath = "ref-or-path"
    case whichDataset = "which-dataset"
    case needsYes = "needs-yes"
    case noJSON = "no-json"
    case badLabel = "bad-label"
    case configSyntax = "config-syntax"
    case configValue = "config-value"
    case configKey = "config-key"
    case configOverlap = "config-overlap"
    case configTwice = "config-twice"
    case noDirectory = "no-directory"
    case socketLong = "socket-long"

    // Not found.
    case noSnapshot = "no-snapshot"
    case noLabel = "no-label"
    case beforeFirst = "before-first"
    case noPath = "no-path"
    case noMatch = "no-match"
    case noDataset = "no-dataset"
    case notAStore = "not-a-store"

    // No agent.
    case agentAbsent = "agent-absent"
    case agentGone = "agent-gone"
    case agentMute = "agent-mute"
    case agentStarting = "agent-starting"
    case agentLost = "agent-lost"
    case protocolVersion = "protocol"

    // Refused.
    case socketDenied = "socket-denied"
    case notOwner = "not-owner"
    case storeNewer = "store-newer"
    case storeBusy = "store-busy"
    case storeInside = "store-inside"
    case storeOpen = "store-open"
    case storeAbsent = "store-absent"
    case storeForeign = "store-foreign"
    case socketBusy = "socket-busy"
    case targetInStore = "target-in-store"
    case targetNotEmpty = "target-not-empty"
    case pinned
    case lastWhole = "last-whole"
    case braked
    case paused
    case declined
    case binaryToTerminal = "binary-to-terminal"
    case unsafeEntry = "unsafe-entry"
    case alreadyConfigured = "already-configured"

    // Failed.
    case noSpace = "no-space"
    case storeFull = "store-full"
    case readOnly = "read-only"
    case damaged
    case ioError = "io-error"
    case outputFailed = "output-failed"
    case interrupted
    case `internal` = "internal"

    /// How a program ends on this error unless it says otherwise.
    package var exit: ExitCode {
        switch self {
        case .unknownCommand, .unknownOption, .optionValue, .missingOperand, .extraOperand,
            .whereTo,
            .badRef, .ambiguousRef, .refOrPath, .whichDataset, .needsYes, .noJSON, .badLabel,
            .configSyntax, .configValue, .configKey, .configOverlap, .configTwice, .noDirectory,
            .socketLong:
            .usage
        case .noSnapshot, .noLabel, .beforeFirst, .noPath, .noMatch, .noDataset, .notAStore:
            .notFound
        case .agentAbsent, .agentGone, .agentMute, .agentStarting, .agentLost, .protocolVersion:
            .noAgent
        case .socketDenied, .notOwner, .storeNewer, .storeBusy, .storeInside, .storeOpen,
            .storeAbsent, .storeForeign, .socketBusy, .targetInStore, .targetNotEmpty, .pinned,
            .lastWhole, .braked, .paused, .declined, .binaryToTerminal, .unsafeEntry,
            .alreadyConfigured:
            .refused
        case .noSpace, .storeFull, .readOnly, .damaged, .ioError, .outputFailed, .interrupted,
            .internal:
            .failed
        }
    }
}
