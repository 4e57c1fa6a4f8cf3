#!/usr/bin/env bash
# Counts the messages of each level in application logs.
set -euo pipefail

readonly name=${0##*/}

if [[ $# -eq 0 ]]; then
  printf 'usage: %s LOGFILE...\n' "$name" >&2
  exit 2
fi

status=0
readable=()
for log; do
  if [[ -f $log && -r $log ]]; then
    readable+=("$log")
  else
    printf '%s: cannot read %s\n' "$name" "$log" >&2
    status=1
  fi
done

# One file at a time over stdin: awk would take a name like a=b for an assignment, and a last line
# without a newline would join the first one of the next file. NUL bytes are not for awk either.
for log in "${readable[@]}"; do
  tr '\000' '?' <"$log"
  [[ -z $(tail -c 1 <"$log") ]] || printf '\n'
done | LC_ALL=C awk '
  { level = "OTHER" }
  /^[^ ]+ (DEBUG|INFO|WARN|ERROR|FATAL)( |$)/ { split($0, word, / /); level = word[2] }
  { count[level]++ }
  END {
    split("DEBUG INFO WARN ERROR FATAL OTHER", order, " ")
    for (i = 1; i <= 6; i++) printf "%s %d\n", order[i], count[order[i]]
  }'
exit "$status"
