#!/usr/bin/env bash
# Watches a directory in the foreground with the programs that were just built.
# usage: run.sh [DIR [OPTION...]]      (without DIR, or with an empty one: a sample directory below .build)
set -euo pipefail
cd "$(dirname "$0")/.."

programs=${SNAPAGENT_PROGRAMS:-$PWD/.build/release}
directory=${1:-}
options=("${@:2}")
if [[ -z $directory ]]; then
    sample=$PWD/.build/sample
    directory=$sample/documents
    if [[ ! -d $directory ]]; then
        mkdir -p "$directory/reports"
        echo "Change me, wait three seconds, and look at: snapctl list" >"$directory/notes.txt"
        seq 1 1000 >"$directory/reports/numbers.csv"
    fi
    # What the person says comes last, and wins.
    options=(--store "$sample/store" "${options[@]}")
fi

# Where snapctl finds this agent, if that is not where it looks anyway.
socket=
for ((i = 0; i < ${#options[@]}; i++)); do
    case ${options[i]} in
        --socket) socket=${options[i + 1]:-} ;;
        --socket=*) socket=${options[i]#--socket=} ;;
    esac
done

echo "In another terminal:"
echo "  export PATH=$programs:\$PATH"
if [[ -n $socket ]]; then
    echo "  export SNAPAGENT_SOCKET=$(printf %q "$(realpath -ms "$socket")")"
fi
cat <<TEXT
  echo "one more line" >> $(printf %q "$directory")/notes.txt
  snapctl list                                        the snapshots
  snapctl diff latest~1 latest                        what the last one changed
  snapctl restore latest~1 notes.txt --in-place       get an older version back

TEXT
exec "$programs/snapagent" run "$directory" "${options[@]}"
