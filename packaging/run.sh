#!/usr/bin/env bash
# Watches a directory in the foreground with the programs that were just built.
# usage: run.sh [DIR]      (without DIR: a sample directory below .build)
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$PWD/.build/release
directory=${1:-}
arguments=()
if [[ -z $directory ]]; then
    sample=$PWD/.build/sample
    directory=$sample/documents
    if [[ ! -d $directory ]]; then
        mkdir -p "$directory/reports"
        echo "Change me, wait three seconds, and look at: snapctl list" >"$directory/notes.txt"
        seq 1 1000 >"$directory/reports/numbers.csv"
    fi
    arguments=(--store "$sample/store")
fi

cat <<TEXT
In another terminal:
  export PATH=$programs:\$PATH
  echo "one more line" >> $(printf %q "$directory")/notes.txt
  snapctl list                                        the snapshots
  snapctl diff latest~1 latest                        what the last one changed
  snapctl restore latest~1 notes.txt --in-place       get an older version back

TEXT
exec "$programs/snapagent" run "$directory" "${arguments[@]}"
