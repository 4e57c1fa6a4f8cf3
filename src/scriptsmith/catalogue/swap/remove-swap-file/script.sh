#!/usr/bin/env bash
# Turn a swap file off, once its content fits into memory, and delete it.
#
# Undo: add-swap-file makes one anew.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-swap-file [--file PATH] [--dry-run] [--proc-root DIR] [--fstab FILE]

Move what lies in the swap file back to memory, turn it off, and delete it. It is refused when the
memory that is available, with a tenth of all memory to spare, and other swap areas cannot take
the content, or when that of a control group with a limit (a container, a service) does not fit into
its limit and no other swap area can take it: the kernel would kill processes. Partitions are not
touched. A line in /etc/fstab is named, and stays for you to remove. When the file is not there, the
swap files that are in use are named.

  --file PATH      swap file that is to go (default /swapfile)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --fstab FILE     table of what is mounted at boot (default /etc/fstab)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 the swap file is gone, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-swap-file: %s\n' "$2" >&2
  exit "$1"
}

file=/swapfile proc=/proc fstab=/etc/fstab dry_run=false
while (($# > 0)); do
  case $1 in
    --file | --proc-root | --fstab)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --proc-root) proc=$2 ;;
        --fstab) fstab=$2 ;;
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

[[ $file =~ ^/[A-Za-z0-9/_.+-]+$ && $file != *..* && $file != /dev/* ]] || die 2 "--file takes the absolute name of a swap file, not '$file'"
asked=$file
for tool in swapoff timeout tail head tr find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# The kernel knows it by its real name, without links in the directory.
if directory=$(cd -- "${file%/*}/" 2>/dev/null && pwd -P); then file=${directory%/}/${file##*/}; fi
[[ -r $proc/swaps && -r $proc/meminfo && -r $proc/mounts ]] || die 3 "cannot read $proc/swaps, $proc/meminfo and $proc/mounts"

area() { # sets $used of the file in KiB, and $other: what is free in the other areas; fails when it is not used
  local name kind size taken
  used='' other=0 type=''
  while read -r name kind size taken _; do
    [[ $size =~ ^[0-9]+$ && $taken =~ ^[0-9]+$ ]] || continue
    if [[ $name == "$file" ]]; then used=$taken type=$kind; else other=$((other + size - taken)); fi
  done <"$proc/swaps"
  [[ -n $used ]]
}

in_fstab() { # tells of its line there
  local first kind
  [[ -r $fstab ]] || return 0
  while read -r first _ kind _ || [[ -n $first ]]; do
    if [[ $kind == swap && ($first == "$file" || $first == "$asked") ]]; then
      printf 'note: remove its line from %s, or the next boot looks for it\n' "$fstab"
    fi
  done <"$fstab"
}

if area; then
  [[ $type == file ]] || die 3 "$file is a swap $type, no file"
  total=0 available=0
  while read -r key value _; do
    case $key in
      MemTotal:) total=$value ;;
      MemAvailable:) available=$value ;;
    esac
  done <"$proc/meminfo"
  spare=$((total / 10))
  printf '%s holds %d MiB; %d MiB memory and %d MiB other swap are free\n' "$file" $((used / 1024)) $((available / 1024)) $((other / 1024))
  ((used + spare <= available + other)) || die 3 "refused: what is in it would not fit; stop something first"
  # What a control group has swapped out comes back into its own limit, whatever is free elsewhere. Only the cache of
  # files makes way for it then, or another swap area.
  untold=0
  while read -r _ place kind options _; do
    case $kind,$options, in
      cgroup2,*) limit=memory.max usage=memory.current prefix='' ;;
      cgroup,*,memory,*) limit=memory.limit_in_bytes usage=memory.usage_in_bytes prefix=total_ ;;
      *) continue ;;
    esac
    ((other < used)) || continue
    while IFS= read -r -d '' knob; do
      group=${knob%/*} swapped='' cache=0
      { read -r most <"$knob" && read -r held <"$group/$usage"; } 2>/dev/null || continue # it has gone
      [[ $most =~ ^[0-9]{1,18}$ ]] || continue # no limit: max, or a number beyond all memory
      if [[ -r $group/memory.swap.current ]]; then read -r swapped <"$group/memory.swap.current"; fi
      while read -r key value; do
        case $key in
          "${prefix}swap") swapped=$value ;;
          "${prefix}active_file" | "${prefix}inactive_file") cache=$((cache + value)) ;;
        esac
      done <"$group/memory.stat"
      if [[ -z $swapped ]]; then
        untold=$((untold + 1))
        continue
      fi
      back=$((swapped < used * 1024 ? swapped : used * 1024)) # how much of it lies here is not told
      ((back == 0 || held - cache + back <= most)) ||
        die 3 "refused: up to $((back / 1048576)) MiB of the control group $group would come back above its limit of $((most / 1048576)) MiB, and the kernel would kill processes in it"
    done < <(find "$place" -mindepth 1 -name "$limit" -print0)
  done <"$proc/mounts"
  ((untold == 0)) || printf 'warning: the kernel does not tell what %d control groups with a limit have swapped out; if it does not fit, processes are killed\n' "$untold" >&2
elif [[ ! -e $file ]]; then
  printf 'not there: %s\n' "$file"
  while read -r name kind _; do
    [[ $kind != file ]] || printf 'note: another swap file is in use: %s\n' "$name"
  done <"$proc/swaps"
  in_fstab
  exit 0
else
  # Only what is a swap file by its mark is deleted: SWAPSPACE2 at the end of the first page.
  [[ -f $file && ! -L $file ]] || die 3 "$file is no regular file"
  mark=$(tail -c +4087 -- "$file" | head -c 10 | tr -d '\0') || true
  [[ $mark == SWAPSPACE2 ]] || die 3 "$file is no swap file; it is not touched"
  printf '%s is a swap file that is not in use\n' "$file"
fi
in_fstab
if $dry_run; then
  printf 'would turn off and delete: %s\n' "$file"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
turned_off=''
if area; then
  turned_off='it is off, but '
  timeout 540 swapoff -- "$file" || die 1 "could not turn $file off (or not within 540 s); it is still in use"
  ! area || die 1 "$file is still in use after swapoff"
fi
rm -f -- "$file" || die 1 "$turned_off$file could not be deleted"
printf 'removed: %s\n' "$file"
