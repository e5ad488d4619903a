import Configuration
import LinuxSystem
import SnapshotModel

extension StoreConsent {
    /// The same for the one dataset that it is about.
    ///
    /// - Throws: `which-dataset` if several could be meant, for a disk may be gone for good while another is not
    ///   mounted yet; `no-dataset` if none has the name.
    func chosen(among datasets: [DatasetConfiguration]) throws(UserError) -> StoreConsent {
        let names = datasets.map(\.name)
        guard let dataset else {
            guard names.count == 1 else {
                let option = newStore ? "--new-store" : "--take-over"
                throw UserError(
                    .whichDataset, "\(option) for \(names.joined(separator: " or "))?",
                    remedy: "add --name \(names.first ?? "NAME")", subject: option, near: names)
            }
            return StoreConsent(dataset: names[0], newStore: newStore, takeOver: takeOver)
        }
        guard names.contains(dataset) else {
            throw UserError(
                .noDataset, "there is no dataset \"\(displayName(Array(dataset.utf8)))\"",
                remedy: "the configuration has " + names.joined(separator: ", "),
                subject: dataset, near: NearMatch.find(dataset, in: names))
        }
        return self
    }

    /// An error about a store with the command that opens it all the same.
    static func explaining(
        _ error: UserError, dataset: String, in source: ConfigurationSource
    ) -> UserError {
        guard case .file(let file, _) = source else { return error }
        let command =
            "snapagent run --config \(shellWord(WorkingDirectory.absolute(file).bytes)) --name "
            + dataset
        var error = error
        switch error.code {
        case .storeAbsent:
            error.remedy =
                "mount it, and saving begins by itself; to start over without its snapshots, once: "
                + "\(command) --new-store"
        case .storeForeign:
            error.remedy = "if that machine uses it no more, once: \(command) --take-over"
        default: break
        }
        return error
    }
}
