#!/usr/bin/env bash
# Set the nice value of one process and all its threads, by the number of the process.
#
# Undo: the commands that it prints, one for each thread that it changes (lowering a nice value needs
# root).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-process-priority --pid PID [--nice N] [--dry-run] [--proc-root DIR] [--sys-root DIR]

Give process PID, with all its threads, the nice value N and check that it took. A higher value
leaves the CPU to others: where the kernel shares it between control groups first (containers,
slices) or between sessions (sched_autogroup), which is told, only to those of its group. Memory and disk use are not slowed. Negative values, which take the CPU
from others, are not offered. Processes that it starts later inherit the value; those it has
started already keep theirs, and are named.

  --pid PID        number of the process
  --nice N         nice value it should have: 0 is normal, 19 yields to everybody (default 10)
  --dry-run        say what would be done, change nothing
  --proc-root DIR  where the process file system is mounted (default /proc)
  --sys-root DIR   where sysfs is mounted (default /sys)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-process-priority: %s\n' "$2" >&2
  exit "$1"
}

pid='' nice=10 dry_run=false proc=/proc sys=/sys
while (($# > 0)); do
  case $1 in
    --pid | --nice | --proc-root | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --nice) nice=$2 ;;
        --proc-root) proc=$2 ;;
        --sys-root) sys=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $pid ]] || die 2 "--pid is needed (see --help)"
# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
whole "$nice" 0 19 || die 2 "--nice takes a whole number from 0 to 19, not '$nice'"
nice=$((10#$nice))
[[ $pid != 1 ]] || die 3 "refused: process 1 is init"
for tool in renice ps; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

autogroups=$proc/sys/kernel/sched_autogroup_enabled
# One line for each thread: its number, its nice value and its name.
threads() { ps -L -p "$pid" -o lwp= -o ni= -o comm=; }
table=$(threads) || die 3 "no process $pid is running"

# Realtime and deadline threads have no nice value; ps prints - for them.
differing=() former='' undo=()
while read -r thread value name; do
  [[ $thread =~ ^[0-9]+$ && $value =~ ^-?[0-9]+$ ]] || continue
  if [[ $thread == "$pid" ]]; then
    former=$value
    printf 'process %s (%s) has nice value %s\n' "$pid" "${name//[[:cntrl:]]/?}" "$value"
  fi
  if ((value != nice)); then
    differing+=("$thread") undo+=("undo: renice --priority $value -p $thread")
  fi
done <<<"$table"
[[ -n $former ]] || die 3 "process $pid has no nice value (it may be scheduled in real time)"
children=()
for file in "$proc/$pid"/task/*/children; do
  more=()
  { read -r -a more <"$file"; } 2>/dev/null || true # it ends without a line end
  children+=(${more[@]+"${more[@]}"})
done
((${#children[@]} == 0)) || printf 'note: processes that it has started keep their own value: %s\n' "${children[*]}"

if ((${#differing[@]} == 0)); then
  printf 'nothing to change: all its threads have nice value %d already\n' "$nice"
  exit 0
fi
if $dry_run; then
  printf 'would set: nice value %d for %d threads of process %s\n' "$nice" "${#differing[@]}" "$pid"
  exit 0
fi

failed=0
printf '%s\n' "${undo[@]}"
renice --priority "$nice" -p "${differing[@]}" >/dev/null || failed=1
after=$(threads) || die 1 "process $pid ended meanwhile"
while read -r thread value _; do
  [[ $value =~ ^-?[0-9]+$ ]] || continue
  if ((value != nice)); then
    printf 'not changed: thread %s still has nice value %s\n' "$thread" "$value" >&2
    failed=1
  fi
done <<<"$after"
((failed == 0)) || die 1 "not every thread took the value; lowering a nice value or changing a process of others needs root"
printf 'set: process %s has nice value %d now (before: %s)\n' "$pid" "$nice" "$former"
# A group with a weight of its own: sessions do not matter in it.
group=''
while IFS=: read -r _ kind place; do
  case ,$kind, in
    ,,) base=$sys/fs/cgroup weight=cpu.weight ;;
    *,cpu,*) base=$sys/fs/cgroup/cpu weight=cpu.shares ;;
    *) continue ;;
  esac
  while [[ -n ${place%/} && ! -e $base$place/$weight ]]; do place=${place%/*}; done
  group=${group:-${place%/}}
done < <(cat "$proc/$pid/cgroup" 2>/dev/null)
if [[ -n $group ]]; then
  printf 'note: the kernel shares the CPU between control groups first: the value counts within %s alone, not against what runs outside\n' "$group"
  printf '  a whole group yields by its weight: systemctl set-property UNIT CPUWeight=50, or docker update --cpu-shares 512 CONTAINER\n'
  exit 0
fi
if [[ -r $proc/$pid/autogroup && -r $autogroups ]] && (($(<"$autogroups") == 1)); then read -r group _ <"$proc/$pid/autogroup" || group=''; fi
if [[ -n $group ]]; then
  printf 'note: the kernel shares the CPU between sessions first: against processes of others the weight of the session counts, not this value\n'
  printf '  the whole session (%s) yields by, as root: echo %d >/proc/%s/autogroup\n' "${group#/}" "$nice" "$pid"
fi
