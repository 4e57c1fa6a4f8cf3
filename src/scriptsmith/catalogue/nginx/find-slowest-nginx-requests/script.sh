#!/usr/bin/env bash
# Find the requests that took longest in an nginx access log that records $request_time.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-slowest-nginx-requests [--file FILE] [--limit N] [--lines N]

The time is taken from rt=N, request_time=N or "request_time":N in a line, or else it is the first
number with three decimals behind the time in brackets, as $request_time writes it, outside of
quotes, or else the last word in quotes. Where only $upstream_response_time is logged it is that,
of several upstreams the sum. The stock combined format holds no time: then this fails and says so. Query strings are cut off, since they may hold
secrets.

  --file FILE  access log that records request times (default /var/log/nginx/access.log)
  --limit N    how many requests to show (default 10)
  --lines N    how many of the last lines to read; 0 means all (default 0)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-slowest-nginx-requests: %s\n' "$2" >&2
  exit "$1"
}

file=/var/log/nginx/access.log limit=10 lines=0
while (($# > 0)); do
  case $1 in
    --file | --limit | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --limit) limit=$2 ;;
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
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
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
table=$(
  tail -n "$from" -- "$file" | LC_ALL=C awk -v limit="$limit" -v low=0 '
    function span(text) { return length(text) < 12 && text ~ /^[0-9]+\.[0-9][0-9][0-9],?$/ }
    {
      time = ""
      # What clients choose stands in quotes, and does not count.
      plain = $0
      json = plain ~ /^ *\{/
      if (!json) gsub(/ "[^"]*"/, " ", plain)
      if (match(plain, json ? "[,{] ?\"request_time\": ?\"?[0-9]+\\.[0-9]+" : "(^|[ ,])(rt|request_time)[=:] ?\"?[0-9]+\\.[0-9]+")) {
        time = substr(plain, RSTART, RLENGTH)
        sub(/^.*[=: "]/, "", time)
      } else if (!json) {
        # Behind "[time]": the first number with three decimals. Several upstreams, "60.001, 0.020", are one sum.
        m = split(plain, word, " ")
        first = 1
        for (i = m; i > 0; i--) if (word[i] ~ /[0-9]\]$/) first = i + 1
        if (first > m) first = 1
        for (i = first; i <= m; i++) if (span(word[i])) { time = word[i] + 0; while (word[i] ~ /,$/ && span(word[i + 1])) time += word[++i]; break }
        if (time == "" && match($0, / "[0-9., ]+"$/)) {
          m = split(substr($0, RSTART + 2, RLENGTH - 3), word, " ")
          for (i = 1; i <= m; i++) if (span(word[i])) time += word[i]
        }
        if (time != "") time = sprintf("%.3f", time)
      }
      if (time == "") { other++; next }
      # Of millions of lines only those go on that the slowest so far are not slower than: seen has their milliseconds.
      ms = int(time * 1000 + 0.5)
      if (ms < low) next
      kept++; seen[ms]++
      while (kept - seen[low] >= limit) { kept -= seen[low]; delete seen[low++] }
      if (ms < low || (ms == low && kept > limit)) next
      request = "?"
      if (match($0, /"[A-Z]+ [^" ]+/)) request = substr($0, RSTART + 1, RLENGTH - 1)
      else if (match($0, /"(request_uri|uri|request)": ?"[^"]+/)) { request = substr($0, RSTART, RLENGTH); sub(/^.*": ?"/, "", request) }
      sub(/\?.*/, "?...", request)
      gsub(/[^ -~]/, "?", request)
      at = ""
      if (match($0, /\[[^]]*\]/)) at = substr($0, RSTART + 1, 20)
      gsub(/[^A-Za-z0-9\/: +-]/, "?", at)
      printf "%s\t%s\t%s\n", time, at, substr(request, 1, 200)
    }
    END { printf "-1\t%d\t%d\n", NR, other }' | LC_ALL=C sort -t "$(printf '\t')" -k1,1gr -k2,2
) || die 1 "could not read all of $file"

shown=0 total=0 other=0
printf '%10s  %-20s  %s\n' SECONDS TIME REQUEST
while IFS=$'\t' read -r seconds at request; do
  if [[ $seconds == -1 ]]; then
    total=$at other=$request
    continue
  fi
  ((shown < limit)) || continue
  printf '%10s  %-20s  %s\n' "$seconds" "$at" "$request"
  shown=$((shown + 1))
done <<<"$table"
printf '%d of %d requests with a time shown; %d lines read, %d without a time\n' "$shown" "$((total - other))" "$total" "$other"
if ((total > 0 && total == other)); then die 1 "no line of $file holds a request time in a form known here (see --help): has its log_format \$request_time?"; fi
