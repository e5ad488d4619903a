#!/usr/bin/env bash
# The whole story in a minute, in a scratch directory: every step is the real command, and its exit status is checked.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PWD/.build/release:$PATH

scratch=$(mktemp -d "${TMPDIR:-/tmp}/snapagent-demo.XXXXXX")
agent=
finish() {
    [[ -z $agent ]] || kill "$agent" 2>/dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT

# Nothing of this touches the person's own configuration, stores or agent.
export XDG_CONFIG_HOME=$scratch/config XDG_STATE_HOME=$scratch/state XDG_CACHE_HOME=$scratch/cache
export XDG_RUNTIME_DIR=$scratch/run SNAPAGENT_SOCKET=$scratch/socket
mkdir -p "$XDG_RUNTIME_DIR"
documents=$scratch/documents
store=$scratch/store

say() { printf '\n# %s\n' "$*"; }

# shown STATUS COMMAND...: prints the command as it would be typed, runs it, and wants that exit status.
shown() {
    local wanted=$1 status=0
    shift
    printf '$'
    printf ' %q' "$@"
    printf '\n'
    "$@" || status=$?
    [[ $status == "$wanted" ]] || {
        printf 'demo: that ended with %s, not %s\n' "$status" "$wanted" >&2
        exit 1
    }
}

# saved NUMBER: waits until the store has that snapshot.
saved() {
    for _ in {1..300}; do
        compgen -G "$store/*_$1.zip" >/dev/null && return
        sleep 0.1
    done
    printf 'demo: no snapshot %s after 30 seconds\n' "$1" >&2
    exit 1
}

say "A directory with some work in it."
mkdir -p "$documents/reports"
echo "Buy milk" >"$documents/notes.txt"
seq 1 2000 >"$documents/reports/numbers.csv"
printf 'chapter one\nchapter two\n' >"$documents/book.txt"
shown 0 ls -R "$documents"

say "The agent watches it. It saves half a second after the last change, here; three seconds unless told otherwise."
printf '$ snapagent run %q --store %q --quiet 500ms --max-wait 5s &\n' "$documents" "$store"
snapagent run "$documents" --store "$store" --socket "$SNAPAGENT_SOCKET" --quiet 500ms --max-wait 5s \
    >"$scratch/log" 2>&1 &
agent=$!
saved 1
cat "$scratch/log"

say "Work goes on: a line more, a new file, an old one away. Nobody saves anything by hand."
echo "Call the bank" >>"$documents/notes.txt"
saved 2
mkdir "$documents/drafts"
echo "Dear Sir" >"$documents/drafts/letter.txt"
rm "$documents/book.txt"
saved 3
shown 0 snapctl list

say "What changed between the first and the newest?"
shown 0 snapctl diff 1 latest

say "Before something risky: a snapshot with a name, kept for good."
shown 0 snapctl snapshot --label "before the import"
shown 0 snapctl pin latest

say "A program damages a file, and it is saved like that: a snapshot is no judge."
head -c 3000 /dev/urandom >"$documents/reports/numbers.csv"
saved 5

say "What would come back? Only looking."
shown 0 snapctl restore "before the import" reports --in-place --dry-run

say "Back, the damaged file and the deleted book."
shown 0 snapctl restore "before the import" reports --in-place --yes
shown 0 snapctl restore 1 book.txt --in-place --yes
shown 0 cmp "$documents/reports/numbers.csv" <(seq 1 2000)
shown 0 cat "$documents/book.txt"

say "What stays, what goes, and why?"
shown 0 snapctl prune --dry-run
shown 0 snapctl prune

say "Is everything sound, and is everything saved?"
shown 0 snapctl verify --read-data
shown 0 snapctl status

say "The agent stops. The zips need nothing of it."
shown 0 kill "$agent"
shown 0 wait "$agent"
agent=
shown 0 snapctl --store "$store" list
shown 0 snapctl --store "$store" restore 1 --to "$scratch/elsewhere"
shown 0 ls -R "$scratch/elsewhere"
zip=$(compgen -G "$store/*_1.zip")
shown 0 unzip -tq "$zip"
shown 5 snapctl list

say "That was all. The scratch directory is removed."
