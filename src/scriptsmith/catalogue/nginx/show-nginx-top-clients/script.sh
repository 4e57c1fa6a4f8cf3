#!/usr/bin/env bash
# Show the client addresses with the most requests in an nginx access log, with bytes and errors.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-nginx-top-clients [--file FILE] [--limit N] [--lines N]

For each of the busiest client addresses print the number of requests, the megabytes sent to it,
the answers with status 4xx and 5xx, and its last request line's time. Behind a load balancer the
first column is that of the balancer unless the realip module is set up. From when to when the lines
are is told: rotated logs are not read.

  --file FILE  access log in the common or combined format (default /var/log/nginx/access.log)
  --limit N    how many addresses to show (default 10)
  --lines N    how many of the last lines to read; 0 means all (default 0)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-nginx-top-clients: %s\n' "$2" >&2
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
  tail -n "$from" -- "$file" | LC_ALL=C awk -F'"' '
    NF < 3 || $3 !~ /^ [1-5][0-9][0-9] / { other++; next }
    {
      split($1, left, " ")
      split($3, right, " ")
      address = left[1]
      gsub(/[^A-Za-z0-9.:_-]/, "?", address)
      requests[address]++
      bytes[address] += right[2]
      errors4[address] += right[1] ~ /^4/
      errors5[address] += right[1] ~ /^5/
      at = match($1, /\[[^][]*\] *$/)
      last[address] = substr($1, at + 1, 20)
      gsub(/[^A-Za-z0-9\/:]/, "?", last[address])
      if (from == "") from = last[address]
      to = last[address]
    }
    END {
      for (a in requests) n++
      for (a in requests) printf "%d\t%s\t%.1f\t%d\t%d\t%s\n", requests[a], a, bytes[a] / 1048576, errors4[a], errors5[a], last[a]
      printf "-1\t%d\t%d\t%d\n", NR, other, n
      if (from != "") printf "-2\t%s\t%s\n", from, to
    }' | sort -t "$(printf '\t')" -k1,1nr -k2,2 |
    awk -F'\t' -v limit="$limit" '$1 < 0 || NR <= limit' # a flood has more addresses than Bash reads in time
) || die 1 "could not read all of $file"

printf '%10s %10s %8s %8s  %-20s  %s\n' REQUESTS MBYTES 4XX 5XX LAST ADDRESS
shown=0 addresses=0 total=0 other=0 span=''
while IFS=$'\t' read -r requests address mbytes four five last; do
  if ((requests == -1)); then
    total=$address other=$mbytes addresses=$four
    continue
  fi
  if ((requests == -2)); then
    span="$address - $mbytes"
    continue
  fi
  printf '%10d %10s %8d %8d  %-20s  %s\n' "$requests" "$mbytes" "$four" "$five" "$last" "$address"
  shown=$((shown + 1))
done <<<"$table"
printf '%d of %d addresses shown; %d lines read, %d in another format\n' "$shown" "$addresses" "$total" "$other"
[[ -z $span ]] || printf 'from the first line to the last: %s\nbehind a load balancer or a CDN these may be its addresses, not those of the clients\n' "$span"
if ((total > 0 && addresses == 0)); then die 1 "no line of $file is in the common or combined format"; fi
