/// What `version` and `--version` print.
enum VersionSentence: String, Sentence {
    case short = "snapctl {version}"
    case agent = "agent {version}"
    case noAgent = "agent: none is running"
    case talk = "protocol {version}"
}
