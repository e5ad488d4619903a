extension IgnoreRules {
    /// The name of the file in any directory that holds patterns for what lies below it.
    package static let fileName = Array(".snapagentignore".utf8)
}
