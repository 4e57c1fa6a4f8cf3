#!/usr/bin/env bash
# Compress log files that were last written more than some days ago.
#
# Undo: gunzip FILE.gz restores a file, with its owner, mode and time.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: compress-old-logs [--directory DIR] [--days N] [--pattern GLOB] [--dry-run]

Compress with gzip the regular files below DIR (default /var/log) whose name matches GLOB
(default *.log) and that were last modified more than N days ago (default 7). Files that are
compressed already, or that a process holds open, are left alone; without root also those of other
users, whose processes cannot be seen. Other file systems mounted below DIR are not entered.

  --directory DIR  where to look
  --days N         age in days, a whole number
  --pattern GLOB   which names count as logs
  --dry-run        say what would be compressed, change nothing
  --help           show this text

Exit status: 0 done, 1 some file could not be compressed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'compress-old-logs: %s\n' "$2" >&2
  exit "$1"
}

directory=/var/log days=7 pattern='*.log' dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --days | --pattern)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --days) days=$2 ;;
        --pattern) pattern=$2 ;;
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

[[ $directory != -* ]] || directory=./$directory
[[ $days =~ ^[0-9]{1,5}$ ]] || die 2 "--days takes a whole number, not '$days'"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
command -v gzip >/dev/null || die 3 "gzip is not installed"
command -v fuser >/dev/null || die 3 "fuser (psmisc) is not installed, so nothing tells which files are open"
root=false
if [[ $(id -u) == 0 ]]; then root=true; fi
$root || printf 'note: not root, so files of other users are left alone: what holds them open is not seen\n' >&2

in_use() {
  fuser -s "$1" 2>/dev/null
}

# A list made beforehand, so that find never meets the .gz files that the loop makes.
list=$(mktemp)
trap 'rm -f -- "$list"' EXIT
minutes=$((10#$days * 1440))
find "${directory%/}/" -ignore_readdir_race -xdev -type f -name "$pattern" ! -name '*.gz' ! -name '*.xz' ! -name '*.zst' ! -name '*.bz2' \
  -mmin "+$minutes" -print0 >"$list" || die 3 "could not search all of $directory"
own=$(stat -L -c %d -- "$directory") || die 3 "cannot look at $directory"
while IFS= read -r -d '' place; do # subvolumes of btrfs, too, which are in no list of mounts
  [[ ${place%% *} == "$own" ]] || printf 'note: not entered, another file system: %q\n' "${place#* }" >&2
done < <(find "${directory%/}/" -xdev -type d -printf '%D %p\0' 2>/dev/null)

compressed=0 skipped=0 failed=0
while IFS= read -r -d '' file; do
  if ! $root && [[ ! -O $file ]]; then
    printf 'of another user, left alone: %s\n' "$file" >&2
    skipped=$((skipped + 1))
  elif in_use "$file"; then
    printf 'in use, left alone: %s\n' "$file" >&2
    skipped=$((skipped + 1))
  elif [[ -e $file.gz ]]; then
    printf 'already has a .gz beside it, left alone: %s\n' "$file" >&2
    skipped=$((skipped + 1))
  elif $dry_run; then
    printf 'would compress: %s\n' "$file"
  elif gzip --quiet -- "$file" && gzip --test -- "$file.gz"; then
    printf 'compressed: %s\n' "$file"
    compressed=$((compressed + 1))
  else
    printf 'could not compress: %s\n' "$file" >&2
    failed=$((failed + 1))
  fi
done <"$list"

printf '%d compressed, %d left alone, %d failed\n' "$compressed" "$skipped" "$failed"
((failed == 0)) || exit 1
