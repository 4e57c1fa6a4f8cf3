#!/usr/bin/env bash
# Runs a command while holding a lock; does not wait when another run holds it.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -ge 2 && -n $1 ]] || die 2 "usage: $name LOCKFILE COMMAND [ARGUMENT...]"
readonly file=$1
shift

# The kernel's lock belongs to the open file: it ends with the last process that has it, however that ends.
# Appending, because the file may have content that is not ours.
{ exec {lock}>>"$file"; } 2>/dev/null || die 73 "cannot use the lock file: $file"
flock -n "$lock" || die 75 "another run holds $file: nothing is done"

# The command does not get the open file: what it leaves in the background must not keep the lock.
status=0
"$@" {lock}>&- || status=$?
exit "$status"
