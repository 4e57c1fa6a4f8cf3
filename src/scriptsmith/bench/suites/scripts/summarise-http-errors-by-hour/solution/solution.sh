#!/usr/bin/env bash
# Count responses of 4xx and 5xx by hour over access logs, plain or gzipped.
set -uo pipefail

if (($# == 0)); then
  printf 'usage: %s LOG...\n' "${0##*/}" >&2
  exit 2
fi

contents() {
  if [[ $1 == *.gz ]]; then
    gzip -cd <"$1"
  else
    cat <"$1"
  fi
}

all() {
  local log status=0
  for log in "$@"; do
    if [[ ! -f $log ]] || ! contents "$log"; then
      printf '%s: cannot read %s\n' "${0##*/}" "$log" >&2
      status=1
    fi
    echo # a last line without a newline does not run into the next file
  done
  return "$status"
}

# shellcheck disable=SC2016  # the program is for awk
summary='
  BEGIN {
    split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", names, " ")
    for (n in names) month[names[n]] = sprintf("%02d", n)
    time = "[0-9][0-9][0-9][0-9]:[0-9][0-9]:[0-9][0-9]:[0-9][0-9]"
    stamp = "\\[[0-9][0-9]/[A-Z][a-z][a-z]/" time " [-+][0-9][0-9][0-9][0-9]\\] \""
  }
  match($0, stamp) {
    at = substr($0, RSTART + 1, RLENGTH - 1)
    rest = substr($0, RSTART + RLENGTH)
    if (!(substr(at, 4, 3) in month)) next
    if (!match(rest, /^([^"\\]|\\.)*" [0-9][0-9][0-9] /)) next
    code = substr(rest, RLENGTH - 3, 3) + 0
    if (code < 400 || code > 599) next
    hour = substr(at, 8, 4) "-" month[substr(at, 4, 3)] "-" substr(at, 1, 2) " " substr(at, 13, 2) ":00"
    seen[hour]
    count[hour, int(code / 100)]++
  }
  END {
    for (hour in seen) printf "%s 4xx=%d 5xx=%d\n", hour, count[hour, 4], count[hour, 5]
  }
'
all "$@" | awk "$summary" | sort
