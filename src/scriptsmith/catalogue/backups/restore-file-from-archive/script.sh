#!/usr/bin/env bash
# Restore one file from a tar archive into a directory, without overwriting anything, and check it.
#
# Undo: delete the restored file, whose name is printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restore-file-from-archive --archive PATH --member TEXT [--destination PATH] [--dry-run]

Find the member in the archive, write it into DIRECTORY under its bare name, and compare its size
with what the archive says. A file of that name is never overwritten: the restored one is then
called NAME.restored-DATE. Of a member that was added several times, the last one is taken, as tar
does. When the member is not found, similar names are listed. Nothing else of the archive is
unpacked.

  --archive PATH      tar archive (.tar, .tar.gz, .tgz, .tar.xz) to take it from
  --member TEXT       name of the file as tar lists it, such as etc/hosts
  --destination PATH  existing directory that gets the file, under its bare name (default /tmp)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restore-file-from-archive: %s\n' "$2" >&2
  exit "$1"
}

archive='' member='' destination=/tmp dry_run=false
while (($# > 0)); do
  case $1 in
    --archive | --member | --destination)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --archive) archive=$2 ;;
        --member) member=$2 ;;
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

[[ -n $archive ]] || die 2 "--archive is needed (see --help)"
[[ -n $member ]] || die 2 "--member is needed (see --help)"
for tool in tar mktemp stat date grep sed ln; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
[[ -f $archive && -r $archive ]] || die 3 "no such archive, or it may not be read: $archive"
[[ -d $destination && -w $destination ]] || die 3 "no such directory, or it may not be written: $destination"
[[ $archive == */* ]] || archive=./$archive # a colon would mean another host
[[ $destination != -* ]] || destination=./$destination
base=${member%/} base=${base##*/}
[[ -n $base && $base != . && $base != .. && $member != *[[:cntrl:]]* ]] || die 2 "--member takes the name of a file in the archive, not '$member'"

names=$(tar --list --force-local --file "$archive" --quoting-style=literal) || die 1 "$archive cannot be read to its end: it may be damaged"
[[ -n $names ]] || die 3 "$archive is empty"
found=''
for candidate in "$member" "./$member" "${member#/}" "./${member#/}" "/${member#/}"; do
  if grep -q -x -F -e "$candidate" < <(printf '%s\n' "$names"); then
    found=$candidate
    break
  fi
done
if [[ -z $found ]]; then
  printf 'not in the archive; of that name it holds:\n'
  printf '%s\n' "$names" | grep -F -e "$base" | while IFS= read -r each; do printf '  %s\n' "$(shown "$each")"; done | sed -n '1,20p' || true
  die 3 "$archive holds no $(shown "$member")"
fi
# An archive to which files were added holds a name more than once.
times=$(printf '%s\n' "$names" | grep -c -x -F -e "$found")
((times == 1)) || printf 'note: the archive holds it %d times, the last one is taken\n' "$times"
line=$(tar --list --verbose --force-local --file "$archive" --no-wildcards --no-unquote --occurrence="$times" -- "$found") || die 1 "the member cannot be read"
[[ $line == -* ]] || die 3 "$found is no regular file: $(shown "$line")"
# "mode owner/group size date time name"; names of owners may hold blanks, so their numbers are asked for.
numbers=$(tar --list --verbose --numeric-owner --force-local --file "$archive" --no-wildcards --no-unquote --occurrence="$times" -- "$found") || die 1 "the member cannot be read"
read -r _ _ size _ < <(printf '%s\n' "$numbers")

target=${destination%/}/$base
if [[ -e $target || -L $target ]]; then target=$target.restored-$(date +%Y%m%d-%H%M%S); fi
[[ ! -e $target && ! -L $target ]] || die 3 "$target exists too"
printf 'in the archive: %s\n' "$(shown "$line")"
if $dry_run; then
  printf 'would restore: %s to %s\n' "$(shown "$found")" "$(shown "$target")"
  exit 0
fi

work=$(mktemp -- "${destination%/}/.restore.XXXXXXXX") || die 1 "nothing can be written to $destination"
trap 'rm -f -- "$work"' EXIT
tar --extract --to-stdout --force-local --file "$archive" --no-wildcards --no-unquote --occurrence="$times" -- "$found" >"$work" || die 1 "the file could not be restored"
now=$(stat -c %s -- "$work")
[[ $now == "$size" ]] || die 1 "the restored file has $now bytes, the archive says $size"
# ln fails where mv would overwrite a file that was made meanwhile.
ln -- "$work" "$target" || die 1 "could not make $target"
printf 'restored: %s (%s bytes); its owner and mode are not those of the archive: %s\n' "$(shown "$target")" "$size" "$(stat -c '%U:%G %a' -- "$target")"
