#!/usr/bin/env bash
# Hands each waiting job of a spool directory to a handler and moves it to done or failed.
set -euo pipefail
export LC_ALL=C
shopt -s nullglob

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $1 ]] || die 2 "usage: $name SPOOL HANDLER"
[[ -d $1/incoming ]] || die 2 "no such directory: $1/incoming"
[[ -f $2 && -x $2 ]] || die 2 "not an executable file: $2"
handler=$(realpath -- "$2") # with a slash, so that it is not looked up in PATH
spool=$(realpath -- "$1")

# move JOB FOLDER: gives the job the first free name there; a hard link fails where a name is taken.
move() {
  local job=$1 folder=$2 target=$2/${1##*/} number=0
  mkdir -p -- "$folder" || return 1
  while [[ -e $target || -L $target ]]; do
    number=$((number + 1))
    target=$folder/${job##*/}.$number
  done
  ln -T -- "$job" "$target" && rm -f -- "$job"
}

status=0
for job in "$spool"/incoming/*; do # byte order, and without hidden names
  [[ -f $job && ! -L $job && $job != *.part ]] || continue
  result=0
  "$handler" "$job" </dev/null >&2 || result=$?
  if [[ $result -eq 0 ]]; then
    printf '%s done\n' "${job##*/}"
    folder=$spool/done
  else
    printf '%s failed %d\n' "${job##*/}" "$result"
    folder=$spool/failed
    status=1
  fi
  [[ -e $job ]] || continue
  move "$job" "$folder" || {
    printf '%s: cannot move %s to %s\n' "$name" "$job" "$folder" >&2
    status=1
  }
done
exit "$status"
