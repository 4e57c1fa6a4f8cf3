#!/usr/bin/env bash
# Show each server behind HAProxy with its state, health check, sessions and queue.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-haproxy-backends [--backend NAME] [--socket FILE] [--dry-run]

Servers that are not up come first in their backend. A backend without any server that is up
answers 503, and is marked. The time is how long the state has lasted. It uses the same socket as
changes do, so it needs the same rights.

  --backend NAME  only this backend (default all)
  --socket FILE   stats socket of HAProxy (default /run/haproxy/admin.sock)
  --dry-run       say what would be asked, ask nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-haproxy-backends: %s\n' "$2" >&2
  exit "$1"
}

backend=all socket=/run/haproxy/admin.sock dry_run=false
while (($# > 0)); do
  case $1 in
    --backend | --socket)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --backend) backend=$2 ;;
        --socket) socket=$2 ;;
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

[[ $backend =~ ^[A-Za-z0-9_.:-]{1,200}$ && $backend != -* ]] || die 2 "--backend takes the name of a backend, not '$backend'"
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
  printf 'would ask %s: show stat\n' "$socket"
  exit 0
fi
table=$(admin 'show stat') || die 1 "HAProxy does not answer on $socket"
[[ $table == '# pxname,svname,'* ]] || die 1 "what came from $socket are not the statistics of HAProxy"

# Columns are found by their names: newer versions add more of them.
rc=0
LC_ALL=C awk -F, -v only="$backend" '
  function ago(s) { return s >= 86400 ? int(s / 86400) "d" : (s >= 3600 ? int(s / 3600) "h" : (s >= 60 ? int(s / 60) "m" : s "s")) }
  NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
  NF < column["lastchg"] { next }
  {
    gsub(/[^ -~]/, "?")
    px = $(column["pxname"]); sv = $(column["svname"]); status = $(column["status"])
    if (only != "all" && px != only) next
    # A listener stands here too, with option socket-stats: type 3.
    if (sv == "FRONTEND" || $(column["type"]) == 3) next
    if (sv == "BACKEND") {
      backends++
      alive = $(column["act"]) + $(column["bck"])
      note = (alive == 0 && status != "UP") ? "  NO SERVER LEFT" : ""
      if (note != "") dead++
      printf "backend %s: %s, %d servers in use, %d sessions, %d queued%s\n", px, status, alive, $(column["scur"]), $(column["qcur"]), note
      printf "%s%s", bad[px], good[px]
      next
    }
    servers++
    if (status == "no check") unknown++
    check = column["check_status"] ? $(column["check_status"]) : ""
    line = sprintf("  %-12s %s/%s  weight %s, %d sessions, %d queued, for %s%s\n", status, px, sv, $(column["weight"]), $(column["scur"]), $(column["qcur"]), ago($(column["lastchg"])), (check == "" ? "" : ", check " check))
    if (status ~ /^(UP|no check|OPEN)/) good[px] = good[px] line; else { bad[px] = bad[px] line; off++ }
  }
  END {
    printf "%d backends, %d without a server, %d servers, %d of them not up\n", backends, dead, servers, off
    if (unknown) printf "whether the %d servers with \"no check\" are up HAProxy does not know\n", unknown
    exit backends == 0 ? 9 : 0
  }' <<<"$table" || rc=$?
((rc == 0)) || die 3 "no such backend: $backend"
