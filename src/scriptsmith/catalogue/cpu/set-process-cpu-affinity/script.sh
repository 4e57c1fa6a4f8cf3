#!/usr/bin/env bash
# Set on which cores a running process may run, with all its threads, and check that it took.
#
# Undo: the commands that it prints, one for each thread whose cores it changes.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-process-cpu-affinity --pid PID --cores TEXT [--dry-run]

Let the process PID and all its threads run on the named cores only, and check each of them.
Processes that it starts later inherit this; it ends with the process. Those that it has started
already keep their cores, and are named. It makes nothing faster by
itself: it keeps the process off other cores. Cores that do not exist or are off, and those that
its control group (cpuset) does not allow, are refused. Among cores that the kernel was told to
isolate (isolcpus) it moves no thread: that is told.

  --pid PID     number of the process
  --cores TEXT  cores by number, such as 0,2 or 4-7
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-process-cpu-affinity: %s\n' "$2" >&2
  exit "$1"
}

pid='' cores='' dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --cores)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --cores) cores=$2 ;;
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
[[ -n $cores ]] || die 2 "--cores is needed (see --help)"
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
[[ $cores =~ ^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$ ]] || die 2 "--cores takes numbers such as 0,2 or 4-7, not '$cores'"
for tool in taskset cat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# Fills $set with each core that a list such as 0,2-4 names.
expand() {
  local part first last
  set=()
  for part in ${1//,/ }; do
    first=$((10#${part%-*})) last=$((10#${part#*-}))
    ((first <= last)) || die 2 "'$part' ends before it begins"
    for (( ; first <= last; first++)); do set[first]=1; done
  done
}
expand "$cores"
wanted="${!set[*]}"
allowed() { # LIST WHOSE: does the list name every core that is wanted?
  local core
  expand "$1"
  for core in $wanted; do [[ -n ${set[core]:-} ]] || die 3 "refused: core $core is not among $1, $2"; done
}
online=$(cat /sys/devices/system/cpu/online) || die 3 "the kernel does not tell which cores there are"
allowed "$online" 'the cores that are there and on'

# "pid 12's current affinity list: 0-3", one line for each thread.
lists=$(LC_ALL=C taskset -a -c -p "$pid" 2>/dev/null) || die 3 "no process $pid is running"
before='' undo=() apart=''
while IFS= read -r line; do
  list=${line##*: }
  [[ $list =~ ^[0-9,-]+$ ]] || continue
  before=${before:-$list}
  expand "$list"
  if [[ "${!set[*]}" != "$wanted" ]]; then
    thread=${line#pid } undo+=("undo: taskset -c -p $list ${thread%%\'*}")
  fi
done <<<"$lists"
[[ -n $before ]] || die 3 "no process $pid is running"
printf 'process %s may run on: %s\n' "$pid" "$before"
children=()
for file in "/proc/$pid"/task/*/children; do
  { more=() && read -r -a more <"$file"; } 2>/dev/null || true # it ends without a line end
  children+=(${more[@]+"${more[@]}"})
done
expand "$(cat /sys/devices/system/cpu/isolated 2>/dev/null)"
for core in $wanted; do if [[ -n ${set[core]:-} ]]; then apart+=" $core"; fi; done
[[ -z $apart || $wanted != *' '* ]] || printf 'note: the kernel moves no thread among the isolated cores%s: all may stay on one; bind each thread to one core\n' "$apart"
((${#children[@]} == 0)) || printf 'note: processes that it has started keep their own cores: %s\n' "${children[*]}"
if ((${#undo[@]} == 0)); then
  printf 'nothing to change: all its threads are set so already\n'
  exit 0
fi
# The first line of a process of cgroup v2 is "0::/its/group"; the core sets of v1 have a line of their own.
while IFS=: read -r _ kind group; do
  case $kind in
    '') file=/sys/fs/cgroup$group/cpuset.cpus.effective ;;
    cpuset | cpuset,* | *,cpuset) file=/sys/fs/cgroup/cpuset$group/cpuset.effective_cpus ;;
    *) continue ;;
  esac
  if [[ -r $file ]]; then
    list=$(cat "$file")
    [[ -z $list ]] || allowed "$list" 'which its control group allows'
  fi
done < <(cat "/proc/$pid/cgroup" 2>/dev/null)
if $dry_run; then
  printf 'would set: cores %s for %d threads of process %s\n' "$cores" "${#undo[@]}" "$pid"
  exit 0
fi

printf '%s\n' "${undo[@]}"
taskset -a -c -p "$cores" "$pid" >/dev/null ||
  die 1 "not every thread could be set: the process may belong to somebody else, or a thread be bound by the kernel"
lists=$(LC_ALL=C taskset -a -c -p "$pid" 2>/dev/null) || die 1 "process $pid ended meanwhile"
while IFS= read -r line; do
  list=${line##*: }
  [[ $list =~ ^[0-9,-]+$ ]] || continue
  expand "$list"
  [[ "${!set[*]}" == "$wanted" ]] || die 1 "a thread runs on $list, not on $cores: its control group allows no more"
done <<<"$lists"
printf 'set: process %s runs on cores %s only, until it ends (before: %s); CPUAffinity= of its unit keeps it; tuned, numad, libvirt or kubelet may change it\n' "$pid" "$cores" "$before"
