#!/usr/bin/env bash
# Make the kernel give up clean cached memory, after writing dirty data to disk.
#
# Undo: nothing to undo; the cache fills again as files are read, and reads are slower until then.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: drop-page-cache [--what pagecache|slab|all] [--dry-run] [--proc-root DIR]

Write dirty data to disk, then have the kernel drop cached file contents (pagecache, the default),
cached directory entries and inodes (slab), or both (all). No data is lost. This is for measurements
and for telling cache from use: cache is given up by itself when programs need the memory, and until
it has filled again the disks have more to do.

  --what CHOICE    what to drop
  --dry-run        say how much is cached, drop nothing
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'drop-page-cache: %s\n' "$2" >&2
  exit "$1"
}

what=pagecache proc=/proc dry_run=false
while (($# > 0)); do
  case $1 in
    --what | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --what) what=$2 ;;
        --proc-root) proc=$2 ;;
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

case $what in
  pagecache) code=1 ;;
  slab) code=2 ;;
  all) code=3 ;;
  *) die 2 "--what takes pagecache, slab or all, not '$what'" ;;
esac
control=$proc/sys/vm/drop_caches
[[ -r $proc/meminfo ]] || die 3 "cannot read $proc/meminfo"
[[ -f $control ]] || die 3 "no $control on this host"
command -v sync >/dev/null || die 3 "sync is not installed"

# Sets $cached, $slab, $free and $dirty, in MiB.
measure() {
  local key value
  cached=0 slab=0 free=0 dirty=0
  while read -r key value _; do
    case $key in
      Cached: | Buffers:) cached=$((cached + value)) ;;
      Shmem:) cached=$((cached - value)) ;; # shared memory and tmpfs count as cached, and stay
      SReclaimable:) slab=$value ;;
      MemFree:) free=$value ;;
      Dirty:) dirty=$value ;;
    esac
  done <"$proc/meminfo"
  cached=$((cached / 1024)) slab=$((slab / 1024)) free=$((free / 1024)) dirty=$((dirty / 1024))
}

measure
printf 'before: %d MiB file cache, %d MiB reclaimable slab, %d MiB free, %d MiB not yet on disk\n' \
  "$cached" "$slab" "$free" "$dirty"
if $dry_run; then
  printf 'would drop: %s (write %d to %s)\n' "$what" "$code" "$control"
  exit 0
fi
[[ -w $control ]] || die 3 "may not write $control; run as root (in a container it is often read-only)"
free_before=$free
# Dirty pages cannot be dropped, so they are written first.
sync || die 1 "sync failed, nothing was dropped"
{ printf '%d\n' "$code" >"$control"; } 2>/dev/null || die 1 "the kernel did not take $code in $control"
measure
printf 'after: %d MiB file cache, %d MiB reclaimable slab, %d MiB free, %d MiB not yet on disk\n' \
  "$cached" "$slab" "$free" "$dirty"
printf 'dropped %s: free memory changed by %+d MiB\n' "$what" $((free - free_before))
