#!/usr/bin/env bash
# Show the resource limits that hold for one running process, and what it uses of the two that run out
# first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-process-limits --pid PID [--proc-root DIR]

Print the soft and hard limits of process PID as the kernel enforces them, which may differ from
what a configuration file says, since limits are taken over when a process starts. The numbers of its
open files and of its threads, and its memory, are shown as well; max processes counts those of the whole user.

  --pid PID        number of the process
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-process-limits: %s\n' "$2" >&2
  exit "$1"
}

pid='' proc=/proc
while (($# > 0)); do
  case $1 in
    --pid | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
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

[[ -n $pid ]] || die 2 "--pid is needed (see --help)"
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
[[ -d $proc ]] || die 3 "no process file system at $proc"
[[ -d $proc/$pid ]] || die 3 "no process $pid is running, or it is hidden from you (hidepid)"
[[ -r $proc/$pid/limits ]] || die 3 "may not read the limits of process $pid; run as its owner or as root"

name=''
{ IFS= read -r name <"$proc/$pid/comm"; } 2>/dev/null || true
printf 'process %s (%s); not looked at: what its control group (service, container) allows it of memory and tasks\n' "$pid" "${name//[[:cntrl:]]/?}"

# Columns of fixed width: name 26, soft 21, hard 21, units.
lines=() soft_files=''
while IFS= read -r text; do
  [[ $text == Max\ * ]] || continue
  key=${text:0:26} soft=${text:26:21} hard=${text:47:21} units=${text:68}
  key=${key%"${key##*[! ]}"} soft=${soft%% *} hard=${hard%% *} units=${units%% *}
  lines+=("$(printf '%-24s %20s %20s  %s' "${key#Max }" "$soft" "$hard" "$units")")
  if [[ $key == 'Max open files' ]]; then soft_files=$soft; fi
done <"$proc/$pid/limits" || die 1 "process $pid ended while it was read"
((${#lines[@]} > 0)) || die 1 "the kernel told no limits of process $pid"
printf '%-24s %20s %20s  %s\n' LIMIT SOFT HARD UNITS
printf '%s\n' "${lines[@]}"

shopt -s nullglob
if [[ -r $proc/$pid/fd && -x $proc/$pid/fd ]]; then
  open=("$proc/$pid"/fd/*)
  printf 'open files now: %d' "${#open[@]}"
  if [[ $soft_files =~ ^[1-9][0-9]*$ ]]; then printf ' (%d%% of the soft limit)' $((100 * ${#open[@]} / soft_files)); fi
  printf '\n'
else
  printf 'open files now: not visible; run as root\n'
fi
tasks=("$proc/$pid"/task/*)
if ((${#tasks[@]} > 0)); then printf 'threads now: %d (max processes counts those of all processes of its user)\n' "${#tasks[@]}"; fi
# kB are units of 1024 bytes there; threads of the kernel have no memory of their own.
{
  while read -r key number _; do
    case $key in
      VmSize:) what='address space' ;;
      VmRSS:) what='resident set' ;;
      VmLck:) what='locked memory' ;;
      *) continue ;;
    esac
    printf '%s now: %d MiB\n' "$what" $((number / 1024))
  done <"$proc/$pid/status"
} 2>/dev/null || true
