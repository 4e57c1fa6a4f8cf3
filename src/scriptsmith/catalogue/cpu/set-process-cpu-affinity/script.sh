#!/usr/bin/env bash
# Set on which cores a running process may run, with all its threads, and check that it took.
#
# Undo: run it again with the former cores, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-process-cpu-affinity --pid PID --cores TEXT [--dry-run]

Let the process PID and all its threads run on the named cores only, and check each of them.
Processes that it starts later inherit this; it ends with the process. It makes nothing faster by
itself: it keeps the process off other cores. A control group (cpuset) may allow fewer.

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
for tool in taskset nproc; do
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
set=()
expand "$cores"
wanted="${!set[*]}"

# "pid 12's current affinity list: 0-3", one line for each thread.
lists=$(LC_ALL=C taskset -a -c -p "$pid" 2>/dev/null) || die 3 "no process $pid is running"
differ=0 before=''
while IFS= read -r line; do
  list=${line##*: }
  [[ $list =~ ^[0-9,-]+$ ]] || continue
  before=${before:-$list}
  expand "$list"
  if [[ "${!set[*]}" != "$wanted" ]]; then differ=$((differ + 1)); fi
done <<<"$lists"
[[ -n $before ]] || die 1 "taskset did not tell the cores of process $pid"
printf 'process %s may run on: %s\n' "$pid" "$before"
if ((differ == 0)); then
  printf 'nothing to change: all its threads are set so already\n'
  exit 0
fi
if $dry_run; then
  printf 'would set: cores %s for %d threads of process %s\n' "$cores" "$differ" "$pid"
  exit 0
fi

taskset -a -c -p "$cores" "$pid" >/dev/null ||
  die 1 "not every thread could be set: a core of that number may not exist ($(nproc --all) in all), or the process belong to somebody else"
lists=$(LC_ALL=C taskset -a -c -p "$pid" 2>/dev/null) || die 1 "process $pid ended meanwhile"
while IFS= read -r line; do
  list=${line##*: }
  [[ $list =~ ^[0-9,-]+$ ]] || continue
  expand "$list"
  [[ "${!set[*]}" == "$wanted" ]] || die 1 "a thread runs on $list, not on $cores: its control group allows no more"
done <<<"$lists"
printf 'set: process %s runs on cores %s only (before: %s)\n' "$pid" "$cores" "$before"
