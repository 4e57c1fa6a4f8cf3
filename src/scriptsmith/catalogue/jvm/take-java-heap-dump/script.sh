#!/usr/bin/env bash
# Write a heap dump (hprof) of a Java process to a new file, and check that it is complete.
#
# Undo: remove the file that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: take-java-heap-dump --pid PID [--destination DIR] [--dry-run]

The process stands still while it writes, a minute for some gigabytes: take a node out of the load
balancer first. The file may be twice as large as the memory of the process, since references are
written with eight bytes, and so much space must be free, on a disk. A full collection comes first:
objects that nothing refers to are not in it. It holds all others, passwords and personal data
included: only the owner may read it; move it with care. A JVM of Java 8 answers its own user only,
not root. The JVM itself writes the file, so where it has a file system or a /tmp of its own (a
container, PrivateTmp), the file is there, and is named as it can be reached from here.

  --pid PID          id of the Java process
  --destination DIR  directory to which the dump is written, as the JVM sees it (default /var/tmp)
  --dry-run          say what would be done, write nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'take-java-heap-dump: %s\n' "$2" >&2
  exit "$1"
}

pid='' destination=/var/tmp dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --destination)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
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

[[ -n $destination ]] || die 2 "--destination must not be empty"
[[ -n $pid ]] || die 2 "--pid is required (see --help)"
[[ $pid =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--pid takes a whole number above 0, not '$pid'"
pid=$((10#$pid))
for tool in jcmd ps timeout id df stat awk; do
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
ask() { timeout 900 "${among[@]}" jcmd "$pid" "$@" </dev/null; }
[[ $destination == /* ]] || destination=$PWD/$destination
[[ $destination != *[[:space:]]* && $destination != *[[:cntrl:]]* ]] || die 2 "--destination: jcmd takes no names with spaces"

view=''
if [[ -d /proc/$pid/root/ ]]; then view=/proc/$pid/root; fi
[[ -d $view$destination ]] || die 3 "no such directory for the process: $destination"
rss=$(awk '/^Vm(RSS|Swap):/ {sum += $2} END {print sum}' "/proc/$pid/status" 2>/dev/null) || die 3 "no such process: $pid"
free=$(df -Pk -- "$view$destination" | { read -r _ && read -r _ _ _ kilobytes _ && printf '%s' "$kilobytes"; }) || die 3 "cannot read the free space of $destination"
[[ $rss =~ ^[0-9]+$ && $free =~ ^[0-9]+$ ]] || die 3 "the memory of process $pid or the free space is not known"
[[ $(stat -f -c %T -- "$view$destination") != @(tmpfs|ramfs) ]] || die 3 "refused: $destination lies in memory (tmpfs), of which the dump may take $((rss / 512)) MB; name a directory on a disk"
((free > 2 * rss + rss / 10)) || die 3 "the dump may need $((rss / 512)) MB, and only $((free / 1024)) MB are free in $destination"
file=${destination%/}/heap-$pid-$(date +%Y%m%dT%H%M%S).hprof
printf 'process %d stands still meanwhile, a minute for some gigabytes: take it out of the load balancer first, and in a pod expect its liveness probe to end the container, and the dump with it, unless the probe is off or patient; the file holds passwords and personal data\n' "$pid"
if $dry_run; then
  printf 'would write: %s, up to %d MB (%d MB are free)\n' "$file" "$((rss / 512))" "$((free / 1024))"
  exit 0
fi

rc=0
said=$(ask GC.heap_dump "$file" 2>&1) || rc=$?
if ((rc != 0)) || [[ $said != *'Heap dump file created'* ]]; then # jcmd ends with 0 although the JVM could not write
  said=${said//[^[:print:]$'\n']/?}
  printf '%s\n' "${said:0:400}" >&2
  ((rc != 124)) || die 1 "the dump was not finished within 15 minutes; the JVM may go on writing $file"
  [[ $said != *'file is incomplete'* ]] || printf 'a part of it was written and is of no use: rm -- %q\n' "$view$file" >&2
  if [[ $me == root && $owner != root && $said == *'nable to open socket'* ]]; then
    die 1 "no heap dump of process $pid: a JVM of Java 8 answers its own user only, so run this as $owner"
  fi
  die 1 "no heap dump of process $pid (may user $owner write to $destination?)"
fi
place=$view$file
if [[ $place -ef $file ]]; then place=$file; fi
size=$(stat -c %s -- "$place" 2>/dev/null) || die 1 "the JVM says that it wrote $file, but it is not here: in its container?"
((size > 0)) || die 1 "$place is empty"
chmod 600 -- "$place" || printf 'warning: others may be able to read %s\n' "$place" >&2
printf 'written: %s, %d MB; it holds what was alive in memory\n' "$place" "$((size / 1048576))"
if [[ $place != "$file" ]]; then printf 'note: that is in the file system of the process; copy it before the process ends\n'; fi
