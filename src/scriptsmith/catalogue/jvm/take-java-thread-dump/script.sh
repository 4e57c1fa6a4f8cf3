#!/usr/bin/env bash
# Write thread dumps of a Java process to files, and count the threads by state.
#
# Undo: remove the files that it prints; the process is not changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: take-java-thread-dump --pid PID [--count N] [--interval N] [--destination DIR] [--dry-run]

Each dump stops the process for some milliseconds. Three dumps some seconds apart show which
threads do not move. Names of threads may hold data of users, so only the owner may read the
files. A JVM that does not answer within 60 seconds is a failure: kill -QUIT lets it write a dump
to its own output. Virtual threads (Java 21) are not in these dumps, which is told where the JVM
may have them.

  --pid PID          id of the Java process
  --count N          how many thread dumps to take (default 1)
  --interval N       wait this long between two dumps, in seconds (default 5)
  --destination DIR  directory to which the dumps are written (default .)
  --dry-run          say what would be done, take nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'take-java-thread-dump: %s\n' "$2" >&2
  exit "$1"
}

pid='' count=1 interval=5 destination=. dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --count | --interval | --destination)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --count) count=$2 ;;
        --interval) interval=$2 ;;
        --destination) destination=$2 ;;
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

[[ $count =~ ^0*[1-9][0-9]{0,1}$ ]] || die 2 "--count takes a whole number above 0, not '$count'"
count=$((10#$count))
[[ $interval =~ ^[0-9]{1,3}$ ]] || die 2 "--interval takes a whole number, not '$interval'"
interval=$((10#$interval))
[[ $destination == /* ]] || destination=./$destination
[[ -n $pid ]] || die 2 "--pid is required (see --help)"
[[ $pid =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--pid takes a whole number above 0, not '$pid'"
pid=$((10#$pid))
for tool in jcmd ps timeout id grep; do
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
# A JVM with a /tmp of its own (PrivateTmp=yes) is reached from among its mounts, since jcmd meets it in /tmp.
among=()
if [[ $me == root && /proc/$pid/ns/pid -ef /proc/self/ns/pid && ! /proc/$pid/root/tmp -ef /tmp ]] && command -v nsenter >/dev/null; then
  tool=$(realpath -e -- "$(type -P jcmd)")
  if [[ -x /proc/$pid/root$tool ]]; then among=(nsenter --target "$pid" --mount --root -- env --chdir=/); fi
fi
ask() { timeout 60 "${among[@]}" jcmd "$pid" "$@" </dev/null; }
command -v mktemp >/dev/null || die 3 "mktemp is not installed"
[[ -d $destination && -w $destination ]] || die 3 "cannot write to directory $destination"

if $dry_run; then
  printf 'would take: %d thread dumps of process %d (%s, user %s) into %s\n' "$count" "$pid" "$program" "$owner" "$destination"
  exit 0
fi
for ((n = 1; n <= count; n++)); do
  ((n == 1)) || sleep "$interval"
  file=$(mktemp --suffix=.txt -- "${destination%/}/threads-$pid-$(date +%Y%m%dT%H%M%S)-$n.XXXXXX") || die 3 "cannot write to $destination"
  # Not with -l, for which the JVM goes through its whole heap while all threads stand still.
  if ! ask Thread.print >"$file" 2>&1; then
    if [[ -s $file ]]; then head -n 3 -- "$file" >&2; fi
    [[ $me == "$owner" ]] || printf 'note: a JVM of Java 8 answers its own user only: run this as %s\n' "$owner" >&2
    die 1 "no thread dump of process $pid within 60 s (see $file)"
  fi
  declare -A states=()
  threads=0
  while IFS= read -r line; do
    if [[ $line =~ java\.lang\.Thread\.State:\ ([A-Z_]+) ]]; then
      states[${BASH_REMATCH[1]}]=$((${states[${BASH_REMATCH[1]}]:-0} + 1))
      threads=$((threads + 1))
    fi
  done <"$file"
  ((threads > 0)) || die 1 "what the JVM wrote holds no threads: $file"
  printf 'dump %d: %s, %d threads' "$n" "$file" "$threads"
  for state in RUNNABLE BLOCKED WAITING TIMED_WAITING; do printf ', %d %s' "${states[$state]:-0}" "$state"; done
  printf '\n'
  unset states
done
# A JVM with this command may have virtual threads, which Thread.print leaves out.
if grep -q 'Thread\.dump_to_file' <<<"$(ask help 2>/dev/null || true)"; then
  printf 'note: virtual threads are not in the dumps: jcmd %d Thread.dump_to_file FILE writes them, as %s\n' "$pid" "$owner"
fi
