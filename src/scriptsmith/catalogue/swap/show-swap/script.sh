#!/usr/bin/env bash
# Show the swap areas with their use, and how many pages were swapped in and out over some seconds.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-swap [--seconds N] [--proc-root DIR]

List the swap files and partitions, and measure for N seconds how much is swapped in and out. Swap
that is full but still does no harm; pages that move all the time mean that memory is short. What goes
no further than compressed memory (zswap) counts too, and is told apart. Which process is swapped out is
shown by show-swap-usage-by-process.

  --seconds N      how long to watch, 1 to 300 (default 3)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-swap: %s\n' "$2" >&2
  exit "$1"
}

seconds=3 proc=/proc
while (($# > 0)); do
  case $1 in
    --seconds | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
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

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$seconds" 1 300 || die 2 "--seconds takes a whole number from 1 to 300, not '$seconds'"
seconds=$((10#$seconds))
command -v awk >/dev/null || die 3 "awk is not installed"
[[ -r $proc/swaps && -r $proc/vmstat ]] || die 3 "cannot read $proc/swaps and $proc/vmstat"
# "Filename Type Size Used Priority" in KiB; a blank in a name is \040, so a name is one word.
areas=0 all=0 in_use=0
while read -r name kind size used priority; do
  [[ $size =~ ^[0-9]+$ && $used =~ ^[0-9]+$ ]] || continue
  if ((areas == 0)); then printf '%10s %10s %5s %8s  %-10s %s\n' SIZE USED '' PRIORITY TYPE NAME; fi
  printf '%6d MiB %6d MiB %4d%% %8s  %-10s %s\n' $((size / 1024)) $((used / 1024)) \
    $((size > 0 ? 100 * used / size : 0)) "$priority" "$kind" "$name"
  areas=$((areas + 1)) all=$((all + size)) in_use=$((in_use + used))
done <"$proc/swaps"
if { read -r swappiness <"$proc/sys/vm/swappiness"; } 2>/dev/null; then printf 'vm.swappiness: %s\n' "$swappiness"; fi
if ((areas == 0)); then
  printf 'no swap is in use on this host\n'
  exit 0
fi
printf '%d areas: %d of %d MiB used\n' "$areas" $((in_use / 1024)) $((all / 1024))
moved() { # sets $in and $out, in pages since boot, and how much of both went through zswap, or - where that is not known
  in='' out='' z=''
  # What zswap takes the kernel counts there alone.
  read -r in out z < <(awk '{ n[$1] = $2 } END { zswap = "zswpin" in n; if ("pswpin" in n && "pswpout" in n)
    printf "%.0f %.0f %s\n", n["pswpin"] + n["zswpin"], n["pswpout"] + n["zswpout"], zswap ? sprintf("%.0f", n["zswpin"] + n["zswpout"]) : "-"
  }' "$proc/vmstat") || die 1 "$proc/vmstat does not tell of swapping"
}
moved
before_in=$in before_out=$out before_z=$z
sleep "$seconds"
moved
in=$((in - before_in)) out=$((out - before_out))
printf 'over %d s: %d pages/s in, %d pages/s out\n' "$seconds" $((in / seconds)) $((out / seconds))
zswap=''
if { read -r zswap <"$proc/../sys/module/zswap/parameters/enabled"; } 2>/dev/null && [[ $z == - && $zswap == Y ]]; then
  printf 'note: zswap is on, and this kernel (before 5.19) does not count what moves to compressed memory and back\n'
fi
[[ $z == "$before_z" ]] || printf 'of these within compressed memory (zswap): %d pages/s\n' $(((z - before_z) / seconds))
if ((in > 0 && out > 0 && in + out >= 100 * seconds)); then
  printf 'SWAPPING: pages go both ways all the time; memory is short\n'
elif ((out >= 100 * seconds)); then
  printf 'MUCH GOES OUT: the kernel makes room; something takes memory now\n'
elif ((in >= 100 * seconds)); then
  printf 'MUCH COMES IN: programs read back what was swapped out, and wait for it\n'
elif ((in + out > 0)); then
  printf 'some pages move\n'
else
  printf 'calm: nothing moves\n'
fi
