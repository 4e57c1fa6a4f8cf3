#!/usr/bin/env bash
# Count, minute by minute, the requests and the answers with status 5xx in an nginx access log.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: count-nginx-errors-per-minute [--file FILE] [--minutes N] [--lines N]

Print, for each of the last N minutes in which requests were logged, the number of requests, of
answers with status 5xx, and their share, and the sums of these minutes. Minutes are in the time
zone of the log. When not all lines are read, the first minute may be cut off, and is marked.

  --file FILE  access log in the common or combined format (default /var/log/nginx/access.log)
  --minutes N  how many of the last minutes with requests to show (default 30)
  --lines N    how many of the last lines to read; 0 means all (default 500000)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'count-nginx-errors-per-minute: %s\n' "$2" >&2
  exit "$1"
}

file=/var/log/nginx/access.log minutes=30 lines=500000
while (($# > 0)); do
  case $1 in
    --file | --minutes | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --minutes) minutes=$2 ;;
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
[[ $minutes =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
minutes=$((10#$minutes))
[[ $lines =~ ^[0-9]{1,9}$ ]] || die 2 "--lines takes a whole number, not '$lines'"
lines=$((10#$lines))
for tool in awk tail; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $file == /* ]] || file=./$file
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"

from=+1
((lines == 0)) || from=$lines
# Requests are logged when they end, so a log is in order of time: no sorting is needed.
tail -n "$from" -- "$file" | LC_ALL=C awk -F'"' -v most="$minutes" -v limit="$lines" '
  function bar(share, text) { text = ""; while (share >= 5 && length(text) < 20) { text = text "#"; share -= 5 }; return text }
  NF < 3 || $3 !~ /^ [1-5][0-9][0-9] / || !match($1, /\[[0-9]+\/[A-Za-z]+\/[0-9]+:[0-9]+:[0-9]+:/) { other++; next }
  {
    minute = substr($1, RSTART + 1, RLENGTH - 2)
    if (!(minute in requests)) order[++n] = minute
    requests[minute]++
    if ($3 ~ /^ 5/) errors[minute]++
  }
  END {
    printf "%-17s %9s %7s %7s\n", "MINUTE", "REQUESTS", "5XX", "SHARE"
    for (i = (n > most ? n - most + 1 : 1); i <= n; i++) {
      share = 100 * errors[order[i]] / requests[order[i]]
      cut = (i == 1 && limit > 0 && NR >= limit) ? "  (perhaps cut off)" : ""
      printf "%-17s %9d %7d %5.1f %% %s%s\n", order[i], requests[order[i]], errors[order[i]], share, bar(share), cut
      shown++; asked += requests[order[i]]; failed += errors[order[i]]
    }
    printf "%d minutes shown: %d requests, %d answers with 5xx\n", shown, asked, failed
    printf "%d lines read, of %d minutes, %d in another format\n", NR, n, other
    exit (NR > 0 && n == 0) ? 9 : 0
  }' || {
  rc=$?
  ((rc != 9)) || die 1 "no line of $file is in the common or combined format"
  die 1 "could not read all of $file"
}
