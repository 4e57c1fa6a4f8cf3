#!/usr/bin/env bash
# Show the classes whose objects take the most space in the heap of a Java process.
#
# Undo: nothing to undo; the process is stopped while it counts, about a second for some gigabytes.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-java-heap-histogram --pid PID [--limit N] [--dry-run]

Objects that are garbage already are counted too (option -all of jcmd), since counting only live
ones would begin with a full garbage collection. Run it twice some minutes apart to see what
grows. The process stands still while it counts: think twice with a heap of many gigabytes. A JVM of
Java 8 answers its own user only, not root.

  --pid PID  id of the Java process
  --limit N  how many classes to show (default 20)
  --dry-run  say which process would be asked, ask nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-java-heap-histogram: %s\n' "$2" >&2
  exit "$1"
}

pid='' limit=20 dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --limit) limit=$2 ;;
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

[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
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
ask() { timeout 300 "${among[@]}" jcmd "$pid" "$@" </dev/null; }
printf 'note: process %d stands still while it counts, about a second for some gigabytes; in a pod its liveness probe may end it meanwhile\n' "$pid" >&2
if $dry_run; then
  printf 'would ask process %d (%s, user %s) for its heap histogram\n' "$pid" "$program" "$owner"
  exit 0
fi

rc=0
table=$(ask GC.class_histogram -all 2>&1) || rc=$?
if ((rc != 0)); then
  printf '%s\n' "${table:0:300}" >&2
  if [[ $me == root && $owner != root && $table == *'nable to open socket'* ]]; then
    die 1 "process $pid does not answer: a JVM of Java 8 answers its own user only, so run this as $owner"
  fi
  die 1 "process $pid does not answer (exit status $rc)"
fi

shown=0 classes=0 instances=0 bytes=0
printf '%10s %14s  %s\n' MBYTES INSTANCES CLASS
while read -r rank count size class; do
  if [[ $rank == Total && $count =~ ^[0-9]+$ ]]; then
    instances=$count bytes=$size
    continue
  fi
  [[ $rank =~ ^[0-9]+:$ && $count =~ ^[0-9]+$ && $size =~ ^[0-9]+$ ]] || continue
  classes=$((classes + 1))
  ((shown < limit)) || continue
  shown=$((shown + 1))
  printf '%8d.%d %14d  %s\n' "$((size / 1048576))" "$((size % 1048576 * 10 / 1048576))" "$count" "${class//[^[:print:]]/?}"
done <<<"$table"
((classes > 0)) || die 1 "process $pid gave no histogram"
printf '%d of %d classes shown; %d objects, %d MB in all, garbage included\n' "$shown" "$classes" "$instances" "$((bytes / 1048576))"
