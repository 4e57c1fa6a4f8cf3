#!/usr/bin/env bash
# Verify the files of a backup against a list of SHA-256 checksums, and name what the list leaves out.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-backup-checksums --directory PATH [--list PATH]

Read every file that the list names and compare its checksum. Damaged and missing files are named;
files in the directory that the list does not name are counted, and ten of them named, since nothing
is known of them.
The list is in the form that sha256sum writes.

  --directory PATH  directory of the backup
  --list PATH       list of checksums, relative to the directory (default SHA256SUMS)
  --help            show this text

Exit status: 0 all files are intact, 1 some are damaged or missing, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'verify-backup-checksums: %s\n' "$2" >&2
  exit "$1"
}

directory='' list=SHA256SUMS
while (($# > 0)); do
  case $1 in
    --directory | --list)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --list) list=$2 ;;
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

[[ -n $directory ]] || die 2 "--directory is needed (see --help)"
for tool in sha256sum find grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
[[ -d $directory ]] || die 3 "no such directory: $directory"
cd -- "$directory" || die 3 "cannot enter $directory"
[[ -f $list && -r $list ]] || die 3 "no list of checksums $list in $directory"

# "HASH  NAME"; a backslash first means that the name holds \n or \\.
entries=$(grep -c -E '^\\?[0-9a-fA-F]{64} [ *].' -- "$list") || true
all=$(grep -c -v -E '^[[:space:]]*(#.*)?$' -- "$list") || true
((entries > 0)) || die 3 "$list holds no SHA-256 checksums"
((entries == all)) || die 1 "$((all - entries)) lines of $list are no checksums: the list may be damaged or cut short"

# A name may lead out of the backup; that is not followed.
if grep -q -E '^\\?[0-9a-fA-F]{64} [ *](/|(.*/)?\.\.(/|$))' -- "$list"; then die 3 "refused: $list names files outside of $directory"; fi

rc=0
report=$(LC_ALL=C sha256sum --check --quiet --strict -- "$list" 2>/dev/null) || rc=$?
bad=0 missing=0
while IFS= read -r line; do
  case $line in
    *': FAILED open or read')
      printf 'missing or unreadable: %s\n' "$(shown "${line%: FAILED open or read}")"
      missing=$((missing + 1))
      ;;
    *': FAILED')
      printf 'DAMAGED: %s\n' "$(shown "${line%: FAILED}")"
      bad=$((bad + 1))
      ;;
  esac
done <<<"$report"

declare -A named=()
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ ^\\?[0-9a-fA-F]{64}\ [\ *](.+)$ ]] && named[${BASH_REMATCH[1]#./}]=1
done <"$list"
unlisted=0 complete=false
while IFS= read -r -d '' file; do
  if [[ $file == complete ]]; then complete=true && continue; fi
  [[ -z ${named[${file#./}]:-} && ${file#./} != "${list#./}" ]] || continue
  unlisted=$((unlisted + 1))
  ((unlisted > 10)) || printf 'not in the list: %s\n' "$(shown "${file#./}")"
done < <(find . -type f -print0 2>/dev/null && printf 'complete\0')
$complete || printf 'note: not all directories could be searched for files that the list leaves out\n'

printf '%d files in the list: %d intact, %d damaged, %d missing; %d files not in the list\n' \
  "$entries" $((entries - bad - missing)) "$bad" "$missing" "$unlisted"
((bad + missing == 0)) || exit 1
((rc == 0)) || die 1 "sha256sum failed (status $rc)"
