#!/usr/bin/env bash
# Compare two directory trees by the content of their files, and list what is missing, extra or
# different.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: compare-directories --source PATH --target PATH

List what is only in the first directory, only in the second, or in both with different content or
kind. Links in them are compared by where they point, not followed; a directory that is named by a
link is entered. Owners, modes and times, and the numbers of devices, are not compared. Every file is read whole, which takes a
while for large trees.

  --source PATH  first directory, the original
  --target PATH  second directory, the copy
  --help         show this text

Exit status: 0 they are identical, 1 they differ, or it failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'compare-directories: %s\n' "$2" >&2
  exit "$1"
}

source='' target=''
while (($# > 0)); do
  case $1 in
    --source | --target)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --source) source=$2 ;;
        --target) target=$2 ;;
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

[[ -n $source ]] || die 2 "--source is needed (see --help)"
[[ -n $target ]] || die 2 "--target is needed (see --help)"
for tool in diff realpath; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
for each in "$source" "$target"; do
  [[ -d $each ]] || die 3 "no such directory: $each"
  [[ -r $each && -x $each ]] || die 3 "cannot read $each"
done
[[ ! $source -ef $target ]] || die 3 "both are the same directory"
while [[ $source == ?*/ ]]; do source=${source%/}; done
while [[ $target == ?*/ ]]; do target=${target%/}; done
real_source=$(realpath -e -- "$source") real_target=$(realpath -e -- "$target")
[[ $real_source/ != "${real_target%/}"/* && $real_target/ != "${real_source%/}"/* ]] || die 3 "one of the directories lies in the other"

# diff would compare a link that it is given as a link: the slash has it entered.
if [[ -L $source ]]; then source+=/; fi
if [[ -L $target ]]; then target+=/; fi
# LC_ALL=C, because its sentences are looked at: 1 means that they differ, 2 that something went wrong.
rc=0
report=$(LC_ALL=C diff --recursive --brief --no-dereference -- "$source" "$target" 2>&1) || rc=$?

missing=0 extra=0 different=0 special=0 trouble=0
while IFS= read -r line; do
  [[ -n $line ]] || continue
  kind=${line##* is a }
  case $line in
    "Only in $target: "* | "Only in ${target%/}/"*)
      printf 'only in the second: %s\n' "$(shown "${line#Only in }")"
      extra=$((extra + 1))
      ;;
    "Only in $source: "* | "Only in ${source%/}/"*)
      printf 'only in the first: %s\n' "$(shown "${line#Only in }")"
      missing=$((missing + 1))
      ;;
    'File '*" is a $kind while file "*" is a $kind")
      special=$((special + 1)) # a fifo, socket or device in both has no content
      ;;
    'Files '*' differ' | 'Symbolic links '*' differ' | 'File '*' while file '*)
      printf 'different: %s\n' "$(shown "$line")"
      different=$((different + 1))
      ;;
    *)
      printf 'trouble: %s\n' "$(shown "$line")" >&2
      trouble=$((trouble + 1))
      ;;
  esac
done <<<"$report"

printf '%d only in the first, %d only in the second, %d different\n' "$missing" "$extra" "$different"
((special == 0)) || printf 'in both, and without content to compare: %d sockets, fifos or devices\n' "$special"
((rc <= 1 && trouble == 0)) || die 1 "not everything could be compared ($trouble messages)"
((rc == 0 || missing + extra + different == 0 && special > 0)) || exit 1
printf 'identical: %s and %s\n' "$(shown "$source")" "$(shown "$target")"
printf 'note: owners, modes and times were not compared\n'
