#!/usr/bin/env bash
# Delete rotated and compressed log files that were last written more than some days ago.
#
# Undo: none, only a backup brings the files back. Look at --dry-run first.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: delete-old-logs --directory DIR [--days N] [--pattern GLOB] [--dry-run]

Delete the regular files below DIR that are rotated or compressed logs by their name (app.log.3,
syslog.2.gz, app.log-20240131, app-2024-01-31.log, app.log.xz), match GLOB (default: any name), and
were last modified more than N days ago (default 30). The log that is being written (app.log), files
that a process holds open, files that neither have "log" as a word in their name nor lie in a
directory with such a name (log, app-logs), what is named as the transaction logs of ZooKeeper are
(log.1a2b), and the live logs of single clients (log.192.0.2.7 of Samba, 192.0.2.7 of a log server)
and what lies in a directory .git are never touched. Other file systems, which are named, and linked
directories are not entered. Only root sees what processes of other users hold open: without root
files of other users are left alone.

  --directory DIR  where to look; system directories are refused
  --days N         age in days, a whole number above 0
  --pattern GLOB   take only names that match, for example 'access*'
  --dry-run        say what would be deleted, change nothing
  --help           show this text

Exit status: 0 done, 1 some file could not be deleted, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'delete-old-logs: %s\n' "$2" >&2
  exit "$1"
}

directory='' days=30 pattern='*' dry_run=false
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

[[ -n $directory ]] || die 2 "--directory is needed"
[[ $days =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--days takes a whole number above 0, not '$days'"
[[ -n $pattern && $pattern != */* ]] || die 2 "--pattern takes a file name pattern without a slash, not '$pattern'"
for tool in find realpath stat numfmt fuser; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
root=$(realpath -e -- "$directory")
case $root/ in
  /bin/* | /boot/* | /dev/* | /etc/* | /lib*/* | /proc/* | /sbin/* | /sys/* | /usr/*)
    die 2 "refused: $root belongs to the system"
    ;;
esac
[[ $root =~ ^/.*/ || $root =~ logs?$ ]] || die 2 "refused: $root is too wide, name a directory of logs"
[[ -r $root && -x $root ]] || die 3 "cannot read $root"

compressed='\.(gz|xz|bz2|zst|Z)'
date='(19|20)[0-9]{2}[._-]?(0[1-9]|1[0-2])[._-]?(0[1-9]|[12][0-9]|3[01])([._T-]?[0-9]{2,6}){0,3}'
# The ten digits are seconds since 1970, from 2011 on.
rotated="(\.[0-9]{1,3}|-1[3-9][0-9]{8}|[._-]$date(\.log)?)($compressed)?\$|\.log$compressed\$|\.log\.old\$"

# A number or a date at the end is not enough: catalog-20240131.gz may be someone's backup.
is_old_log() {
  local name=${1##*/}
  [[ $1 != */.git/* ]] || return 1
  [[ $name =~ $rotated && ! $name =~ ^(log|snapshot)\.[0-9a-f]+$ ]] || return 1
  # An IPv4 address at the end is a client's, and no number of a rotation.
  [[ ! $name =~ (^|[^0-9.]\.?)([0-9]{1,3}\.){3}[0-9]{1,3}$ ]] || return 1
  [[ ${name,,} =~ (^|[^a-z])(sys)?logs?([^a-z]|$) || ${1%/*}/ =~ [/._-]logs?/ ]]
}

in_use() {
  fuser -s "$1" 2>/dev/null
}

as_root=true
if [[ $(id -u) != 0 ]]; then
  as_root=false
  printf 'note: not root, so files of other users are left alone: what holds them open is not seen\n' >&2
fi
minutes=$((10#$days * 1440)) search=0
mapfile -d '' -t found < <(
  find "$root" -ignore_readdir_race -xdev -type f -name "$pattern" -mmin "+$minutes" -print0 && printf 'complete\0'
)
if ((${#found[@]} > 0)) && [[ ${found[-1]} == complete ]]; then unset 'found[-1]'; else search=1; fi

own=$(stat -c %d -- "$root") || die 3 "cannot look at $root"
while IFS= read -r -d '' place; do # subvolumes of btrfs, too, which are in no list of mounts
  [[ ${place%% *} == "$own" ]] || printf 'note: not entered, another file system: %q\n' "${place#* }" >&2
done < <(find "$root" -xdev -type d -printf '%D %p\0' 2>/dev/null)

deleted=0 skipped=0 failed=0 bytes=0
for file in "${found[@]}"; do
  is_old_log "$file" || continue
  size=$(stat -c %s -- "$file" 2>/dev/null) || continue # it has gone meanwhile
  shown=$file
  if [[ $file == *[[:cntrl:]]* ]]; then shown=${file@Q}; fi
  if ! $as_root && [[ ! -O $file ]]; then
    printf 'of another user, left alone: %s\n' "$shown" >&2
    skipped=$((skipped + 1))
  elif in_use "$file"; then
    printf 'in use, left alone: %s\n' "$shown" >&2
    skipped=$((skipped + 1))
  elif $dry_run; then
    printf 'would delete: %s\n' "$shown"
    deleted=$((deleted + 1)) bytes=$((bytes + size))
  elif rm -f -- "$file" && [[ ! -e $file ]]; then
    printf 'deleted: %s\n' "$shown"
    deleted=$((deleted + 1)) bytes=$((bytes + size))
  else
    printf 'could not delete: %s\n' "$shown" >&2
    failed=$((failed + 1))
  fi
done

word=deleted
if $dry_run; then word='would be deleted'; fi
printf '%d %s (%s), %d left alone, %d failed\n' "$deleted" "$word" "$(numfmt --to=iec "$bytes")" "$skipped" "$failed"
((search == 0)) || die 1 "not all of $root could be searched"
((failed == 0)) || exit 1
