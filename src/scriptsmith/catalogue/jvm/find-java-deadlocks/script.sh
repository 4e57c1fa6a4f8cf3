#!/usr/bin/env bash
# Ask a Java process for deadlocks: threads that wait for each other's locks for ever.
#
# Undo: nothing to undo; the process is stopped for some milliseconds while it looks.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-java-deadlocks --pid PID [--dry-run]

Print each deadlock that the JVM itself finds, among monitors and java.util.concurrent locks, with
its threads and what holds them. Only a restart resolves a deadlock. Threads that wait for a
database, a socket or a pool are not deadlocked in this sense: take thread dumps for these. The JVM
looks neither at virtual threads (Java 21 and later) nor at read locks and semaphores, which have
no owner.

  --pid PID  id of the Java process
  --dry-run  say which process would be asked, ask nothing
  --help     show this text

Exit status: 0 there is none, 1 there is one or the process does not answer, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-java-deadlocks: %s\n' "$2" >&2
  exit "$1"
}

pid='' dry_run=false
while (($# > 0)); do
  case $1 in
    --pid)
      (($# >= 2)) || die 2 "$1 needs a value"
      pid=$2
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
# A JVM with a /tmp of its own (PrivateTmp=yes) is reached from among its mounts, since jcmd meets it in /tmp.
among=()
if [[ $me == root && /proc/$pid/ns/pid -ef /proc/self/ns/pid && ! /proc/$pid/root/tmp -ef /tmp ]] && command -v nsenter >/dev/null; then
  tool=$(realpath -e -- "$(type -P jcmd)")
  if [[ -x /proc/$pid/root$tool ]]; then among=(nsenter --target "$pid" --mount --root -- env --chdir=/); fi
fi
ask() { timeout 60 "${among[@]}" jcmd "$pid" "$@" </dev/null; }
if $dry_run; then
  printf 'would ask process %d (%s, user %s) for deadlocks\n' "$pid" "$program" "$owner"
  exit 0
fi

rc=0
# Not with -l, for which the JVM stops and goes through its whole heap: locks of java.util.concurrent count without it.
dump=$(ask Thread.print 2>&1) || rc=$?
if ((rc != 0)); then
  printf '%s\n' "${dump:0:300}" >&2
  die 1 "process $pid does not answer (exit status $rc)"
fi
[[ $dump == *'Full thread dump'* ]] || die 1 "process $pid gave no thread dump"

# The JVM adds the deadlocks at the end: a head for each, and "Found 1 deadlock." as the last line.
inside=false found=0 blocked=0
while IFS= read -r line; do
  line=${line//[^[:print:]]/ }
  if [[ $line == *'Thread.State: BLOCKED'* ]]; then blocked=$((blocked + 1)); fi
  if [[ $line =~ ^Found\ (one|a|[0-9]+)\ Java-level\ deadlock ]]; then inside=true found=$((found + 1)); fi
  if [[ $line =~ ^Found\ ([0-9]+)\ deadlocks?\.$ ]]; then
    inside=false
    if ((BASH_REMATCH[1] > found)); then found=${BASH_REMATCH[1]}; fi
  fi
  ! $inside || printf '%s\n' "$line"
done <<<"$dump"

if ((found > 0)); then
  printf 'deadlocked: process %d has %d deadlocks\n' "$pid" "$found"
  exit 1
fi
printf 'no deadlock in process %d (%d threads wait for a monitor now)\n' "$pid" "$blocked"
printf 'not looked at by the JVM: virtual threads, read locks and semaphores\n'
