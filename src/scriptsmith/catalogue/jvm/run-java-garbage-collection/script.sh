#!/usr/bin/env bash
# Make a Java process run a full garbage collection, and show its heap before and after.
#
# Undo: none and none needed: only garbage goes.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: run-java-garbage-collection --pid PID [--dry-run]

The process may stand still meanwhile, a second for each gigabyte or so, depending on the
collector. What is still used afterwards is really in use: if that is nearly all, the heap is too
small or leaks. A JVM that runs with DisableExplicitGC would ignore this, and is refused; so is one
with ExplicitGCInvokesConcurrent, which would only mark what is garbage. With JDK 8 run it as the user
of the JVM.

  --pid PID  id of the Java process
  --dry-run  show the heap, collect nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'run-java-garbage-collection: %s\n' "$2" >&2
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
among=false
if [[ $me == root && /proc/$pid/ns/pid -ef /proc/self/ns/pid && ! /proc/$pid/root/tmp -ef /tmp ]] && command -v nsenter >/dev/null; then
  tool=$(realpath -e -- "$(type -P jcmd)")
  if [[ -x /proc/$pid/root$tool ]]; then among=true; fi
fi
ask() {
  if $among; then
    timeout 120 nsenter --target "$pid" --mount --root -- env --chdir=/ jcmd "$pid" "$@" </dev/null
  else
    timeout 120 jcmd "$pid" "$@" </dev/null
  fi
}
rc=0
flags=$(ask VM.flags 2>&1) || rc=$?
if ((rc != 0)); then
  printf '%s\n' "${flags:0:300}" >&2
  die 1 "process $pid does not answer (exit status $rc)"
fi
[[ $flags != *-XX:+DisableExplicitGC* ]] || die 3 "process $pid runs with DisableExplicitGC and would ignore this"
# Shenandoah does so by itself, and collects all the same.
[[ $flags != *-XX:+ExplicitGCInvokesConcurrent* || $flags == *-XX:+UseShenandoahGC* ]] ||
  die 3 "process $pid runs with ExplicitGCInvokesConcurrent: it would begin a concurrent cycle, and no full collection"

heap() { # the heap as the JVM tells it, without the line that repeats its id
  local text line
  if ! text=$(ask GC.heap_info); then
    # JDK 8 knows no such command.
    text=$(LC_ALL=C timeout 30 jstat -gc "$pid") || return 1
    printf '  as jstat tells it in kB (S0U, S1U, EU, OU: used):\n'
    while IFS= read -r line; do printf '  %s\n' "${line//[^[:print:]]/ }"; done <<<"$text"
    return 0
  fi
  while IFS= read -r line; do
    if [[ $line == *used* ]]; then printf '  %s\n' "${line//[^[:print:]]/ }"; fi
  done <<<"$text"
}
before=$(heap) || die 1 "process $pid does not tell about its heap"
printf 'before:\n%s\n' "$before"
printf 'note: process %d stands still meanwhile, a second for each gigabyte or so; in a pod its liveness probe may end it\n' "$pid" >&2
if $dry_run; then
  printf 'would collect: the garbage of process %d (%s, user %s)\n' "$pid" "$program" "$owner"
  exit 0
fi
said=$(ask GC.run 2>&1) || die 1 "the collection failed or took more than two minutes: ${said:0:200}"
[[ $said == *'Command executed successfully'* ]] || die 1 "the JVM did not confirm the collection"
after=$(heap) || die 1 "process $pid does not tell about its heap after the collection"
printf 'after:\n%s\ncollected: the garbage of process %d\n' "$after" "$pid"
