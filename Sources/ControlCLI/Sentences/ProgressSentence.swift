/// What a progress line says.
enum ProgressSentence: String, Sentence {
    case filesOf = "{done} of {total}"
    case bytesOf = "{done} of {size}"
    case rate = "{size}/s"
}
