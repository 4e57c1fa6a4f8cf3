#!/usr/bin/env bash
# Show the most frequent messages of a log file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-log-messages --file FILE [--text TEXT] [--lines N] [--limit N]

Group the last lines of a log by what they say, with numbers, addresses, hexadecimal words and
quoted texts left open, and show the most frequent groups with their count: what floods the log,
and which error is new. Where the message itself stands in quotes (JSON, msg="..."), they are kept. With a text only lines that hold it are grouped, such as ERROR; case does
not matter then.

  --file FILE  log file
  --text TEXT  only lines that hold this text, literally (default: none)
  --lines N    how many of the last lines to look at (default 50000)
  --limit N    how many messages to show (default 20)
  --help       show this text

Exit status: 0 done (also when nothing matches), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-top-log-messages: %s\n' "$2" >&2
  exit "$1"
}

file='' text='' lines=50000 limit=20
while (($# > 0)); do
  case $1 in
    --file | --text | --lines | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --text) text=$2 ;;
        --lines) lines=$2 ;;
        --limit) limit=$2 ;;
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
{ [[ $lines =~ ^[0-9]{1,9}$ ]] && ((10#$lines >= 1 && 10#$lines <= 5000000)); } ||
  die 2 "--lines takes a whole number from 1 to 5000000, not '$lines'"
lines=$((10#$lines))
{ [[ $limit =~ ^[0-9]{1,7}$ ]] && ((10#$limit >= 1 && 10#$limit <= 10000)); } ||
  die 2 "--limit takes a whole number from 1 to 10000, not '$limit'"
limit=$((10#$limit))
[[ $file != -* ]] || file=./$file
for tool in tail sed sort uniq; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"
[[ $text != *$'\n'* ]] || die 2 "--text takes one line"

case $file in *.gz | *.xz | *.bz2 | *.zst) die 3 "$file is compressed: unpack it first" ;; esac
cut='' size=$(wc -c <"$file")
if (($(tail -n "$lines" -- "$file" | wc -c) < size)); then cut=" (only the last $lines lines were looked at, the file has more)"; fi
kept=$(tail -n "$lines" -- "$file" | tr -d '\000' | grep -aiF -e "$text") || kept=''
# A pattern that is replaced would take minutes for a long text.
if [[ $kept != *[![:space:]]* ]]; then
  printf 'no line%s in %s%s\n' "${text:+ with that text}" "$file" "$cut"
  exit 0
fi
# Times first, since their parts would leave different remains; then what differs from line to line. In JSON and in
# key="value" the message itself stands in quotes. An address with colons or a hexadecimal word, put between line
# ends, goes only with a digit in it: std::bad and "defaced" are words.
# No <<< here, which writes a text to /tmp, and a size for sort, which does so too: the disk may be full.
grouped=$(printf '%s\n' "$kept" | LC_ALL=C sed -E '
  s/\r$//
  s/^[^0-9A-Za-z]*[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(Z|[+-][0-9:]+)?[^0-9A-Za-z]*//
  s/^[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [^ ]+ //
  s/\[[0-9]{2}\/[A-Z][a-z]{2}\/[0-9:]+ [+-][0-9]{4}\]/[TIME]/g
  /[{,] *"[^"]*" *:|[A-Za-z_]="/!s/"[^"]{1,200}"/"…"/g
  s/\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b/UUID/g
  s/\b0x[0-9a-fA-F]+\b/N/g
  s/\b([0-9a-fA-F]{1,4}:){5,}[0-9a-fA-F]{1,4}\b/N/g
  s/(\b[0-9a-fA-F][0-9a-fA-F:]{0,40})?::([0-9a-fA-F:.]{0,40}[0-9a-fA-F])?|\b[0-9a-fA-F]{7,}\b/\n&\n/g
  s/\n[a-fA-F:]*[0-9][0-9a-fA-F:.]*\n/N/g
  s/\n//g
  s/[0-9]+/N/g
  s/N(\.N)+/N/g
  s/[[:cntrl:]]/?/g
  s/^(.{2000}).*/\1…/' | LC_ALL=C sort --buffer-size=25% | uniq -c | LC_ALL=C sort --buffer-size=25% -k1,1nr -k2) || die 1 "$file cannot be grouped"
printf '%s\n' "$grouped" | sed -n "1,${limit}p" | LC_ALL=C sed -E 's/^(.{500}).*/\1…/'
printf '%d lines, %d different messages%s\n' "$(printf '%s\n' "$kept" | wc -l)" "$(printf '%s\n' "$grouped" | wc -l)" "$cut"
