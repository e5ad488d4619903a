package import ControlProtocol
package import Restoring
package import SnapshotStore

/// A restore that is planned and checked, and has changed nothing yet.
package struct PreparedRestore: Sendable {
    /// The preview.
    package var report: RestoreReport
    /// What will be done.
    package let plan: RestorePlan
    /// The snapshot that is restored.
    package let view: SnapshotView

    /// Whether nothing needs to be done.
    package var changesNothing: Bool { plan.changesNothing }

    /// Whether something of the person's own is replaced or removed.
    package var replacesSomething: Bool { plan.replacesSomething }
}
