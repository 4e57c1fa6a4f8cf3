#!/usr/bin/env bash
# Show the memory in the kernel's slab caches, what of it can be reclaimed, and the largest caches.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-slab-usage [--limit N] [--proc-root DIR]

Print the slab memory that can be reclaimed (mostly dentries and inodes, harmless) and that which
cannot, and the N largest caches with their objects. Memory that cannot be reclaimed and grows for
days is a leak in the kernel or a module. The single caches are shown to root only.

  --limit N        how many caches to show, 1 to 500 (default 10)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-slab-usage: %s\n' "$2" >&2
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

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$limit" 1 500 || die 2 "--limit takes a whole number from 1 to 500, not '$limit'"
limit=$((10#$limit))
[[ -r $proc/meminfo ]] || die 3 "cannot read $proc/meminfo"
for tool in sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

total=0 slab='' reclaimable=0 fixed=0
while read -r key value _; do
  case $key in
    MemTotal:) total=$value ;;
    Slab:) slab=$value ;;
    SReclaimable:) reclaimable=$value ;;
    SUnreclaim:) fixed=$value ;;
  esac
done <"$proc/meminfo"
[[ $slab =~ ^[0-9]+$ && $total != 0 ]] || die 1 "$proc/meminfo does not tell of slab memory"
printf 'slab: %d MiB (%d%% of the memory), reclaimable %d MiB, not reclaimable %d MiB\n' \
  $((slab / 1024)) $((100 * slab / total)) $((reclaimable / 1024)) $((fixed / 1024))
if ((10 * fixed > total)); then
  printf 'HIGH: more than a tenth of the memory is in slab that cannot be reclaimed\n'
fi

[[ -r $proc/slabinfo ]] || die 3 "the single caches in $proc/slabinfo are shown to root only"
page=4096
if command -v getconf >/dev/null; then page=$(getconf PAGESIZE) || page=4096; fi
# "name active objects size per-slab pages-per-slab : tunables a b c : slabdata active slabs shared"
rows=''
while read -r name active objects size _ pages _ _ _ _ _ _ _ _ slabs _; do
  [[ $size =~ ^[0-9]+$ && $pages =~ ^[0-9]+$ && $slabs =~ ^[0-9]+$ ]] || continue
  bytes=$((slabs * pages * page))
  used=0
  if ((objects > 0)); then used=$((100 * active / objects)); fi
  rows+=$(printf '%9d KiB %10d %9d B %4d%%  %s' $((bytes / 1024)) "$objects" "$size" "$used" "$name")$'\n'
done <"$proc/slabinfo"
[[ -n $rows ]] || die 1 "$proc/slabinfo names no cache"
printf '%13s %10s %11s %5s  %s\n' SIZE OBJECTS EACH USED CACHE
printf '%s' "$rows" | sort -k1,1nr -k7 | sed -n "1,${limit}p"
