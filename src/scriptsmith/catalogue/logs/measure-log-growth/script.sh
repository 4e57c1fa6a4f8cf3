#!/usr/bin/env bash
# Measure how fast the files of a log directory grow.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: measure-log-growth [--directory DIR] [--seconds N] [--limit N]

Compare the sizes of the files below a directory at two moments, and show which grow, how fast,
and when the file system would be full at that rate, or at that by which the file system itself
fills, when that is higher: a deleted file that is still written, and what lies elsewhere on it, fill
it too. New files count whole; files that shrank were rotated or emptied, and are told. A symbolic link
to a file counts as the file. Linked directories, and other file systems mounted below the directory,
are not entered; they are named. On a file system that is full nothing grows: then the largest files that
were written in the last day are shown.

  --directory DIR  where to look, with everything below it (default /var/log)
  --seconds N      how long to measure (default 30)
  --limit N        how many files to show (default 10)
  --help           show this text

Exit status: 0 done (also when nothing grows), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'measure-log-growth: %s\n' "$2" >&2
  exit "$1"
}

directory=/var/log seconds=30 limit=10
while (($# > 0)); do
  case $1 in
    --directory | --seconds | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --seconds) seconds=$2 ;;
        --limit) limit=$2 ;;
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

{ [[ $seconds =~ ^[0-9]{1,6}$ ]] && ((10#$seconds >= 1 && 10#$seconds <= 3600)); } ||
  die 2 "--seconds takes a whole number from 1 to 3600, not '$seconds'"
seconds=$((10#$seconds))
{ [[ $limit =~ ^[0-9]{1,7}$ ]] && ((10#$limit >= 1 && 10#$limit <= 10000)); } ||
  die 2 "--limit takes a whole number from 1 to 10000, not '$limit'"
limit=$((10#$limit))
[[ $directory != -* ]] || directory=./$directory
for tool in find stat sleep df; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}
human() { numfmt --to=iec --suffix=B -- "$1"; }

room() { # what is free on the file system, in bytes, or nothing
  local left
  left=$(df --output=avail --block-size=1 -- "$directory" 2>/dev/null | tail -n 1) || left=''
  left=${left// /}
  if [[ $left =~ ^[0-9]{1,18}$ ]]; then printf '%s' "$left"; fi
}

# Records "SIZE DEVICE:INODE PATH", and "complete" when all was seen. A link, as in /var/log/containers, is its file.
sizes() {
  if find "${directory%/}/" -ignore_readdir_race -xdev -type f -printf '%s %D:%i %p\0' 2>/dev/null; then printf 'complete\0'; fi
  find "${directory%/}/" -xdev -type l -xtype f -exec stat --dereference --printf='%s %d:%i %n\0' -- {} + 2>/dev/null || true # a file that went
}
# A file that was renamed is known by its inode, one that was put in the place of another by its name.
declare -A was=() named=() seen=()
top() { # UNIT: the largest of the records "NUMBER PATH" on stdin
  local n line
  for ((n = 0; n < limit; n++)); do
    IFS= read -r -d '' line || return 0
    printf '%10s%s  %s\n' "$(human "${line%% *}")" "$1" "$(shown "${line#* }")"
  done < <(sort -z -k1,1nr)
}
device=$(stat -L -c %d -- "$directory") || die 1 "cannot look at $directory"
left_before=$(room)
start=$(date +%s%N) # each file is looked at as long after the beginning of one search as of the other
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then continue; fi
  size=${record%% *} record=${record#* }
  was[${record%% *}]=$size named[${record#* }]=$size
done < <(sizes)
sleep "$seconds"
span=$((($(date +%s%N) - start) / 1000000)) # milliseconds
((span > 0)) || span=1
left=$(room)

searched=false journal=false lines=() sum=0 here=0 shrunk=0
while IFS= read -r -d '' record; do
  [[ $record != complete ]] || { searched=true && continue; }
  size=${record%% *} record=${record#* }
  file=${record%% *} path=${record#* }
  if [[ $path == *.journal ]]; then journal=true; fi
  [[ -z ${seen[$file]:-} ]] || continue # one with two names counts once
  seen[$file]=yes
  more=$((size - ${was[$file]:-${named[$path]:-0}}))
  if ((more > 0)); then
    lines+=("$((more * 3600000 / span)) $path")
    sum=$((sum + more))
    [[ ${file%:*} != "$device" ]] || here=$((here + more)) # what a link leads to may lie on another file system
  elif ((more < 0)); then
    shrunk=$((shrunk + 1))
    printf 'became smaller, rotated or emptied: %s\n' "$(shown "$path")"
  fi
done < <(sizes)

if ((${#lines[@]} > 0)); then printf '%s\0' "${lines[@]}" | top /h; fi
rate=$((here * 1000 / span)) # bytes a second
printf '%d files grow, by %s/h in all; %d became smaller\n' "${#lines[@]}" "$(human "$((sum * 3600000 / span))")" "$shrunk"
if [[ -n $left && -n $left_before ]] && (((left_before - left) * 1000 / span > rate)); then
  rate=$(((left_before - left) * 1000 / span))
  printf 'the file system as a whole fills by %s/h: deleted files that are still written, and what else lies on it, count too\n' "$(human "$((rate * 3600))")"
fi
if [[ -n $left ]] && ((left < 1048576)); then
  printf 'the file system is full (%s left): what cannot be written does not grow. The largest files that were written in the last day (deleted ones are not seen):\n' "$(human "$left")"
  find "${directory%/}/" -ignore_readdir_race -xdev -type f -mmin -1440 -printf '%s %p\0' 2>/dev/null | top '' || true
elif [[ -n $left ]] && ((rate > 0)); then
  printf 'at this rate the file system is full in %d h %d min (%s left)\n' "$((left / rate / 3600))" "$((left / rate / 60 % 60))" "$(human "$left")"
fi
if $journal; then printf 'note: files of the journal grow by 8 MiB at a time, so that they may seem to stand still (journalctl tells who writes)\n'; fi
while IFS= read -r -d '' record; do
  [[ ${record%% *} == "$device" ]] || printf 'not entered, a link or another file system: %s\n' "$(shown "${record#* }")"
done < <(find "${directory%/}/" -xdev \( -type d -printf '%D %p\0' \) -o \( -type l -xtype d -printf '@ %p\0' \) 2>/dev/null || true)
$searched || die 1 "not all of $directory could be looked at"
