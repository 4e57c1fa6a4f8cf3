#!/usr/bin/env bash
# Make an incremental tar.gz backup of a directory, with the state that the next one builds on, and
# verify it.
#
# Undo: delete the archive, whose name is printed; after an increment, begin a new series with --level
# full.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-incremental-backup --source PATH --destination PATH [--level CHOICE] [--dry-run]

Write NAME-DATE-full.tar.gz at first, and NAME-DATE-incr.tar.gz with what changed since the last
archive after that. The state is kept in NAME.snar and is only replaced after the archive was
verified. NAME.source holds the path, because the state is of one directory only: another one of
that name is refused, and the name of the full archive: where that lies there no more, a new series is begun. Only the
owner can read what is written. Other file systems mounted below are not entered, and are named. To restore, unpack
the full archive and every increment after it in order, each with tar --listed-incremental=/dev/null.

  --source PATH       directory to back up
  --destination PATH  existing directory for the archives and the state
  --level CHOICE      auto: full at first, then what changed; full: begin a new series (default
                      auto)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'create-incremental-backup: %s\n' "$2" >&2
  exit "$1"
}

source='' destination='' level=auto dry_run=false
while (($# > 0)); do
  case $1 in
    --source | --destination | --level)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --source) source=$2 ;;
        --destination) destination=$2 ;;
        --level) level=$2 ;;
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

[[ -n $source ]] || die 2 "--source is needed (see --help)"
[[ -n $destination ]] || die 2 "--destination is needed (see --help)"
[[ $level == auto || $level == full ]] || die 2 "--level takes auto or full, not '$level'"
for tool in tar gzip realpath date stat cp mv grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $source && -r $source ]] || die 3 "no such directory, or it may not be read: $source"
[[ -d $destination && -w $destination ]] || die 3 "no such directory, or it may not be written: $destination"
source=$(realpath -e -- "$source") destination=$(realpath -e -- "$destination")
[[ $source != / ]] || die 2 "refused: name a directory below /"
[[ $destination/ != "$source"/* ]] || die 2 "refused: the backups would lie inside of $source and be backed up themselves"

name=${source##*/}
[[ $name != *[[:cntrl:]]* ]] || die 2 "the name of $source holds control characters"
origin=$destination/$name.source known='' base=''
if [[ -s $origin ]]; then
  { IFS= read -r known || [[ -n $known ]] || die 3 "cannot read $origin"; IFS= read -r base || true; } <"$origin"
fi
[[ -z $known || $known == "$source" ]] ||
  die 3 "refused: the backups of $name in $destination are those of $known; choose another directory"
state=$destination/$name.snar kind=incr
if [[ $level == full || ! -s $state ]]; then kind=full; fi
if [[ $kind == incr ]]; then
  kind=full # increments are of use only with the full archive before them
  for each in "$destination/$name"-*-full.tar.gz; do
    if [[ -e $each && ${each#"$destination/$name-"} =~ ^[0-9]{8}-[0-9]{6}-full && (-z $base || ${each##*/} == "$base") ]]; then kind=incr; fi
  done
  [[ $kind == incr ]] || printf 'note: the full archive of %s lies in %s no more, so a new series begins\n' "$name" "$destination"
fi
archive=$destination/$name-$(date +%Y%m%d-%H%M%S)-$kind.tar.gz
[[ ! -e $archive ]] || die 3 "$archive exists already"
# Not --one-file-system: on an overlay files may have another device than their directory, and tar then
# leaves them out without a word.
mounts=()
while read -r _ _ _ _ mount _; do
  printf -v mount '%b' "$mount" # a blank is \040 there
  [[ $mount == "$source"/* ]] || continue
  mounts+=("--exclude=./$name${mount#"$source"}")
  printf 'note: left out, for another file system is mounted there: %q\n' "$mount"
done </proc/self/mountinfo || die 3 "the mounts of this machine cannot be read"
if $dry_run; then
  printf 'would write: %s (%s backup of %s)\n' "$archive" "$kind" "$source"
  exit 0
fi

umask 077 # an archive of /etc or /home holds secrets
# tar changes the state as it works, so it gets a copy: a failed run must not lose changes.
trap 'rm -f -- "$state.new" "$archive.part"' EXIT
if [[ $kind == incr ]]; then
  cp -- "$state" "$state.new" || die 1 "could not copy the state"
else
  rm -f -- "$state.new"
fi
keep() { printf '%s\n%s\n' "$source" "$base" >"$origin" || die 1 "could not write $origin"; }
keep
rc=0
# The number of a device may change at a boot (NFS, btrfs, LVM): by it everything would count as new.
tar --create --gzip --force-local --file "$archive.part" --listed-incremental="$state.new" --no-check-device --anchored --no-wildcards ${mounts[@]+"${mounts[@]}"} --directory "${source%/*}/" -- "./$name" || rc=$?
case $rc in
  0) ;;
  1) printf 'note: some files changed while they were read\n' ;;
  *) die 1 "tar failed (status $rc); the state is as before" ;;
esac
entries=$(tar --list --gzip --force-local --file "$archive.part" | grep -c '') || die 1 "the archive cannot be read back"
[[ -s $state.new ]] || die 1 "tar left no state"
mv -- "$archive.part" "$archive" || die 1 "could not name the archive"
[[ $kind == incr ]] || { base=${archive##*/} && keep; }
mv -- "$state.new" "$state" || die 1 "the archive is complete, but the state could not be replaced; the next one will repeat it"
printf 'to restore: each archive of the series, the full one first, with tar --listed-incremental=/dev/null -xzf ARCHIVE -C EMPTY-PLACE\n'
printf 'written: %s (%s, %d entries, %d bytes)\n' "$archive" "$kind" "$entries" "$(stat -c %s -- "$archive")"
