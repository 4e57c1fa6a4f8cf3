#!/usr/bin/env bash
# Show the JVM version and the flags that a running Java process uses, sizes also in megabytes.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-java-flags --pid PID [--dry-run]

Print the flags that differ from the built-in defaults, whether given on the command line, by the
environment, or chosen by the JVM for this machine. System properties (-D) are not shown, since
they may hold passwords. A JVM of Java 8 answers its own user only, not root.

  --pid PID  id of the Java process
  --dry-run  say which process would be asked, ask nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-java-flags: %s\n' "$2" >&2
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
command -v sort >/dev/null || die 3 "sort is not installed"
if $dry_run; then
  printf 'would ask process %d (%s, user %s) for its flags\n' "$pid" "$program" "$owner"
  exit 0
fi

rc=0
said=$(ask VM.flags 2>&1) || rc=$?
if ((rc != 0)); then
  printf '%s\n' "${said:0:300}" >&2
  if [[ $me == root && $owner != root && $said == *'nable to open socket'* ]]; then
    die 1 "process $pid does not answer: a JVM of Java 8 answers its own user only, so run this as $owner"
  fi
  die 1 "process $pid does not answer (exit status $rc)"
fi
version=$(ask VM.version 2>/dev/null) || version=''
while IFS= read -r line; do
  case $line in
    '' | "$pid:") ;;
    *) printf 'version: %s\n' "${line//[^[:print:]]/?}" ;;
  esac
done <<<"$version"

# All flags come in one line; a value may hold spaces, but no word of it begins with -XX.
flags=()
read -r -d '' -a words <<<"$said" || true
for word in "${words[@]}"; do
  case $word in
    -XX:*) flags+=("$word") ;;
    "$pid:") ;;
    *) ((${#flags[@]} == 0)) || flags[-1]+=" $word" ;;
  esac
done
((${#flags[@]} > 0)) || die 1 "process $pid named no flags"
for flag in "${flags[@]}"; do
  note=''
  # Not every size is one of bytes: MarkStackSize counts entries.
  if [[ $flag =~ ^-XX:([A-Za-z0-9]*(Heap|New|Old|CodeCache|Metaspace|ClassSpace|Region|DirectMemory|TLAB)Size|MinHeapDeltaBytes|LargePageSizeInBytes|PretenureSizeThreshold)=([0-9]{7,15})$ ]]; then note="  ($((BASH_REMATCH[3] / 1048576)) MB)"; fi
  printf '%s%s\n' "${flag//[^[:print:]]/?}" "$note"
done | LC_ALL=C sort
printf '%d flags; what is not listed has the default of this JVM\n' "${#flags[@]}"
