#!/usr/bin/env bash
# Watch the garbage collections of a Java process for some seconds with jstat, and judge them.
#
# Undo: nothing to undo, it only reads counters that the JVM keeps.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-java-gc-statistics --pid PID [--count N] [--interval N] [--dry-run]

Print how full the heap's parts are (percent) and the number and time of collections at each
sample, then what share of the time watched went into them. An old generation that stays above 90
% while full collections go on means that the heap is too small or leaks. The process is not
stopped. A collection counts with its time only once it has ended, so one that is under way is told.

  --pid PID     id of the Java process
  --count N     how many samples to take (default 5)
  --interval N  time between samples, in seconds (default 1)
  --dry-run     say which process would be watched, watch nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-java-gc-statistics: %s\n' "$2" >&2
  exit "$1"
}

pid='' count=5 interval=1 dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --count | --interval)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --count) count=$2 ;;
        --interval) interval=$2 ;;
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

[[ $count =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--count takes a whole number above 0, not '$count'"
count=$((10#$count))
[[ $interval =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--interval takes a whole number above 0, not '$interval'"
interval=$((10#$interval))
[[ -n $pid ]] || die 2 "--pid is required (see --help)"
[[ $pid =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--pid takes a whole number above 0, not '$pid'"
pid=$((10#$pid))
for tool in jcmd ps timeout id; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

read -r owner program <<<"$(ps -o user:64=,comm= -p "$pid" || true)" || true
[[ -n $program ]] || die 3 "no such process: $pid"
# jcmd begins with a signal that would end a process which is no JVM.
if [[ $program != java && $program != jsvc* ]]; then
  listed=$'\n'$(timeout 30 jcmd -l 2>/dev/null || true)
  [[ $listed == *$'\n'"$pid "* ]] || die 3 "process $pid (${program@Q}) is not a Java virtual machine"
fi
me=$(id -un)
[[ $me == root || $me == "$owner" ]] || die 3 "process $pid belongs to $owner: run this as $owner or root"
for tool in jstat awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
if $dry_run; then
  printf 'would watch: process %d (%s, user %s), %d samples in %d s\n' "$pid" "$program" "$owner" "$count" "$((count * interval))"
  exit 0
fi

rc=0
# In some languages it writes 0,5 for a half.
table=$(LC_ALL=C timeout "$((count * interval + 30))" jstat -gccause "$pid" "${interval}s" "$count" 2>&1) || rc=$?
if ((rc != 0)); then
  printf '%s\n' "${table:0:300}" >&2
  die 1 "jstat cannot watch process $pid (JVMs with PerfDisableSharedMem hide from it)"
fi
printf '%s\n' "$table"

# Columns differ between versions (CGC came later), so they are found by name.
LC_ALL=C awk -v seconds="$(((count - 1) * interval))" '
  /OGC|FGCT/ && !head { for (i = 1; i <= NF; i++) column[$i] = i; head = 1; next }
  head && NF >= column["GCT"] {
    if (!n) { first_full = $(column["FGC"]); first_time = $(column["GCT"]) }
    full = $(column["FGC"]); time = $(column["GCT"]); old = $(column["O"])
    if (!n || old < lowest) lowest = old
    n++
    if (!/No GC *$/) busy++ # the last column is the cause of a collection that is under way
  }
  END {
    if (!n) exit 9
    printf "old generation: %.1f %% full (lowest while watched: %.1f %%)\n", old, lowest
    printf "full collections: %d in all, %d while watched\n", full, full - first_full
    if (seconds > 0) printf "time in collections while watched: %.1f %% of %d s\n", 100 * (time - first_time) / seconds, seconds
    if (busy) printf "a collection was under way at %d of %d samples: what has not ended is not in the time, and not in what it freed\n", busy, n
    if (lowest > 90 && full > first_full) print "warning: full collections do not free the old generation (heap too small, or a leak)"
  }' <<<"$table" || die 1 "jstat gave no counters"
