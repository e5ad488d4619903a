/// What `restore` says.
enum RestoreSentence: String, Sentence {
    // Preview.
    case title = "{number} of {dataset}, {time} ({ago}) -> {target}"
    case create = "create"
    case overwrite = "overwrite"
    case overwriteNewer = "overwrite NEWER"
    case adjust = "set right"
    case delete = "delete"
    case same = "same"
    case cannot = "cannot"
    case file = "file"
    case files = "files"
    case newerNote = "changed after the snapshot:"
    case newerFile = "{name}  {time}"
    case newerMore = "and {count} more"
    case extraOne = "(1 file not in {number} stays; --delete removes it)"
    case extraSome = "({count} files not in {number} stay; --delete removes them)"
    case adjustNote = "modes, owners, times, attributes and hard links"
    case sameNote = "left alone"
    case needsOf = "Needs {needed}, {free} free."
    case needs = "Needs {needed}."
    case savedFirst = "What is replaced is saved first."
    case nothingSaved = "Nothing is saved first, no undo."
    case nothingChanged = "Nothing was changed"

    // Question.
    case question = "Restore {files}? [y/N] "
    case questionDelete = "Restore {files} and delete {deleted}? [y/N] "
    case questionDeleteOnly = "Delete {deleted}? [y/N] "
    case wouldOverwrite = "overwrite {files}"
    case wouldDelete = "delete {deleted}"
    case wouldBoth = "overwrite {files}, delete {deleted}"

    // Result.
    case nothingToRestore = "Nothing to restore: {target} is as in {number}"
    case nothingToRestoreExtraOne =
        "Nothing to restore: {target} has all of {number}, and 1 file more; --delete removes it"
    case nothingToRestoreExtraSome =
        "Nothing to restore: {target} has all of {number}, and {count} files more; --delete removes them"
    case whatIsNamed = "what is named"
    case noneCanBeRestored = "Nothing of {number} that differs can be restored"
    case restored = "Restored {files}, {bytes}, from {number} in {time}: {parts}"
    case deletedOnly = "Restored {target} as in {number} in {time}: {parts}"
    case restoredPart = "Restored {done} of {files} from {number} in {time}"
    case created = "{count} created"
    case overwritten = "{count} overwritten"
    case adjusted = "{count} set right"
    case deleted = "{count} deleted"
    case takeBack = "To take it back: snapctl restore {safety} --in-place"
    case takeBackCreated = "To take it back: snapctl restore {safety} --in-place --delete"
    case failedOne = "1 file is not as it was"
    case failedSome = "{count} files are not as they were"
    case failure = "  {count}  {name}: {message}"
    case failures = "  {count}  {message}: {names}"
    case failuresMore = "  {count}  {message}: {names} and {rest} more"
    case failedRemedy = "{command}, when what is in the way is gone"
    case damagedRemedy =
        "what can be brought back: snapctl repair -n; other versions: snapctl versions PATH"
    case bothRemedies = "{first}; for the rest: {second}"
    case note = "not put back: {note}"

    // Ctrl-C.
    case stopping = "stopping..."
}
