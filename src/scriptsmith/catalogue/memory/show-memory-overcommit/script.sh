#!/usr/bin/env bash
# Show the overcommit mode of the kernel, and how much memory is promised compared with what is there.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-memory-overcommit [--proc-root DIR]

Print the overcommit mode, how much memory programs were promised (Committed_AS), and how much
that is of memory and swap. In mode 2 allocations fail at the limit, however much is free; in
modes 0 and 1 the limit is not enforced, and a host that promises too much ends in the OOM killer. What
else may refuse memory there is named, and not looked at.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-memory-overcommit: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc
while (($# > 0)); do
  case $1 in
    --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      proc=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -r $proc/meminfo ]] || die 3 "cannot read $proc/meminfo"
value() { # NAME: the number in a file of sysctl
  local text=''
  { read -r text <"$proc/sys/vm/$1"; } 2>/dev/null || true
  printf '%s' "$text"
}
mode=$(value overcommit_memory)
[[ -n $mode ]] || die 3 "cannot read $proc/sys/vm/overcommit_memory"
total=0 swap=0 limit='' promised='' available=0
while read -r key number _; do
  case $key in
    MemTotal:) total=$number ;;
    MemAvailable:) available=$number ;;
    SwapTotal:) swap=$number ;;
    CommitLimit:) limit=$number ;;
    Committed_AS:) promised=$number ;;
  esac
done <"$proc/meminfo"
[[ $limit =~ ^[0-9]+$ && $promised =~ ^[0-9]+$ && $total != 0 ]] || die 1 "$proc/meminfo does not tell what is promised"

case $mode in
  0) meaning='the kernel refuses only what is obviously too much' ;;
  1) meaning='the kernel refuses nothing' ;;
  2) meaning='the kernel refuses what goes beyond the limit' ;;
  *) meaning='unknown' ;;
esac
printf 'vm.overcommit_memory = %s: %s\n' "$mode" "$meaning"
bytes=$(value overcommit_kbytes)
if [[ $bytes =~ ^[1-9][0-9]*$ ]]; then
  printf 'vm.overcommit_kbytes = %s\n' "$bytes"
else
  printf 'vm.overcommit_ratio = %s\n' "$(value overcommit_ratio)"
fi
printf 'promised: %d MiB, %d%% of memory and swap (%d MiB); available now: %d MiB\n' $((promised / 1024)) \
  $((100 * promised / (total + swap))) $(((total + swap) / 1024)) $((available / 1024))
printf 'limit: %d MiB, of which %d%% are promised\n' $((limit / 1024)) $((limit > 0 ? 100 * promised / limit : 0))

if [[ $mode == 2 ]] && ((100 * promised >= 95 * limit)); then
  printf 'AT THE LIMIT: allocations fail or are about to, whatever is free\n'
elif [[ $mode == 2 ]]; then
  printf 'OK: the limit is enforced and not reached; what asks for more than %d MiB at once is refused all the same\n' $(((limit - promised) / 1024))
elif ((promised > total + swap)); then
  printf 'OVERCOMMITTED: more is promised than memory and swap hold; usual for programs that reserve much and use little\n'
else
  printf 'OK: less is promised than memory and swap hold\n'
fi
[[ $mode != 0 ]] || printf 'what asks for more than %d MiB at once is refused all the same\n' $(((total + swap) / 1024))
[[ $mode == 2 ]] || printf 'a program that gets no memory in this mode meets a limit of its own, not looked at here: ulimit -v, vm.max_map_count, of fork ulimit -u or pids.max\n'
