#!/usr/bin/env bash
# Show the control groups that were throttled because they used up their CPU quota, worst first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cgroup-cpu-throttling [--limit N] [--sys-root DIR]

List the control groups (services, containers, pods) with a CPU limit that were throttled: in which
share of their periods within ten seconds, and since they were started, for how long in all, and the
limit in cores. Those that are throttled now come first.
Work that is throttled in many periods is slow though the host has idle CPUs; it needs a higher
limit or fewer threads.

  --limit N       how many groups to show, 1 to 500 (default 10)
  --sys-root DIR  where sysfs is mounted (default /sys)
  --help          show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-cgroup-cpu-throttling: %s\n' "$2" >&2
  exit "$1"
}

count=10 sys=/sys
while (($# > 0)); do
  case $1 in
    --limit | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) count=$2 ;;
        --sys-root) sys=$2 ;;
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
whole "$count" 1 500 || die 2 "--limit takes a whole number from 1 to 500, not '$count'"
count=$((10#$count))
for tool in find sort sed grep sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
top=$sys/fs/cgroup
[[ -d $top ]] || die 3 "no control groups at $top"
# Version 1 keeps them below a directory of the controller, which may be a symbolic link.
for directory in "$top/cpu,cpuacct" "$top/cpu"; do
  if [[ -d $directory && ! -e $top/cgroup.controllers ]]; then
    top=$directory
    break
  fi
done

counters() { # FILE: sets periods, throttled and micro
  local key value
  periods=0 throttled=0 micro=0
  while read -r key value; do
    case $key in
      nr_periods) periods=$value ;;
      nr_throttled) throttled=$value ;;
      throttled_usec) micro=$value ;;
      throttled_time) micro=$((value / 1000)) ;; # version 1 counts nanoseconds
    esac
  done 2>/dev/null <"$1"
}
# They count since the group was made: what goes on now is the difference of two looks.
declare -A before=()
while IFS= read -r -d '' file; do
  ! counters "$file" || before[$file]="$periods $throttled"
done < <(find "$top/" -name cpu.stat -print0 2>/dev/null)
sleep 10
rows='' limited=0 now=0
while IFS= read -r -d '' file; do
  counters "$file" || continue
  ((periods > 0)) || continue
  limited=$((limited + 1))
  ((throttled > 0)) || continue
  group=${file%/cpu.stat} quota='' period='' was=${before[$file]:-0 0}
  if [[ -r $group/cpu.max ]]; then
    read -r quota period <"$group/cpu.max" || true
  elif [[ -r $group/cpu.cfs_quota_us ]]; then
    read -r quota <"$group/cpu.cfs_quota_us" || true
    read -r period <"$group/cpu.cfs_period_us" || true
  fi
  limit=none
  if [[ $quota =~ ^[0-9]+$ && $period =~ ^[1-9][0-9]*$ ]]; then
    limit=$(printf '%d.%02d' $((quota / period)) $((100 * quota / period % 100)))
  fi
  recent=$((throttled - ${was#* })) of=$((periods - ${was% *})) all=$((1000 * throttled / periods))
  ((recent <= 0)) || now=$((now + 1))
  recent=$((of > 0 ? 1000 * recent / of : 0))
  name=${group#"$top"}
  rows+=$(printf '%5d.%d%% %5d.%d%% %10d s %8s  %s' $((recent / 10)) $((recent % 10)) $((all / 10)) $((all % 10)) \
    $((micro / 1000000)) "$limit" "$(shown "${name:-/}")")$'\n'
done < <(find "$top/" -name cpu.stat -print0 2>/dev/null)

if [[ -z $rows ]]; then
  printf 'no control group was throttled (%d have a CPU limit that was ever in use)\n' "$limited"
  exit 0
fi
printf 'share of periods in these 10 seconds (NOW) and since the group was made (EVER), seconds lost since then\n'
printf '%8s %8s %12s %8s  %s\n' NOW EVER LOST CORES GROUP
printf '%s' "$rows" | sort -k1,1nr -k2,2nr -k3,3nr | sed -n "1,${count}p"
printf '%d of %d groups with a CPU limit were throttled, %d of them in these 10 seconds\n' "$(printf '%s' "$rows" | grep -c '')" "$limited" "$now"
