#!/usr/bin/env bash
# Find zombie (defunct) processes, and for each parent how many it has left unreaped.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-zombie-processes

List the processes in state Z, then the parents that have not collected them, worst first. A zombie
has ended already and cannot be killed; it goes when its parent collects it or ends. A few that come
and go are normal; a number that grows means that the parent is faulty and wants a restart.

  --help  show this text

Exit status: 0 done (whether there are zombies or not), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-zombie-processes: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v ps >/dev/null || die 3 "ps is not installed"
command -v sort >/dev/null || die 3 "sort is not installed"

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
# One reading of the whole table, so that children and parents are of the same moment.
table=$(ps -e -o pid= -o ppid= -o stat= -o etimes= -o user:32= -o comm=) || die 1 "ps could not list the processes"

# Seconds as days, hours, minutes and seconds.
age() {
  printf '%dd %02d:%02d:%02d' $(($1 / 86400)) $(($1 / 3600 % 24)) $(($1 / 60 % 60)) $(($1 % 60))
}

declare -A owner_of=() name_of=() children=()
zombies=() alive=()
while read -r pid ppid stat seconds user name; do
  [[ $pid =~ ^[0-9]+$ && $ppid =~ ^[0-9]+$ ]] || continue
  owner_of[$pid]=$user name_of[$pid]=$name
  [[ $stat == Z* ]] || continue
  # Only its first thread has ended: the process lives on, and nobody can collect it.
  if [[ $stat == *l* ]]; then
    alive+=("$pid ($name)")
    continue
  fi
  [[ $seconds =~ ^[0-9]+$ ]] || seconds=0
  children[$ppid]=$((${children[$ppid]:-0} + 1))
  zombies+=("$(printf '%8s %8s  %-16s %14s  %s' "$pid" "$ppid" "$user" "$(age "$seconds")" "$name")")
done <<<"$table"

((${#name_of[@]} > 0)) || die 1 "ps listed no process at all"
for each in ${alive[@]+"${alive[@]}"}; do
  printf 'no zombie, though ps calls it one: %s has other threads that run, only its first has ended\n' "$each"
done
if ((${#zombies[@]} == 0)); then
  printf 'no zombie processes\n'
  exit 0
fi

printf 'zombie processes: %d\n' "${#zombies[@]}"
printf '%8s %8s  %-16s %14s  %s\n' PID PARENT USER 'STARTED AGO' COMMAND
printf '%s\n' "${zombies[@]}"
printf '\nparents that have not collected them:\n'
printf '%8s %8s  %-16s %s\n' ZOMBIES PARENT USER COMMAND
for ppid in "${!children[@]}"; do
  printf '%8s %8s  %-16s %s\n' "${children[$ppid]}" "$ppid" "${owner_of[$ppid]:-?}" "${name_of[$ppid]:-(not visible)}"
done | sort -k1,1nr -k2,2n
if [[ -n ${children[1]:-} ]]; then
  printf '\nprocess 1 does not collect its children: usual in a container without an init program\n'
fi
