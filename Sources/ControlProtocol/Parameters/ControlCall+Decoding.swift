extension ControlCall {
    /// Reads the parameters of a call from its line; `nil` for a method that is no call.
    init?(_ method: Method, line: [UInt8]) throws {
        func parameters<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try ReportJSON.decode(RequestBody<Value>.self, from: line).params
        }
        switch method {
        case .hello, .cancel: return nil
        case .list: self = .list(try parameters(ListParameters.self))
        case .rows: self = .rows(try parameters(ListParameters.self))
        case .show: self = .show(try parameters(ShowParameters.self))
        case .ls: self = .ls(try parameters(LsParameters.self))
        case .cat: self = .cat(try parameters(CatParameters.self))
        case .diff: self = .diff(try parameters(DiffParameters.self))
        case .versions: self = .versions(try parameters(VersionsParameters.self))
        case .find: self = .find(try parameters(FindParameters.self))
        case .snapshot: self = .snapshot(try parameters(SnapshotParameters.self))
        case .restore: self = .restore(try parameters(RestoreParameters.self))
        case .pin: self = .pin(try parameters(ReferenceParameters.self))
        case .unpin: self = .unpin(try parameters(ReferenceParameters.self))
        case .label: self = .label(try parameters(LabelParameters.self))
        case .delete: self = .delete(try parameters(ReferenceParameters.self))
        case .undelete: self = .undelete(try parameters(ReferenceParameters.self))
        case .prune: self = .prune(try parameters(PruneParameters.self))
        case .sweep: self = .sweep(try parameters(SweepParameters.self))
        case .verify: self = .verify(try parameters(VerifyParameters.self))
        case .repair: self = .repair(try parameters(RepairParameters.self))
        case .export: self = .export(try parameters(ExportParameters.self))
        case .du: self = .du(try parameters(UsageParameters.self))
        case .status: self = .status(try parameters(StatusParameters.self))
        case .events: self = .events(try parameters(EventsParameters.self))
        case .resume: self = .resume(try parameters(ResumeParameters.self))
        }
    }
}
