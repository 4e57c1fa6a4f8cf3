#!/usr/bin/env bash
# Replace a literal text by another wherever it occurs in one configuration file, and show the diff.
#
# Undo: mv -- .FILE.TIME.bak FILE, in its directory; the script prints the name of this backup.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: replace-text-in-config --file FILE --old TEXT --new TEXT [--dry-run]

Replace TEXT given by --old, wherever it occurs in FILE, by the TEXT given by --new, and show the
difference. Both are literal: no character is special. The former file is kept beside it under
.FILE.YYYYMMDDThhmmssZ.bak, hidden so that a directory that is read whole (sites-enabled) does not
take it for configuration. Owner, mode and other attributes stay, and readers see either the old or
the new file, never half of it. Where the text is a part of a longer number (10.0.0.5 in 10.0.0.51),
nothing is changed. A symbolic link is followed; a file with further names (hard links) is
refused, since these would keep the old text. Where --new stands already it is not
replaced again, so a second run does nothing. The service is not reloaded. Where the beginning of the
file says that a program writes it (Ansible, Puppet, cloud-init), that line is shown, for it may set the
change back.

  --file FILE  the configuration file, at most 4 MiB of text
  --old TEXT   what to replace, not empty
  --new TEXT   what to put in its place, may be empty
  --dry-run    show the difference, change nothing
  --help       show this text

Exit status: 0 done, 1 the file could not be changed, 2 wrong usage, 3 a precondition fails (such as
neither text being in the file).
TEXT
}

die() {
  printf 'replace-text-in-config: %s\n' "$2" >&2
  exit "$1"
}

file='' old='' new='' new_given=false dry_run=false
while (($# > 0)); do
  case $1 in
    --file | --old | --new)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --old) old=$2 ;;
        --new) new=$2 new_given=true ;;
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

[[ -n $file ]] || die 2 "--file is needed"
[[ -n $old ]] || die 2 "--old is needed and must not be empty"
$new_given || die 2 "--new is needed"
[[ $old != "$new" ]] || die 2 "--old and --new are the same"
for tool in diff cmp cp stat realpath; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"
[[ $file != *$'\n'* ]] || die 3 "names with a newline in them are refused"
path=$(realpath -e -- "$file")
[[ -w $path && -w ${path%/*}/ ]] || $dry_run || die 3 "no permission to change $path"
(($(stat -c %h -- "$path") == 1)) || die 3 "$path has other names (hard links), which would keep the old text"
(($(stat -c %s -- "$path") <= 4194304)) || die 3 "$path is larger than 4 MiB, that is no configuration file"
(($(tr -dc '\0' <"$path" | wc -c) == 0)) || die 3 "$path is not a text file"

# Byte by byte, whatever the encoding; the x keeps newlines at the end.
export LC_ALL=C
rest=$(cat -- "$path" && printf x)
rest=${rest%x}

# 10.0.0.5 also stands in 10.0.0.51, and 80 in 8000: who means the number does not mean those.
number=0 cut=''
while IFS= read -r line; do
  number=$((number + 1))
  [[ -z $new || $new != *"$old"* ]] || line=${line//"$new"/}
  if [[ ($old == *[0-9] && $line == *"$old"[0-9]*) || ($old == [0-9]* && $line == *[0-9]"$old"*) ]]; then cut+=" $number"; fi
done <<<"$rest"
[[ -z $cut ]] || die 3 "refused: the text is also a part of longer numbers, which would change (lines${cut:0:60}); take more of the line into it"

# What stands between occurrences of --new is where --old is looked for: with --old 80 and --new 8080
# an 8080 that is there already must not become 808080.
result=''
if [[ $new == *"$old"* ]]; then
  while [[ $rest == *"$new"* ]]; do
    part=${rest%%"$new"*}
    result+=${part//"$old"/"$new"}$new
    rest=${rest:${#part}+${#new}} # by length: to compare with a pattern as long as the file takes minutes
  done
fi
result+=${rest//"$old"/"$new"}

if printf '%s' "$result" | cmp -s -- - "$path"; then
  [[ -n $new && $result == *"$new"* ]] || die 3 "$path does not contain the text to replace"
  printf 'nothing to do: %s has the new text already, and nowhere the old one\n' "$path"
  exit 0
fi

show_difference() {
  local status=0
  printf '%s' "$result" | diff -u --label before --label after -- "$1" - || status=$?
  ((status == 1))
}

mark=$(sed -n 1,20p "$path" | grep -iE '(managed|generated|controlled) (automatically )?(by|from) |(do not|don.t) (edit|modify|change)|will be (overwritten|lost)|ansible managed|cloud-init' | sed -n 1p) || mark=''
[[ -z $mark ]] || printf 'warning: something else may set this back, the file says: %s\n' "${mark//[^[:print:]]/?}" >&2
if $dry_run; then
  show_difference "$path" || die 1 "diff failed"
  printf 'would change: %s\n' "$path"
  exit 0
fi

stamp=$(date -u +%Y%m%dT%H%M%SZ) number=0
# Hidden: where all files of a directory are configuration, the former one would count again beside the new one.
hidden=${path%/*}/.${path##*/}
backup=$hidden.$stamp.bak
while [[ -e $backup || -L $backup ]]; do
  number=$((number + 1))
  backup=$hidden.$stamp-$number.bak
done
umask 077
fresh=$(mktemp -- "$hidden.XXXXXX") || die 1 "could not make a file beside $path"
trap 'rm -f -- "$fresh"' EXIT
# The new file is a copy first, for its owner, mode, ACL and security context.
cp --preserve=all -- "$path" "$backup" || die 1 "could not make the backup $backup"
cmp -s -- "$path" "$backup" || die 1 "the backup $backup is not complete, $path is unchanged"
cp --preserve=all -- "$path" "$fresh" || die 1 "could not copy $path"
[[ $(stat -c '%u:%g %a' -- "$fresh") == "$(stat -c '%u:%g %a' -- "$path")" ]] ||
  die 1 "the owner or mode of $path cannot be kept (run it as its owner or root), it is unchanged"
printf '%s' "$result" >"$fresh" || die 1 "could not write the new text, $path is unchanged"
printf '%s' "$result" | cmp -s -- - "$fresh" || die 1 "the new text was not written whole, $path is unchanged"
cmp -s -- "$path" "$backup" || die 1 "someone else changed $path meanwhile, it is left as it is"
mv -T -- "$fresh" "$path" || die 1 "could not put the new file in place of $path"

show_difference "$backup" || die 1 "diff failed, the file was changed"
printf 'changed: %s (no service has been reloaded)\nbackup: %s\n' "$path" "$backup"
