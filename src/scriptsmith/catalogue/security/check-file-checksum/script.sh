#!/usr/bin/env bash
# Compare the checksum of a file with the expected one.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-file-checksum --file FILE [--checksum HEX]

Compute the checksum of a file and compare it with the one that is expected; the kind (SHA-256,
SHA-512, SHA-1, MD5) follows from its length. Without an expected one the SHA-256 is printed. MD5
and SHA-1 find accidents but not forgeries: a note says so.

  --file FILE     file to look at
  --checksum HEX  expected checksum in hexadecimal digits (default: none)
  --help          show this text

Exit status: 0 it is the expected one (or none was given), 1 it is another, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-file-checksum: %s\n' "$2" >&2
  exit "$1"
}

file='' checksum=''
while (($# > 0)); do
  case $1 in
    --file | --checksum)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --checksum) checksum=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $file != -* ]] || file=./$file
checksum=${checksum,,}
case ${#checksum} in
  0 | 64) tool=sha256sum ;;
  128) tool=sha512sum ;;
  40) tool=sha1sum ;;
  32) tool=md5sum ;;
  *) tool='' ;;
esac
[[ -n $tool && $checksum =~ ^[0-9a-f]*$ ]] || die 2 "--checksum takes 32, 40, 64 or 128 hexadecimal digits"
command -v "$tool" >/dev/null || die 3 "$tool is not installed"
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"

# Read from standard input, so that no odd name changes the form of the answer.
answer=$("$tool" <"$file") || die 1 "$file cannot be read to its end"
answer=${answer%% *}
[[ $answer =~ ^[0-9a-f]{32,128}$ ]] || die 1 "$tool gave no checksum"
shown=$file
[[ $file != *[[:cntrl:]]* ]] || shown=${file@Q}
printf '%s  %s  %s\n' "${tool%sum}" "$answer" "$shown"
[[ -n $checksum ]] || exit 0
case $tool in
  md5sum | sha1sum) printf 'note: %s finds accidents, but a forged file may have the same\n' "${tool%sum}" >&2 ;;
esac
if [[ $answer != "$checksum" ]]; then
  printf 'DIFFERENT: expected %s\n' "$checksum"
  exit 1
fi
printf 'the same\n'
