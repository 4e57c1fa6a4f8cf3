#!/usr/bin/env bash
# Show total, used, cached and available memory and swap, and say when little is available.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-memory-usage [--percent PERCENT] [--proc-root DIR]

Show the memory and the swap of this host, and say LOW when less than PERCENT (default 10) of the
memory is available. What counts is "available", which includes the cache that the kernel can give
up, not "free": little free memory is normal. The cache of ZFS (ARC), which the kernel calls used, is
counted as available but for what ZFS keeps at least, and that is told. Where the kernel measures it, the share of time that
tasks waited for memory is shown as well.

  --percent PERCENT  where low begins, 0 to 100
  --proc-root DIR    where the process file system is mounted (default /proc)
  --help             show this text

Exit status: 0 done (low or not), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-memory-usage: %s\n' "$2" >&2
  exit "$1"
}

percent=10 proc=/proc
while (($# > 0)); do
  case $1 in
    --percent | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --percent) percent=$2 ;;
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

percent=${percent%\%}
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$percent" 0 100 || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ -r $proc/meminfo ]] || die 3 "cannot read $proc/meminfo"

declare -A kib
while read -r key value _; do
  if [[ $key == *: && $value =~ ^[0-9]+$ ]]; then kib[${key%:}]=$value; fi
done <"$proc/meminfo"
((${kib[MemTotal]:-0} > 0)) || die 1 "$proc/meminfo names no total"
[[ -n ${kib[MemAvailable]:-} ]] || die 3 "this kernel does not report available memory (older than 3.14)"

total=${kib[MemTotal]} available=${kib[MemAvailable]}
cache=$((${kib[Buffers]:-0} + ${kib[Cached]:-0} + ${kib[SReclaimable]:-0}))
swap=${kib[SwapTotal]:-0} swap_free=${kib[SwapFree]:-0}
# ZFS has a cache of its own, which the kernel counts as used; it gives up what is above c_min.
arc='' least='' spare='' note=''
while read -r key _ value; do case $key in size) arc=$value ;; c_min) least=$value ;; esac; done < <(cat "$proc/spl/kstat/zfs/arcstats" 2>/dev/null)
if [[ $arc =~ ^[0-9]+$ && $least =~ ^[0-9]+$ ]]; then
  spare=$((arc > least ? (arc - least) / 1024 : 0))
  available=$((available + spare))
  note=" (with $((spare / 1024)) MiB of the cache of ZFS, which it gives up slower than the kernel its own)"
elif [[ -e $proc/spl/kstat/zfs ]]; then
  note=' (the cache of ZFS, which counts as used here, could not be read)'
fi
line() { # LABEL KIB OF: in MiB and as a share of OF
  local share=$(($3 > 0 ? 1000 * $2 / $3 : 0))
  printf '%-18s %10d MiB %4d.%d%%\n' "$1" $(($2 / 1024)) $((share / 10)) $((share % 10))
}
line 'memory total' "$total" "$total"
line 'memory used' $((total - available)) "$total"
line 'memory available' "$available" "$total"
line 'memory free' "${kib[MemFree]:-0}" "$total"
line 'cache and buffers' "$cache" "$total"
if [[ -n $spare ]]; then line 'ZFS cache (ARC)' $((arc / 1024)) "$total"; fi
line 'shared (tmpfs)' "${kib[Shmem]:-0}" "$total"
if ((swap > 0)); then
  line 'swap total' "$swap" "$swap"
  line 'swap used' $((swap - swap_free)) "$swap"
else
  printf 'swap               none\n'
fi

# "some avg10=1.23 …": the percentage of the last 10 seconds in which a task waited for memory.
if { read -r kind average _ <"$proc/pressure/memory"; } 2>/dev/null && [[ $kind == some && $average == avg10=* ]]; then
  printf 'memory pressure    %s%% of the last 10 s\n' "${average#avg10=}"
fi
tenths=$((1000 * available / total))
verdict='OK' than='not less'
if ((100 * available < percent * total)); then verdict='LOW' than='less'; fi
printf '%s: %d.%d%% of the memory is available, %s than %d%%%s\n' "$verdict" $((tenths / 10)) $((tenths % 10)) "$than" "$percent" "$note"
