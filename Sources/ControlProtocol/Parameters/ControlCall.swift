/// A call with its parameters, as the agent's service gets it.
package enum ControlCall: Sendable, Hashable {
    case list(ListParameters)
    case rows(ListParameters)
    case show(ShowParameters)
    case ls(LsParameters)
    case cat(CatParameters)
    case diff(DiffParameters)
    case versions(VersionsParameters)
    case find(FindParameters)
    case snapshot(SnapshotParameters)
    case restore(RestoreParameters)
    case pin(ReferenceParameters)
    case unpin(ReferenceParameters)
    case label(LabelParameters)
    case delete(ReferenceParameters)
    case undelete(ReferenceParameters)
    case prune(PruneParameters)
    case sweep(SweepParameters)
    case verify(VerifyParameters)
    case repair(RepairParameters)
    case export(ExportParameters)
    case du(UsageParameters)
    case status(StatusParameters)
    case events(EventsParameters)
    case resume(ResumeParameters)

    /// The method's name on the wire.
    package var method: Method {
        switch self {
        case .list: .list
        case .rows: .rows
        case .show: .show
        case .ls: .ls
        case .cat: .cat
        case .diff: .diff
        case .versions: .versions
        case .find: .find
        case .snapshot: .snapshot
        case .restore: .restore
        case .pin: .pin
        case .unpin: .unpin
        case .label: .label
        case .delete: .delete
        case .undelete: .undelete
        case .prune: .prune
        case .sweep: .sweep
        case .verify: .verify
        case .repair: .repair
        case .export: .export
        case .du: .du
        case .status: .status
        case .events: .events
        case .resume: .resume
        }
    }

    /// The call's parameters, to be encoded.
    package var parameters: any Encodable & Sendable {
        switch self {
        case .list(let parameters): parameters
        case .rows(let parameters): parameters
        case .show(let parameters): parameters
        case .ls(let parameters): parameters
        case .cat(let parameters): parameters
        case .diff(let parameters): parameters
        case .versions(let parameters): parameters
        case .find(let parameters): parameters
        case .snapshot(let parameters): parameters
        case .restore(let parameters): parameters
        case .pin(let parameters): parameters
        case .unpin(let parameters): parameters
        case .label(let parameters): parameters
        case .delete(let parameters): parameters
        case .undelete(let parameters): parameters
        case .prune(let parameters): parameters
        case .sweep(let parameters): parameters
        case .verify(let parameters): parameters
        case .repair(let parameters): parameters
        case .export(let parameters): parameters
        case .du(let parameters): parameters
        case .status(let parameters): parameters
        case .events(let parameters): parameters
        case .resume(let parameters): parameters
        }
    }
}
