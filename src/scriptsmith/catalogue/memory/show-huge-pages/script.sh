#!/usr/bin/env bash
# Show the reserved huge pages with their use, and the state of transparent huge pages.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-huge-pages [--proc-root DIR] [--sys-root DIR]

Print for each size the huge pages that are reserved, in use and free, and the memory that lies
idle in them: nobody else can use it. Then whether transparent huge pages are on, and how much
memory is in them. Databases mostly want their own pages reserved and the transparent ones at
madvise or never.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --sys-root DIR   where sysfs is mounted (default /sys)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-huge-pages: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc sys=/sys
while (($# > 0)); do
  case $1 in
    --proc-root | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --proc-root) proc=$2 ;;
        --sys-root) sys=$2 ;;
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

[[ -r $proc/meminfo ]] || die 3 "cannot read $proc/meminfo"
total=0 transparent=0
while read -r key value _; do
  case $key in
    MemTotal:) total=$value ;;
    AnonHugePages: | ShmemHugePages: | FileHugePages:) transparent=$((transparent + value)) ;;
  esac
done <"$proc/meminfo"
((total > 0)) || die 1 "$proc/meminfo names no total"
shopt -s nullglob
number() { # FILE: the number in it, or 0
  local value=0
  { read -r value <"$1"; } 2>/dev/null || true
  [[ $value =~ ^[0-9]+$ ]] || value=0
  printf '%d' "$value"
}
sizes=0 idle=0 huge=0
for directory in "$sys"/kernel/mm/hugepages/hugepages-*kB; do
  size=${directory##*/hugepages-} size=${size%kB}
  [[ $size =~ ^[0-9]+$ ]] || continue
  pages=$(number "$directory/nr_hugepages") free=$(number "$directory/free_hugepages")
  promised=$(number "$directory/resv_hugepages") surplus=$(number "$directory/surplus_hugepages")
  printf 'pages of %d KiB: %d reserved (%d MiB), %d in use, %d free, %d of these promised, %d surplus\n' \
    "$size" "$pages" $((pages * size / 1024)) $((pages - free)) "$free" "$promised" "$surplus"
  sizes=$((sizes + 1)) huge=$((huge + pages * size))
  if ((free > promised)); then idle=$((idle + (free - promised) * size)); fi
done
if ((sizes == 0)); then printf 'this kernel offers no huge pages to reserve\n'; fi
printf 'reserved in all: %d MiB (%d%% of the memory)\n' $((huge / 1024)) $((100 * huge / total))
if ((idle > 0)); then
  printf 'IDLE: %d MiB are reserved and used by nobody\n' $((idle / 1024))
fi
[[ -r $sys/kernel/mm/transparent_hugepage/enabled ]] || printf 'transparent huge pages: this kernel does not offer them, or %s does not tell\n' "$sys"
# "always [madvise] never": the one in brackets holds.
for setting in enabled defrag; do
  value=''
  { read -r value <"$sys/kernel/mm/transparent_hugepage/$setting"; } 2>/dev/null || continue
  if [[ $value =~ \[([a-z+]+)\] ]]; then printf 'transparent huge pages, %s: %s\n' "$setting" "${BASH_REMATCH[1]}"; fi
done
printf 'in transparent huge pages now: %d MiB\n' $((transparent / 1024))
