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
follow; who has them open is not looked at (lsof tells). Containers mostly have segments and a
/dev/shm of their own, which are not seen from here.

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
for tool in sort find numfmt; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }

# key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap
segments=0 bytes=0 orphans=0 rows=''
while read -r _ id perms size creator _ attached uid _ _ _ _ _ _ rss swap; do
  [[ $id =~ ^[0-9]+$ && $size =~ ^[0-9]+$ && $attached =~ ^[0-9]+$ ]] || continue
  segments=$((segments + 1)) bytes=$((bytes + size))
  mark=''
  if ((attached == 0)); then
    if [[ -d $proc/$creator ]]; then
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

if [[ -d $shm ]]; then
  files=0 kib=0
  while IFS= read -r -d '' entry; do
    rest=${entry#* }
    files=$((files + 1)) kib=$((kib + ${entry%% *}))
    if ((files <= 10)); then
      printf '%13s  %-12s %s/%s\n' "$(numfmt --to=iec --from-unit=1024 "${entry%% *}")" "${rest%% *}" "$shm" "$(shown "${rest#* }")"
    fi
  done < <(find "$shm" -type f -printf '%k %u %P\0' 2>/dev/null | sort -z -k1,1nr)
  printf '%s: %d files, %d MiB\n' "$shm" "$files" $((kib / 1024))
fi
