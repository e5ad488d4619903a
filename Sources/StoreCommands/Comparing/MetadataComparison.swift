internal import ControlProtocol
internal import SnapshotModel

/// Finds the attributes in which two entries of one kind differ; times alone are no difference.
enum MetadataComparison {
    static func fields(_ old: TreeEntry, _ new: TreeEntry) -> [FieldChange] {
        var fields: [FieldChange] = []
        func note(_ field: String, _ before: String?, _ after: String?) {
            fields.append(FieldChange(field: field, before: before, after: after))
        }
        // A link's mode means nothing.
        if old.kind != .link, old.mode != new.mode {
            note("mode", StoreCommands.octal(old.mode), StoreCommands.octal(new.mode))
        }
        if old.uid != new.uid { note("owner", "\(old.uid)", "\(new.uid)") }
        if old.gid != new.gid { note("group", "\(old.gid)", "\(new.gid)") }
        if old.attributes != new.attributes { note("attributes", nil, nil) }
        if old.device != new.device {
            note("device", text(old.device), text(new.device))
        }
        return fields
    }

    private static func text(_ device: DeviceNumber?) -> String? {
        device.map { "\($0.major):\($0.minor)" }
    }
}
