#!/usr/bin/env bash
# Show for each core how it spent the last seconds: user, system, waiting for disks, interrupts, idle.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cpu-usage-per-core [--seconds N] [--proc-root DIR]

Measure over N seconds and print for each core and for all together the share of time in user
code, in the kernel, in interrupts, stolen by the hypervisor, waiting for I/O, and idle. A core
that is busy by 95 percent or more is marked: one such core is a bottleneck for a program with a
single thread. A thread that is moved from core to core fills none: where the cores that are not full
did the work of one, that is told.

  --seconds N      how long to measure, 1 to 300 (default 2)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-cpu-usage-per-core: %s\n' "$2" >&2
  exit "$1"
}

seconds=2 proc=/proc
while (($# > 0)); do
  case $1 in
    --seconds | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
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
whole "$seconds" 1 300 || die 2 "--seconds takes a whole number from 1 to 300, not '$seconds'"
seconds=$((10#$seconds))
[[ -r $proc/stat ]] || die 3 "cannot read $proc/stat"

# core -> its counters, in ticks since boot
declare -A first=() second=()
while read -r core rest; do
  if [[ $core == cpu* ]]; then first[$core]=$rest; fi
done <"$proc/stat"
((${#first[@]} > 1)) || die 1 "$proc/stat names no core"
sleep "$seconds"
while read -r core rest; do
  if [[ $core == cpu* ]]; then second[$core]=$rest; fi
done <"$proc/stat"

printf '%-6s %6s %6s %6s %6s %6s %6s\n' CORE USER SYSTEM IRQ STEAL IOWAIT IDLE
full=0 cores=0 work=0 # work: what the cores that are not full did, in hundredths of a core
while read -r core _; do
  [[ $core == cpu* && -n ${first[$core]:-} && -n ${second[$core]:-} ]] || continue
  read -r -a a <<<"${first[$core]}"
  read -r -a b <<<"${second[$core]}"
  # user nice system idle iowait irq softirq steal; guest time is part of user. iowait may run backwards.
  d=() total=0
  for i in 0 1 2 3 4 5 6 7; do
    d[i]=$((b[i] - a[i]))
    if ((d[i] < 0)); then d[i]=0; fi
    total=$((total + d[i]))
  done
  ((total > 0)) || continue
  share() { printf '%d.%d' $((1000 * $1 / total / 10)) $((1000 * $1 / total % 10)); }
  name=${core#cpu} mark=''
  if [[ -z $name ]]; then
    name=all
  else
    cores=$((cores + 1))
    if ((100 * (d[3] + d[4]) <= 5 * total)); then mark='  BUSY' full=$((full + 1)); else work=$((work + 100 - 100 * (d[3] + d[4]) / total)); fi
  fi
  printf '%-6s %6s %6s %6s %6s %6s %6s%s\n' "$name" "$(share $((d[0] + d[1])))" "$(share "${d[2]}")" \
    "$(share $((d[5] + d[6])))" "$(share "${d[7]}")" "$(share "${d[4]}")" "$(share "${d[3]}")" "$mark"
done <"$proc/stat"
((cores > 0)) || die 1 "the counters of no core moved"
printf '%d of %d cores were busy by 95%% or more over %d s\n' "$full" "$cores" "$seconds"
if ((work >= 95)); then
  printf 'note: the cores that are not full did the work of %d.%d cores; a single thread that is moved between them may be as busy as it can be (top -H shows whether one takes 100%%)\n' $((work / 100)) $((work % 100 / 10))
fi
