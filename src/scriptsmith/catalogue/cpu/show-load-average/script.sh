#!/usr/bin/env bash
# Show the load average for each core, its trend, and how many tasks run and how many are blocked.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-load-average [--proc-root DIR]

Print the load of the last 1, 5 and 15 minutes as it is and for each core, whether it rises, and
what it is made of: tasks that want a CPU, and tasks that are blocked (state D), mostly on disks or
NFS. Linux counts both, so a high load with idle CPUs means waiting for storage. What runs and what is
blocked is looked at three times in two seconds. Where processes of others are hidden from you (hidepid),
fewer blocked ones are seen. Load and cores are those of the host, in a container too.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-load-average: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc
while (($# > 0)); do
  case $1 in
    --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      proc=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ read -r one five fifteen tasks _ <"$proc/loadavg"; } 2>/dev/null || die 3 "cannot read $proc/loadavg"
for number in "$one" "$five" "$fifteen"; do
  [[ $number =~ ^[0-9]+\.[0-9]{2}$ ]] || die 1 "$proc/loadavg holds '${number//[[:cntrl:]]/?}', which is no load"
done
[[ -r $proc/stat ]] || die 3 "cannot read $proc/stat"

running='' blocked='' ran=0 held=0
for look in 1 2 3; do
  ((look == 1)) || sleep 1
  cores=0 runs=0 stuck=0 blocks=0
  while read -r key value _; do
    case $key in
      cpu[0-9]*) cores=$((cores + 1)) ;;
      procs_running) runs=$value ;;
      procs_blocked) blocks=$value ;;
    esac
  done <"$proc/stat"
  ((cores > 0)) || die 1 "$proc/stat names no core"
  # The kernel's own number leaves out those that hang on NFS, a lock or a frozen file system.
  for file in "$proc"/[0-9]*/task/[0-9]*/stat; do
    { read -r line <"$file"; } 2>/dev/null || continue # it has ended
    if [[ ${line##*) } == D* ]]; then stuck=$((stuck + 1)); fi
  done
  if ((stuck > blocks)); then blocks=$stuck; fi
  running+=" $runs" blocked+=" $blocks" ran=$((ran + runs)) held=$((held + blocks))
done
[[ ! -d $proc/1 || -r $proc/1/stat ]] || printf 'note: processes of others are hidden from you (hidepid), so that more may be blocked\n'

hundredths() { local n=${1/./}; printf '%d' $((10#$n)); }
a=$(hundredths "$one") b=$(hundredths "$five") c=$(hundredths "$fifteen")
each() { printf '%d.%02d' $(($1 / cores / 100)) $(($1 / cores % 100)); }
printf '%-10s %8s %8s %8s\n' '' '1 min' '5 min' '15 min' load "$one" "$five" "$fifteen" 'per core' "$(each "$a")" "$(each "$b")" "$(each "$c")"
printf 'cores of the host: %d; running, this script too, three times a second apart:%s; blocked:%s; tasks in all: %s\n' "$cores" "$running" "$blocked" "${tasks#*/}"

trend=steady
if ((a * 10 > c * 13 && a - c > 50)); then trend=rising; fi
if ((a * 13 < c * 10 && c - a > 50)); then trend=falling; fi
if ((a <= cores * 100)); then
  printf 'OK: the load is not above the number of cores, and %s\n' "$trend"
elif ((held >= 3 && held >= ran && held * 200 >= 3 * (a - cores * 100))); then # half of what is above the cores
  printf 'HIGH: more load than cores, and %s; mostly BLOCKED tasks: look at disks and NFS, not at the CPU\n' "$trend"
elif ((ran > 3 * cores)); then
  printf 'HIGH: more load than cores, and %s; tasks wait for a CPU\n' "$trend"
else
  printf 'HIGH: more load than cores, and %s; what made it is not to be seen now\n' "$trend"
fi
