#!/usr/bin/env bash
# List the System V shared memory segments and the largest files in /dev/shm, and mark segments to
# which no process is attached.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-shared-memory-segments [--proc-root DIR] [--shm DIR]

List the segments with size, use of memory, owner, creator and how many processes have them
attached. One with none attached is left over when its creator is gone as well: ipcrm -m ID
removes it, after a look at whether the program wants it back. The largest files in /dev/shm
follow; who has them open is not looked at (lsof tells). Then what the kernel counts as shared memory
(Shmem) is held against that and the other file systems in memory. Containers mostly have segments
and a /dev/shm of their own, which are not seen from here.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --shm DIR        where shared memory files lie (default /dev/shm)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-shared-memory-segments: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc shm=/dev/shm
while (($# > 0)); do
  case $1 in
    --proc-root | --shm)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --proc-root) proc=$2 ;;
        --shm) shm=$2 ;;
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

table=$proc/sysvipc/shm
[[ -r $table ]] || die 3 "this kernel has no System V shared memory ($table cannot be read)"
for tool in sort find numfmt df; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }

# There always is a process 1: where it is not shown, a creator may be there and hidden.
hidden=false
[[ $proc != /proc || -r /proc/1/stat ]] || hidden=true
# key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap
segments=0 bytes=0 resident=0 orphans=0 rows=''
while read -r _ id perms size creator _ attached uid _ _ _ _ _ _ rss swap; do
  [[ $id =~ ^[0-9]+$ && $size =~ ^[0-9]+$ && $attached =~ ^[0-9]+$ ]] || continue
  segments=$((segments + 1)) bytes=$((bytes + size)) resident=$((resident + ${rss:-0}))
  mark=''
  if ((attached == 0)); then
    if $hidden || [[ -d $proc/$creator ]]; then
      mark='  nobody attached'
    else
      mark='  ORPHAN'
      orphans=$((orphans + 1))
    fi
  fi
  owner=$(getent passwd "$uid" 2>/dev/null) || owner=$uid
  rows+=$(printf '%9d MiB %9d MiB %10s %-12s %5s %8s %8s%s' $((size / 1048576)) $(((${rss:-0} + ${swap:-0}) / 1048576)) \
    "$id" "${owner%%:*}" "$perms" "$creator" "$attached" "$mark")$'\n'
done <"$table"

if ((segments > 0)); then
  printf '%13s %13s %10s %-12s %5s %8s %8s\n' SIZE 'IN MEMORY' ID OWNER MODE CREATOR ATTACHED
  printf '%s' "$rows" | sort -k1,1nr -k5,5n
fi
printf '%d segments here (containers have their own), %d MiB; %d orphans\n' "$segments" $((bytes / 1048576)) "$orphans"
! $hidden || printf 'note: this host hides the processes of other users (hidepid), so an orphan is not known from others: run as root\n'

files=0 kib=0 complete=false
if [[ -d $shm ]]; then
  while IFS= read -r -d '' entry; do
    if [[ $entry == '-1 complete' ]]; then
      complete=true
      continue
    fi
    rest=${entry#* }
    files=$((files + 1)) kib=$((kib + ${entry%% *}))
    if ((files <= 10)); then
      printf '%13s  %-12s %s/%s\n' "$(numfmt --to=iec --from-unit=1024 "${entry%% *}")" "${rest%% *}" "$shm" "$(shown "${rest#* }")"
    fi
  done < <({ find "$shm" -type f -printf '%k %u %P\0' 2>/dev/null && printf -- '-1 complete\0'; } | sort -z -k1,1nr)
  printf '%s: %d files, %d MiB\n' "$shm" "$files" $((kib / 1024))
  $complete || printf 'note: not all of %s could be read; run as root\n' "$shm"
fi

[[ -r $proc/meminfo ]] || exit 0
shared=''
while read -r key value _; do
  [[ $key != Shmem: ]] || shared=$value
done <"$proc/meminfo"
[[ -n $shared ]] || exit 0
others=0
while read -r used place; do
  [[ $used =~ ^[1-9][0-9]*$ && $place != "$shm" ]] || continue
  others=$((others + used))
  ((used < 1024)) || printf '%s, a file system in memory: %d MiB\n' "$(shown "$place")" $((used / 1024))
done < <(LC_ALL=C df --block-size=1K --type=tmpfs --output=used,target 2>/dev/null || true)
rest=$((shared - resident / 1024 - kib - others))
printf 'shared memory in all, by the kernel (Shmem): %d MiB' $((shared / 1024))
if ((rest >= 1024)); then
  printf '; %d MiB of it are none of these: memory that is shared without a name (shared_buffers of PostgreSQL), files that are deleted and still open, and what containers have' $((rest / 1024))
fi
printf '\n'
