#!/usr/bin/env bash
# Gathers the output of commands into a directory, with secrets masked.
set -euo pipefail

fail() {
  printf 'error: %s\n' "$1" >&2
  exit 2
}

if (($# != 3)) || [[ ! $3 =~ ^[1-9][0-9]{0,5}$ ]]; then
  fail 'three arguments are needed: LIST DIRECTORY SECONDS'
fi
list=$1 bundle=$2 limit=$3
[[ -f $list && -r $list ]] || fail "cannot read $list"
umask 077
mkdir -m 0700 -- "$bundle" || fail "cannot make $bundle"
bundle=$(cd -- "$bundle" && pwd)

raw=$(mktemp)
told=$(mktemp)
trap 'rm -f -- "$raw" "$told"' EXIT

status=0
: >"$bundle/summary.txt"
while read -r name command || [[ -n $name ]]; do
  [[ -n $name && $name != '#'* ]] || continue
  if [[ ! $name =~ ^[A-Za-z0-9-]+$ ]]; then
    printf 'error: no name of a command: %s\n' "$name" >&2
    status=1
    continue
  fi
  # --verbose tells on standard error whether time was up: a command may end with 124 by itself. Its own standard error
  # is another one. The output goes to a file, so that what the command leaves running holds nobody up.
  ended=0
  # shellcheck disable=SC2016  # the inner shell expands these
  LC_ALL=C.UTF-8 timeout --verbose "$limit" bash -c 'exec bash -c "$0" >"$1" 2>&1 </dev/null' "$command" "$raw" 2>"$told" </dev/null ||
    ended=$?
  LC_ALL=C sed -E 's/((password|token|secret)=)[^[:blank:]"&]*/\1***/Ig' <"$raw" >"$bundle/$name.txt"
  if [[ $(<"$told") == *'sending signal TERM to'* ]]; then
    ended=timeout
  fi
  printf '%s %s\n' "$name" "$ended" >>"$bundle/summary.txt"
  [[ $ended == 0 ]] || status=1
done <"$list"
exit "$status"
