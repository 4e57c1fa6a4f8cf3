#!/usr/bin/env bash
# Pack a directory into a tar.gz archive with the time in its name, and compare it with the directory.
#
# Undo: delete the archive. To unpack: tar --extract --file ARCHIVE --directory DIR
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: archive-directory --directory DIR [--destination DEST] [--dry-run]

Pack DIR into DEST/NAME-YYYYMMDDThhmmssZ.tar.gz, readable by its owner only, and compare the archive
with the directory. File systems mounted below DIR are not entered: they are named, and not in the
archive. An archive that is whole but does
not match, since files changed meanwhile, is kept with ".unverified" added to its name; the directory
itself is never changed. Access lists and other extended attributes are not kept.

  --directory DIR     the directory to archive
  --destination DEST  where to put the archive (default: the current directory), not below DIR
  --dry-run           say what would be made, change nothing
  --help              show this text

Exit status: 0 done, 1 there is no verified archive, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'archive-directory: %s\n' "$2" >&2
  exit "$1"
}

directory='' destination=. dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --destination)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --destination) destination=$2 ;;
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
[[ -n $destination ]] || die 2 "--destination must not be empty"
for tool in tar gzip realpath stat find df; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $directory$destination != *$'\n'* ]] || die 3 "names with a newline in them are refused"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
[[ -d $destination ]] || die 3 "no such directory: $destination"
[[ -w $destination ]] || die 3 "no permission to write in $destination"
source=$(realpath -e -- "$directory")
target=$(realpath -e -- "$destination")
[[ $source != / ]] || die 2 "refused: / is not a directory to archive whole"
[[ $target/ != "$source"/* ]] || die 2 "the archive must not lie in the directory it is made of: $target"

left_out() { # prints what is mounted below the directory, or a subvolume of btrfs, and so is not archived
  local place own
  own=$(stat -c %d -- "$source") || return 1
  while IFS= read -r -d '' place; do
    [[ ${place%% *} == "$own" ]] || printf 'NOT in the archive, another file system: %q\n' "${place#* }"
  done < <(find "$source" -xdev -printf '%D %p\0' 2>/dev/null)
}

name=${source##*/}
# A full file system would stop what else writes there.
{ read -r _ && read -r all free; } < <(df -k --output=size,avail -- "$target") || die 3 "cannot read the free space of $target"
[[ $all =~ ^[0-9]+$ && $free =~ ^[0-9]+$ ]] || die 3 "cannot read the free space of $target"
room=$((free - all / 20))
((room > 0)) || die 3 "only $((free / 1024)) MB are free in $target, less than a twentieth; name another directory with --destination"
archive=${target%/}/$name-$(date -u +%Y%m%dT%H%M%SZ).tar.gz
if $dry_run; then
  printf 'would archive: %s to %s\nroom for it: %d MB\n' "$source" "$archive" $((room / 1024))
  left_out || die 1 "cannot look at $source"
  exit 0
fi
for taken in "$archive" "$archive.unverified"; do
  [[ ! -e $taken ]] || die 1 "$taken exists already, try again in a second"
done

umask 077
partial=$(mktemp -- "$archive.XXXXXX") || die 1 "could not make a file in $target"
trap 'rm -f -- "$partial"' EXIT

# --force-local: a colon in a name does not mean another host. "./": nor is a leading dash an option.
# Status 1 of tar is "some files changed while they were read", which the comparison below judges.
status=0
(
  ulimit -S -f "$room" 2>/dev/null || true # fails only where a lower limit holds already
  exec tar --create --gzip --force-local --one-file-system --file "$partial" --directory "${source%/*}/" -- "./$name"
) || status=$?
((status <= 1)) || die 1 "tar could not archive all of $source (status $status; the archive may take $((room / 1024)) MB in $target), archive removed"
gzip --test <"$partial" || die 1 "the archive is damaged, it was removed"

if ! tar --compare --gzip --force-local --file "$partial" --directory "${source%/*}/" >&2; then
  mv -T -- "$partial" "$archive.unverified"
  die 1 "the archive differs from $source (files changed meanwhile?), kept as $archive.unverified"
fi
entries=$(tar --list --gzip --force-local --quoting-style=escape --file "$partial" | wc -l)
mv -n -T -- "$partial" "$archive"
[[ ! -e $partial && -s $archive ]] || die 1 "could not give the archive its name $archive"
printf 'archived: %s (%d entries, %d bytes; without access lists and extended attributes)\n' "$archive" "$entries" "$(stat -c %s -- "$archive")"
left_out || die 1 "cannot look at $source again, so what is mounted below it may be missing in the archive"
