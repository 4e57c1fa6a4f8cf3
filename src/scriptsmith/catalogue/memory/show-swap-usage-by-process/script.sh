#!/usr/bin/env bash
# Show the processes with the most memory in swap, biggest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-swap-usage-by-process [--limit N] [--proc-root DIR]

Show how much of the swap space is used, and the N (default 10) processes that have the most memory
in it. Shared memory (such as PostgreSQL's buffers) and tmpfs files in swap belong to no process: how much
that is is told. Where other users' processes are hidden (hidepid), all are seen by root only; this is told.
Swap that is used but not read or written does no harm; pages that move all the time do.

  --limit N        how many processes to show, 1 to 1000
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-swap-usage-by-process: %s\n' "$2" >&2
  exit "$1"
}

limit=10 proc=/proc
while (($# > 0)); do
  case $1 in
    --limit | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
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

whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
[[ -r $proc/meminfo ]] || die 3 "no process file system at $proc"
for tool in grep sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

total=0 free=0
while read -r key value _; do
  case $key in
    SwapTotal:) total=$value ;;
    SwapFree:) free=$value ;;
  esac
done <"$proc/meminfo"
if ((total == 0)); then
  printf 'no swap is configured on this host\n'
  exit 0
fi
printf 'swap: %d of %d MiB used (%d%%)\n' $(((total - free) / 1024)) $((total / 1024)) $((100 * (total - free) / total))

# One grep over all of them; a process that ends meanwhile is just not reported. The kernel writes
# a newline in a name as \n, so that each value is one line: "PID/status:Key:<tab>value".
cd -- "$proc"
lines=$(grep -H -E '^(Name|Uid|VmSwap):' [0-9]*/status 2>/dev/null) || [[ -n ${lines:-} ]] ||
  die 3 "no process is visible below $proc"

# Process 1 is always there. In a container the host's numbers are told, and its own processes alone are seen.
unseen=''
if [[ ! -e 1/status ]]; then
  unseen=' that is seen here, which are some only'
  printf 'note: processes of other users are hidden here, and missing below; run as root to see all\n'
elif [[ ! -e 2/status ]] || ! grep -q '^Name:.kthreadd$' 2/status; then
  unseen=' that is seen here, which may be those of this container only'
fi
declare -A name=() uid=() swapped=()
sum=0
while IFS= read -r line; do
  pid=${line%%/*} text=${line#*:}
  value=${text#*:} value=${value#"${value%%[![:space:]]*}"}
  case $text in
    Name:*) name[$pid]=$value ;;
    Uid:*) uid[$pid]=${value%%[[:space:]]*} ;;
    VmSwap:*)
      value=${value%% *}
      [[ $value =~ ^[0-9]+$ ]] || continue
      if ((value > 0)); then
        swapped[$pid]=$value
        sum=$((sum + value))
      fi
      ;;
  esac
done < <(printf '%s\n' "$lines") # no <<<, which may need room on a disk

rest=$((total - free - sum))
remains() {
  ((rest < 10240 || rest * 10 < total - free)) ||
    printf '%d MiB of what is used belong to no process%s: shared memory (such as the buffers of PostgreSQL), tmpfs files, or pages that are in memory as well\n' $((rest / 1024)) "$unseen"
}
if ((${#swapped[@]} == 0)); then
  printf 'no process has memory in swap\n'
  remains
  exit 0
fi

printf '%8s  %-16s %10s  %s\n' PID USER 'SWAP MiB' PROCESS
for pid in "${!swapped[@]}"; do
  printf '%s %s\n' "${swapped[$pid]}" "$pid"
done | sort -k1,1nr -k2,2n | sed -n "1,${limit}p" | while read -r amount pid; do
  owner=$(getent passwd "${uid[$pid]:-?}" 2>/dev/null) || owner=${uid[$pid]:-?}
  printf '%8s  %-16s %8d.%d  %s\n' "$pid" "${owner%%:*}" $((amount / 1024)) $((amount % 1024 * 10 / 1024)) \
    "${name[$pid]:-?}"
done
printf '%d processes have %d MiB in swap in all\n' "${#swapped[@]}" $((sum / 1024))
remains
