extension Brake {
    /// What to do about it: where the store is damaged a repair comes before letting go, else a look.
    package var remedy: String {
        if isAboutDamage { return "snapctl repair; for what it cannot mend: snapctl resume" }
        let resume = "if it was meant: snapctl resume"
        return look.map { "\($0); \(resume)" } ?? resume
    }

    private var isAboutDamage: Bool {
        switch code {
        case .verifyFailed: true
        case .unreadable: StoreJob.isAboutZips(self)
        default: false
        }
    }
}
