#!/usr/bin/env bash
# Count the lines of an nginx access log by the status code that was answered.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: count-nginx-status-codes [--file FILE] [--lines N]

Read FILE, an access log of nginx (or Apache) in the common or combined format, and print how
often each status was answered, with its share, the most frequent first. Lines in another format
are counted apart. From when to when the lines are is told: rotated logs are not read.

  --file FILE  access log in the common or combined format (default /var/log/nginx/access.log)
  --lines N    how many of the last lines to read; 0 means all (default 0)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'count-nginx-status-codes: %s\n' "$2" >&2
  exit "$1"
}

file=/var/log/nginx/access.log lines=0
while (($# > 0)); do
  case $1 in
    --file | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --lines) lines=$2 ;;
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
[[ $lines =~ ^[0-9]{1,9}$ ]] || die 2 "--lines takes a whole number, not '$lines'"
lines=$((10#$lines))
for tool in awk sort tail; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $file == /* ]] || file=./$file
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"

from=+1
((lines == 0)) || from=$lines
# nginx writes a quote inside the request as \x22, so the quotes here are those of the format.
counts=$(
  tail -n "$from" -- "$file" | LC_ALL=C awk -F'"' '
    { total++; if (match($0, /\[[^]"]*\]/)) { last = substr($0, RSTART + 1, RLENGTH - 2); gsub(/[^A-Za-z0-9\/:+ -]/, "?", last); if (first == "") first = last } }
    NF >= 3 && $3 ~ /^ [1-5][0-9][0-9] / { count[substr($3, 2, 3)]++; next }
    { other++ }
    END {
      for (code in count) printf "%d %s %.1f\n", count[code], code, 100 * count[code] / total
      printf "-1 %d %d\n", total, other
      if (first != "") printf "-2 %s - %s\n", first, last
    }' | sort -k1,1nr -k2,2
) || die 1 "could not read all of $file"

total=0 other=0 span=''
while read -r count code share; do
  case $count in
    -1) total=$code other=$share ;;
    -2) span="$code $share" ;;
    *) printf '%9d  %s  %5s %%\n' "$count" "$code" "$share" ;;
  esac
done <<<"$counts"
printf '%d lines read, %d of them in another format\n' "$total" "$other"
[[ -z $span ]] || printf 'from the first line to the last: %s\n' "$span"
if ((total > 0 && other == total)); then die 1 "no line of $file is in the common or combined format"; fi
