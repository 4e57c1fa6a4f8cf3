#!/usr/bin/env bash
# Show which share of the CPU time the hypervisor gave to others, now and since boot.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cpu-steal-time [--seconds N] [--proc-root DIR]

Measure over N seconds which share of all CPU time, idle time included, went to other machines on
the same host, and which share of the time in which this machine wanted to compute. Above a few
percent, work takes longer though the machine looks idle; it can be cured only by the host: another
machine size, another host, or credits of a burstable one. On real hardware it is always 0, and so
it is where the hypervisor does not tell it, such as Hyper-V (Azure) and, as a rule, VMware: a
counter that has stood at 0 since boot proves nothing, and is told as such.

  --seconds N      how long to measure, 1 to 300 (default 5)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-cpu-steal-time: %s\n' "$2" >&2
  exit "$1"
}

seconds=5 proc=/proc
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

sample() { # sets $steal, $all and $wanted (neither idle nor waiting for a disk), in ticks since boot
  local word numbers number i=0
  read -r word numbers <"$proc/stat"
  [[ $word == cpu ]] || die 1 "$proc/stat begins with no sum"
  all=0 steal=0 wanted=0
  for number in $numbers; do
    [[ $number =~ ^[0-9]+$ ]] || die 1 "$proc/stat holds no number"
    # The 9th and 10th are guest time, which the first two contain.
    if ((i < 8)); then all=$((all + number)); fi
    if ((i < 8 && i != 3 && i != 4)); then wanted=$((wanted + number)); fi
    if ((i == 7)); then steal=$number; fi
    i=$((i + 1))
  done
  ((i >= 8)) || die 3 "this kernel does not tell steal time"
}
percent() { printf '%d.%02d%%' $((10000 * $1 / $2 / 100)) $((10000 * $1 / $2 % 100)); }

sample
((all > 0)) || die 1 "$proc/stat tells of no time at all"
steal_before=$steal all_before=$all wanted_before=$wanted
printf 'since boot: %s\n' "$(percent "$steal" "$all")"
sleep "$seconds"
sample
taken=$((steal - steal_before)) time=$((all - all_before)) wanted=$((wanted - wanted_before))
((time > 0)) || die 1 "the counters did not move in $seconds s"
# The counter may step back when a machine has moved to another host.
if ((taken < 0)); then taken=0; fi
if ((wanted < taken)); then wanted=$taken; fi
printf 'now, over %d s: %s\n' "$seconds" "$(percent "$taken" "$time")"
printf 'of the time in which it wanted to compute: %s\n' "$(percent "$taken" $((wanted > 0 ? wanted : 1)))"
if ((steal == 0)); then
  printf 'NOT TOLD: no steal since boot: real hardware, a host with time to spare, or a hypervisor that does not tell it (Hyper-V, VMware)\n'
elif ((100 * taken >= 10 * time)); then
  printf 'HIGH: a tenth or more of the CPU time is taken by others\n'
# On a machine that is mostly idle, a tenth of what it wanted, when that is more than a few ticks.
elif ((100 * taken >= 2 * time || (taken >= 10 && 10 * taken >= wanted))); then
  printf 'NOTICEABLE: some of the CPU time is taken by others\n'
else
  printf 'OK: hardly any CPU time is taken by others\n'
fi
