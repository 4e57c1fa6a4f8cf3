#!/usr/bin/env bash
# Show sessions, rates and errors of each HAProxy frontend, and how near the process is to its limit.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-haproxy-session-rates [--socket FILE] [--dry-run]

For each frontend: open sessions with the most that there were, and their limit, new sessions in the last second with the highest
ever, requests in the last second, answers with status 5xx since the start. Then the connections
of the whole process against maxconn: above 80 % it is marked. It uses the same socket as changes
do.

  --socket FILE  stats socket of HAProxy (default /run/haproxy/admin.sock)
  --dry-run      say what would be asked, ask nothing
  --help         show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-haproxy-session-rates: %s\n' "$2" >&2
  exit "$1"
}

socket=/run/haproxy/admin.sock dry_run=false
while (($# > 0)); do
  case $1 in
    --socket)
      (($# >= 2)) || die 2 "$1 needs a value"
      socket=$2
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

[[ -n $socket ]] || die 2 "--socket is required (see --help)"
[[ $socket == /* ]] || socket=$PWD/$socket
[[ $socket =~ ^[A-Za-z0-9_/.+-]+$ ]] || die 2 "--socket takes a path without spaces or punctuation, not '$socket'"
for tool in socat timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $socket ]] || die 3 "no socket at $socket: does HAProxy run, and is this its stats socket?"
admin() { # COMMAND: what HAProxy answers on its socket
  printf '%s\n' "$1" | timeout 20 socat -t 10 - "UNIX-CONNECT:$socket"
}
command -v awk >/dev/null || die 3 "awk is not installed"
if $dry_run; then
  printf 'would ask %s: show stat, show info\n' "$socket"
  exit 0
fi
table=$(admin 'show stat') || die 1 "HAProxy does not answer on $socket"
info=$(admin 'show info') || die 1 "HAProxy does not answer on $socket"
[[ $table == '# pxname,svname,'* ]] || die 1 "what came from $socket are not the statistics of HAProxy"

# No here-string: it needs room on a disk before Bash 5.1.
printf '%s\n' "$table" | LC_ALL=C awk -F, '
  function value(name) { return (name in column) && $(column[name]) != "" ? $(column[name]) : 0 }
  NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
  $(column["svname"]) == "FRONTEND" {
    n++
    limit = value("slim")
    share = limit > 0 ? 100 * value("scur") / limit : 0
    name = $(column["pxname"])
    gsub(/[^ -~]/, "?", name)
    printf "frontend %s: %d of %d sessions (most %d), %d/s new (most %d/s), %d requests/s, %d errors 5xx%s\n", name, value("scur"), limit, value("smax"), value("rate"), value("rate_max"), value("req_rate"), value("hrsp_5xx"), (share > 80 ? "  NEAR ITS LIMIT" : limit > 0 && value("smax") >= limit ? "  HAS BEEN AT ITS LIMIT" : "")
  }
  END { printf "%d frontends\n", n }'

current='' most='' idle=''
while IFS=: read -r key value; do
  value=${value//[[:space:]]/}
  case $key in
    CurrConns) current=$value ;;
    Maxconn) most=$value ;;
    Idle_pct) idle=$value ;;
  esac
done < <(printf '%s\n' "$info")
[[ $current =~ ^[0-9]+$ && $most =~ ^[1-9][0-9]*$ ]] || die 1 "HAProxy did not tell its connections"
note=''
if ((current * 100 > most * 80)); then note='  NEAR ITS LIMIT'; fi
printf 'process: %d of %d connections%s, %s %% idle\n' "$current" "$most" "$note" "${idle:-?}"
