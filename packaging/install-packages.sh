#!/usr/bin/env bash
# Installs what packaging/debian-packages.txt lists for the given kinds and this machine lacks.
# usage: install-packages.sh KIND...      (kinds: build, test)
set -euo pipefail
cd "$(dirname "$0")"

command -v swift >/dev/null || {
    echo "swift is not here: Swift 6.3 for Debian 12 is at https://www.swift.org/install/linux/" >&2
    exit 1
}

missing=()
while read -r kind package; do
    [[ " $* " == *" $kind "* ]] || continue
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=none
    [[ $status == installed ]] || missing+=("$package")
done < <(grep -v '^#' debian-packages.txt)

if ((${#missing[@]} == 0)); then
    exit 0
fi
if ((EUID == 0)); then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
else
    echo "These packages are missing. Install them, then start again:" >&2
    echo "  sudo apt-get install ${missing[*]}" >&2
    exit 1
fi
