#!/usr/bin/env bash
# Show the processes that used the most CPU during a short measurement, busiest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-cpu-processes [--limit N] [--seconds S] [--proc-root DIR]

Measure for S seconds (default 3) how much CPU time every process takes, and show the N (default
10) that took the most. This is the use at this moment, not the average since a process began that
plain ps shows. 100% is one CPU fully used; a process with many threads can go beyond it. Programs
that begin and end meanwhile are in no list: how much CPU time is missing in it is told.

  --limit N        how many processes to show, 1 to 1000
  --seconds S      how long to measure, 1 to 60
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-top-cpu-processes: %s\n' "$2" >&2
  exit "$1"
}

limit=10 seconds=3 proc=/proc
while (($# > 0)); do
  case $1 in
    --limit | --seconds | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
        --seconds) seconds=$2 ;;
        --proc-root) proc=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }

whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
whole "$seconds" 1 60 || die 2 "--seconds takes a whole number from 1 to 60, not '$seconds'"
limit=$((10#$limit)) seconds=$((10#$seconds))
[[ -r $proc/meminfo ]] || die 3 "no process file system at $proc"
for tool in getconf sort sed sleep date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
hertz=$(getconf CLK_TCK) || die 3 "cannot learn the clock rate"

# Fills $ticks with the CPU ticks of every process under "pid start-time", so that a pid that is used anew
# during the measurement is not taken for the process that had it before.
sample() {
  local file pid stat fields
  for file in "$proc"/[0-9]*/stat; do
    pid=${file%/stat} pid=${pid##*/} stat=''
    { IFS= read -r -d '' stat <"$file"; } 2>/dev/null || [[ -n $stat ]] || continue
    # The name stands in parentheses and may hold anything; the numbers follow the last ')'.
    # shellcheck disable=SC2206  # numbers; before Bash 5.1 a here-string would need room on a disk
    fields=(${stat##*) })
    ((${#fields[@]} > 19)) || continue
    ticks["$pid ${fields[19]}"]=$((fields[11] + fields[12]))
  done
}

# Sets $busy to the ticks in which any CPU worked, interrupts included, or to nothing.
all_cpus() {
  local word user nice system irq softirq
  busy=''
  { read -r word user nice system _ _ irq softirq _ <"$proc/stat"; } 2>/dev/null || return 0
  [[ $word != cpu ]] || busy=$((user + nice + system + irq + softirq))
}

# What the process calls itself, on one line and without control characters.
describe() {
  local argv=() text=''
  { mapfile -d '' -t argv <"$proc/$1/cmdline"; } 2>/dev/null || true
  text="${argv[*]}"
  if [[ -z $text ]]; then
    { IFS= read -r text <"$proc/$1/comm"; } 2>/dev/null || true
    text="[${text:-ended}]"
  fi
  printf '%s' "${text//[[:cntrl:]]/ }"
}

owner() {
  local uid line
  uid=$(sed -n 's/^Uid:[[:space:]]*\([0-9]*\).*/\1/p' "$proc/$1/status" 2>/dev/null) || uid=''
  line=$(getent passwd "${uid:-?}" 2>/dev/null) || line=${uid:-?}
  printf '%s' "${line%%:*}"
}

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ $proc != /proc || -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
declare -A ticks=() before=()
begin=$(date +%s%N)
all_cpus
busy_before=$busy
sample
for key in "${!ticks[@]}"; do before[$key]=${ticks[$key]}; done
ticks=()
sleep "$seconds"
sample
all_cpus
elapsed=$((($(date +%s%N) - begin) / 1000))
((elapsed > 0)) || die 1 "the clock went back during the measurement"

# Tenths of a percent of one CPU, for each process that ran. This script leaves itself out.
rows=() seen=0
for key in "${!ticks[@]}"; do
  used=$((${ticks[$key]} - ${before[$key]:-0}))
  if ((used > 0)); then seen=$((seen + used)); fi
  ((used > 0)) && [[ ${key% *} != "$$" ]] || continue
  rows+=("$((used * 1000 * 1000000 / hertz / elapsed)) ${key% *}")
done

printf 'CPU use over %s s; 100%% is one CPU\n' "$seconds"
# What begins and ends between the two looks is in no list: told when it is more than a tenth of a CPU and of what was used.
rest() {
  local missing share
  [[ -n $busy && -n $busy_before ]] || return 0
  missing=$((busy - busy_before - seen)) share=$(((busy - busy_before - seen) * 1000 * 1000000 / hertz / elapsed))
  ((share <= 100 || missing * 10 <= busy - busy_before)) ||
    printf 'not in this list: %d.%d%%, by programs that began and ended meanwhile, by interrupts, or by processes not seen here (other containers)\n' $((share / 10)) $((share % 10))
}
if ((${#rows[@]} == 0)); then
  printf 'no process used measurable CPU time\n'
  rest
  exit 0
fi
printf '%8s  %-16s %7s  %s\n' PID USER CPU% COMMAND
printf '%s\n' "${rows[@]}" | sort -k1,1nr -k2,2n | sed -n "1,${limit}p" | while read -r tenths pid; do
  command=$(describe "$pid")
  printf '%8s  %-16s %5d.%d  %s\n' "$pid" "$(owner "$pid")" $((tenths / 10)) $((tenths % 10)) "${command:0:120}"
done
rest
