import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// The store's disk is full, though every snapshot has found its room so far.
extension Alarm {
    init(_ shortage: StoreRoom.Shortage, of store: BytePath, since: FileTime) {
        let what =
            switch shortage {
            case .reserveUsed: "the reserve is used up: the next snapshot may not fit"
            case .reserveLeft: "nothing but the reserve is left"
            }
        self.init(
            code: AlarmCode.full.rawValue, since: since,
            message: "the store's disk is full, \(what)",
            remedy: "free space on the disk of \(store.display), or: snapctl du; "
                + "snapctl delete REF", isGrave: false)
    }
}

extension EngineWorker {
    /// Begins or ends the alarm of a full disk after a snapshot that was made all the same.
    func tellShortage() {
        let shortage: StoreRoom.Shortage?
        do throws(UserError) {
            shortage = try store.shortage()
        } catch {
            // Of a store that cannot be looked into another alarm tells.
            return
        }
        guard let shortage else { return engine.clearAlarm(.full) }
        let alarm = Alarm(shortage, of: store.path, since: WallClock.now())
        engine.raise(.full, alarm.message, remedy: alarm.remedy)
    }
}
