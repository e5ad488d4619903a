/// What the commands that keep and tend say.
enum KeepSentence: String, Sentence {
    // snapshot
    case saved = "{number} of {dataset} saved: {files}, {bytes}, {changes} since {parent}, {time}"
    case savedSame =
        "{number} of {dataset} saved: {files}, {bytes}, nothing changed since {parent}, {time}"
    case savedFirst = "{number} of {dataset} saved: {files}, {bytes}, the first one, {time}"
    case nothingToSave = "Nothing changed since {number} of {dataset}; no new snapshot"
    case missingOne = "1 file is missing in {number}"
    case missingSome = "{count} files are missing in {number}"
    case missingItem = "  {name}  {detail}"
    case missingMore = "  and {count} more: snapctl show {number} --all"

    // pin, unpin, label, delete, undelete
    case pinned =
        "{number} is pinned: it never expires and cannot be deleted. Back: snapctl unpin {number}"
    case unpinned = "{number} may expire again. Back: snapctl pin {number}"
    case notPinned = "{number} is not pinned; nothing was changed"
    case labelled = "{number} is \"{label}\" (had no label). Remove: snapctl label {number} \"\""
    case relabelled =
        "{number} is \"{label}\" (was \"{before}\"). Remove: snapctl label {number} \"\""
    case unlabelled = "{number} has no label any more. Back: snapctl label {number} {before}"
    case stillUnlabelled = "{number} has no label"
    case deletedUntil = "{number} is deleted. Until {time} it comes back: snapctl undelete {number}"
    case forgotten = "{number} is forgotten. Its zip was gone from the store"
    case deleted = "{number} is deleted. It comes back: snapctl undelete {number}"
    case notDeleted = "{number} is not deleted; nothing was changed"
    case labelTwin = "{numbers} has the label \"{label}\" too"
    case labelTwins = "{numbers} have the label \"{label}\" too"
    case labelTwinWhy = "a label that several have names none of them"
    case labelTwinRemedy = "use the numbers; or give one another label: snapctl label {number} TEXT"
    case undeleted = "{number} is back. To delete it again: snapctl delete {number}"

    // prune
    case pruneKeep = "keep"
    case pruneExpire = "expire"
    case pruneHeading = "{dataset}: {policy}"
    case pruneDryRun =
        "{kept}, {count} would expire and free {bytes} {grace} later. Nothing was changed"
    case pruneDryRunNone = "{kept}, none would expire. Nothing was changed"
    case pruned = "{count} expired: {numbers}. Until {time} it comes back: snapctl undelete {first}"
    case prunedSome =
        "{count} expired: {numbers}. Until {time} they come back: snapctl undelete {first}"
    case prunedNone = "{dataset}: nothing expires, {kept}"
    case ruleLast = "{count} last"
    case ruleHourly = "{count} hourly"
    case ruleDaily = "{count} daily"
    case ruleWeekly = "{count} weekly"
    case ruleMonthly = "{count} monthly"
    case ruleYearly = "{count} yearly"
    case ruleWithin = "all of {time}"

    // du
    case usageHeading = "{dataset}: {bytes} on the disk"
    case usageLegend = "Deleting a snapshot frees what no other one needs; what they share stays."
    case usageNewest = "The newest whole one cannot be deleted."

    // sweep
    case sweptSome = "{dataset}: {freed} freed, {zips} removed, {time}"
    case sweptMore =
        "{dataset}: {freed} freed, {zips} removed, {written} written anew, {time}"
    case sweptNone = "{dataset}: nothing to free, {time}"
    case sweptSmaller = "{dataset}: {count} packed smaller by {saved}"
    case sweptDamage = "{objects} in {dataset}: damaged; what holds them stays"
    case sweptBraked = "{dataset}: nothing was removed, expiry is stopped: {reason}"

    // verify
    case verifyGood = "{dataset}  good: {snapshots}, structure and {trees}, {time}"
    case verifyGoodData = "{dataset}  good: {snapshots}, {bytes} read and {trees}, {time}"
    case verifyDamaged = "DAMAGED"
    case verifyDamage = "{count} damaged of {snapshots}, {time}"
    case damageCopy = "{detail}; {number} has a good copy"
    case damageNoCopy = "{detail}; no other copy"
    case damageAlso = "{detail}; also in {numbers}"
    case damageFirst = "{count} damaged; all else restores"
    case damageRemedy = "{command}    ({what})"
    case damageMendsCopy = "mends {name} from {number}"
    case damageMends = "mends {name}"
    case damageMarks = "takes {name} again or marks {number} partial"
    case damageUnsure = "shows what can be restored"
    case knownLoss = "lost for good, as noted by a repair"

    // repair
    case repairNone = "{dataset}  good: {snapshots}, {bytes} read, nothing to repair, {time}"
    case repairDone = "{dataset}  repaired: {zips} made anew, {time}"
    case repairPlan = "{dataset}  would make {zips} anew"
    case repairUnchanged = "Nothing was changed"
    case repairCopy = "mended from {number}"
    case repairMended = "mended"
    case repairTaken = "saved again from the directory"
    case repairLost = "lost: no copy anywhere"
    case repairMore = "{files} more are lost: snapctl show {number}"
    case repairRenamed = "has its name again: {detail}"
    case repairWouldRename = "gets its name back: {detail}"
    case repairGone = "is gone for good: {detail}"
    case repairGoneFirst = "{snapshots} gone for good"
    case goneRemedy = "put the zip back, or let it go: snapctl delete {number}"
    case repairLeft = "still damaged: {detail}"
    case repairWouldCopy = "from {number}"
    case repairWouldMend = "is made anew"
    case repairWouldTake = "is saved again: the directory still has it"
    case repairWouldLose = "no copy anywhere: marks {number} partial"
    case repairWouldLeave = "cannot be mended: {detail}"
    case repairUntaken = "the directory of {dataset} could not be read again"
    case repairLostOne = "1 file in {snapshots} is lost for good; all else restores"
    case repairLostSome = "{count} files in {snapshots} are lost for good; all else restores"
    case repairLeftFirst = "{count} still damaged"
    case repairLeftZip = "unzip gets what is whole in it"
    case repairLeftSnapshot = "unzip gets what is whole in it; to drop it: snapctl delete {number}"
    case repairPlanFirst = "{count} damaged"

    // export
    case exported = "{number} -> {file}: {files}, {plain} in {bytes}, {time}"

    // resume
    case resumed = "Expiry goes on: {datasets}"
}
