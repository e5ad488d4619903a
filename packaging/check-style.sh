#!/usr/bin/env bash
# What the formatter cannot see: constructs this code does without, and where `unsafe` may stand.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0

# complain NAME MATCHES: the matches, if there are any, under the rule they break.
complain() {
    [[ -n $2 ]] || return 0
    printf '%s:\n%s\n\n' "$1" "$2" >&2
    failed=1
}

# code PATTERN DIR...: the lines that match, comments left out.
code() {
    local pattern=$1
    shift
    grep -rnE --include='*.swift' "$pattern" "$@" | grep -vE '^[^:]+:[0-9]+:[[:space:]]*//'
}

# The targets that wrap the kernel or a C library.
wrappers='^Sources/(LinuxSystem|CivilCalendar|TreeWatching|SnapshotArchive|SnapshotCatalog|Configuration|JSONReading)/'

complain 'try! or as!' "$(code '\btry!|\bas! ' Sources Tests)"
complain 'fatalError(' "$(code '\bfatalError\(' Sources Tests)"
complain 'import Foundation (FoundationEssentials instead)' \
    "$(code '^[[:space:]]*(package |internal |public )?import Foundation[[:space:]]*$' Sources)"
# Each of these starts a pool whose monitor wakes the process once a second for ever.
complain 'tasks, actors or Dispatch' \
    "$(code 'Task\.detached|\bTask ?\{|Task\.sleep|\bDispatch[A-Z]|concurrentPerform|\bactor [A-Z]|\basync\b' Sources)"
complain 'TODO, FIXME or XXX' \
    "$(grep -rnE '\b(TODO|FIXME|XXX)\b' --include='*.swift' --include='*.c' --include='*.cpp' --include='*.h' Sources Tests)"
complain 'nonisolated(unsafe) or @unchecked Sendable more than three times' \
    "$(code 'nonisolated\(unsafe\)|@unchecked Sendable' Sources | awk '{ line[NR] = $0 } END { if (NR > 3) for (i = 1; i <= NR; i++) print line[i] }')"
complain 'unsafe outside the wrapper targets' \
    "$(code '(^|[ (=])unsafe [A-Za-z_&(]' Sources | grep -vE "$wrappers")"
complain 'import Glibc outside the wrapper targets' \
    "$(code 'import Glibc' Sources | grep -vE "$wrappers")"
complain 'a sleeping test (await readiness, or poll with a deadline by TestSupport)' \
    "$(code '\b(u|nano)?sleep\(|Thread\.sleep' Tests | grep -v '^Tests/TestSupport/')"
complain 'over 500 lines' \
    "$(find Sources Tests -name '*.swift' -exec wc -l {} + | awk '$2 != "total" && $1 > 500')"

exit $failed
