#!/usr/bin/env bash
# Show one process with the chain of its parents above it and all its descendants below it.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-process-tree --pid PID

Print the parents of process PID up to process 1, then the process itself (marked with >) and
every descendant, each indented below its parent, with its user, state, age in seconds and program
name. Arguments are not shown, since they may hold secrets. A process whose parent has ended hangs
below process 1, or below one that adopts (a service manager, a container's shim): who started it is
not to be seen any more.

  --pid PID  number of the process
  --help     show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-process-tree: %s\n' "$2" >&2
  exit "$1"
}

pid=''
while (($# > 0)); do
  case $1 in
    --pid)
      (($# >= 2)) || die 2 "$1 needs a value"
      pid=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $pid ]] || die 2 "--pid is needed (see --help)"
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
command -v ps >/dev/null || die 3 "ps is not installed"

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
# One reading of the whole table, so that parents and children are of the same moment.
table=$(ps -e -o pid= -o ppid= -o stat= -o etimes= -o user:32= -o comm=) || die 1 "ps could not list the processes"

declare -A parent=() line=() children=()
while read -r number ppid stat seconds user name; do
  [[ $number =~ ^[0-9]+$ && $ppid =~ ^[0-9]+$ ]] || continue
  parent[$number]=$ppid
  line[$number]="$number $user $stat ${seconds}s ${name//[[:cntrl:]]/?}"
  if ((number != ppid)); then children[$ppid]+="$number "; fi
done < <(printf '%s\n' "$table") # no here-string, here and below: before Bash 5.1 it needs room on a disk
((${#line[@]} > 0)) || die 1 "ps listed no process at all"
[[ -n ${line[$pid]:-} ]] || die 3 "no process $pid is running"

chain=() up=${parent[$pid]}
while [[ -n ${line[$up]:-} ]] && ((${#chain[@]} < 100)); do
  chain=("$up" ${chain[@]+"${chain[@]}"})
  up=${parent[$up]}
done

depth=0
for up in ${chain[@]+"${chain[@]}"}; do
  printf '  %*s%s\n' $((2 * depth)) '' "${line[$up]}"
  depth=$((depth + 1))
done
printf '> %*s%s\n' $((2 * depth)) '' "${line[$pid]}"

# Depth first, with a list of what is still to be shown: "PID DEPTH", the next one last.
total=0 pending=()
push() { # PID DEPTH: its children, so that the first is shown first
  local found place
  # shellcheck disable=SC2206  # numbers
  found=(${children[$1]:-})
  for ((place = ${#found[@]} - 1; place >= 0; place--)); do pending+=("${found[place]} $2"); done
}
push "$pid" $((depth + 1))
while ((${#pending[@]} > 0 && total < ${#line[@]})); do
  up=${pending[-1]% *} depth=${pending[-1]#* }
  unset 'pending[-1]'
  total=$((total + 1))
  printf '  %*s%s\n' $((2 * depth)) '' "${line[$up]}"
  push "$up" $((depth + 1))
done
printf 'not seen: what outlived its parent; it hangs below 1, a service manager or a shim now, which did not start it\nprocess %s has %d descendants\n' "$pid" "$total"
