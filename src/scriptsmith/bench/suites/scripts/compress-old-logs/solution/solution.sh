#!/usr/bin/env bash
# Compresses the log files below a directory that were modified more than N days ago.
set -euo pipefail

readonly name=${0##*/}

refuse() {
  printf '%s: %s\nusage: %s DIRECTORY DAYS\n' "$name" "$1" "$name" >&2
  exit 2
}

[[ $# -eq 2 ]] || refuse 'two arguments are needed'
[[ -d $1 ]] || refuse "no such directory: $1"
[[ $2 =~ ^[0-9]+$ ]] || refuse "not a number of days: $2"
cd -- "$1"

partial=''
trap '[[ -z $partial ]] || rm -f -- "$partial"' EXIT

# pack FILE: the compressed file appears under its name only when it is whole.
pack() {
  if [[ -e $1.gz || -L $1.gz ]]; then
    printf '%s: there is a compressed file already: %s.gz\n' "$name" "$1" >&2
    return 1
  fi
  partial=$(mktemp -- "$1.XXXXXX") || return 1
  # A hard link fails where something has the name meanwhile; mv -n would not tell.
  chown --reference="$1" -- "$partial" 2>/dev/null || true # only root may give files away
  if gzip -c <"$1" >"$partial" && chmod --reference="$1" -- "$partial" &&
    touch -r "$1" -- "$partial" && ln -- "$partial" "$1.gz" && rm -f -- "$partial" "$1"; then
    partial=''
    printf 'compressed %s\n' "${1#./}"
    return 0
  fi
  rm -f -- "$partial"
  partial=''
  printf '%s: not compressed: %s\n' "$name" "$1" >&2
  return 1
}

# A point in time, because -mtime +N rounds down and would spare a file for up to a day longer.
seconds=$((10#$2 * 86400))
limit=$(date -d "-${seconds} seconds" '+%Y-%m-%d %H:%M:%S')

status=0
while IFS= read -r -d '' log; do
  if [[ -z $log ]]; then # find failed: its status may be lost when it ends before it is waited for
    status=1
    continue
  fi
  pack "$log" || status=1
done < <(find . -type f -name '*.log' ! -newermt "$limit" -print0 || printf '\0')
exit "$status"
