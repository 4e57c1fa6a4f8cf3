#!/usr/bin/env bash
# Show the size of the journal, by directory, and the limits set for it.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-journal-disk-use [--root DIR]

Print what the journal takes in all and in each directory, how many files and how old the oldest
is, how full the file system is, and which limits the configuration sets. Without a limit journald
takes a tenth of its file system, at most 4 GiB. What this user may not look at is told: the sum of
journalctl then leaves out the files of others.

  --root DIR  look below this directory instead of /
  --help      show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-journal-disk-use: %s\n' "$2" >&2
  exit "$1"
}

root=''
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in journalctl du df find sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
unseen=0
usage=$(journalctl --disk-usage ${root:+"--root=$root"}) || die 3 "the journal cannot be read"
[[ -n $usage ]] || die 1 "journalctl told nothing"
printf '%s\n' "$usage"

for directory in "$root/var/log/journal" "$root/run/log/journal"; do
  if [[ ! -d $directory ]]; then
    printf '%s: not there\n' "$directory"
    continue
  fi
  if [[ ! -r $directory ]]; then
    printf '%s: not readable\n' "$directory"
    continue
  fi
  # The slash has a symbolic link followed. journalctl counts only the files that it may open, and ends with 0.
  hidden=$(find "$directory/" \( -name '*.journal' -o -name '*.journal~' \) ! -readable -printf x 2>/dev/null; find "$directory/" -type d ! \( -readable -executable \) -printf x 2>/dev/null) || true
  unseen=$((unseen + ${#hidden}))
  # A file may go meanwhile: what can be counted is.
  size=$(du -sk -- "$directory/" 2>/dev/null | sed 's/[^0-9].*//') || true
  files=$(find "$directory/" -type f -name '*.journal*' -printf '%T@ %TY-%Tm-%Td\n' 2>/dev/null | sort -n) || true
  count=0 oldest=none
  if [[ -n $files ]]; then
    count=$(grep -c '' <<<"$files")
    oldest=$(sed -n '1s/.* //p' <<<"$files")
  fi
  printf '%s: %d MiB in %d files, the oldest last written %s\n' "$directory" $((${size:-0} / 1024)) "$count" "$oldest"
  df -h --output=pcent,avail,target -- "$directory" | sed -n '2p' | while read -r full left mounted; do
    printf '  file system %s is %s full, %s left\n' "$mounted" "$full" "$left"
  done
done

if ((unseen > 0)); then
  printf 'note: %d files or directories of the journal are not readable here, so the sum of journalctl leaves them out; root sees all\n' "$unseen" >&2
fi

# The files of all directories count in the order of their names, so the last line for a key is the one in force; of two
# with one name only that in the directory that comes first counts: etc, run, usr/local/lib, usr/lib.
printf 'limits set, the last of a name counts, for a journald that was started since:\n'
shopt -s nullglob
declare -A named=()
for file in "$root"/{usr/lib,usr/local/lib,run,etc}/systemd/journald.conf.d/*.conf; do named[${file##*/}]=$file; done
files=()
for main in "$root"/{etc,run,usr/local/lib,usr/lib}/systemd/journald.conf; do # the first that is there
  if [[ -e $main ]]; then
    files=("$main")
    break
  fi
done
while IFS= read -r name; do
  if [[ -n $name ]]; then files+=("${named[$name]}"); fi
done < <(printf '%s\n' "${!named[@]}" | LC_ALL=C sort)
none=true
for file in ${files[@]+"${files[@]}"}; do
  if [[ ! -r $file ]]; then
    printf '  not readable: %s\n' "$file"
    none=false
    continue
  fi
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^[[:space:]]*(Storage|SystemMaxUse|SystemKeepFree|RuntimeMaxUse|MaxRetentionSec|SystemMaxFileSize)[[:space:]]*= ]]; then
      [[ ${BASH_REMATCH[1]} != SystemMaxUse ]] || none=false
      printf '  %s (%s)\n' "${line//[[:cntrl:]]/ }" "$file"
    fi
  done <"$file"
done
if $none; then printf '  SystemMaxUse is not set: a tenth of the file system, at most 4 GiB\n'; fi
