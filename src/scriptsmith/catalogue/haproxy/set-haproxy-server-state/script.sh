#!/usr/bin/env bash
# Set the administrative state of a server behind HAProxy, and read it back.
#
# Undo: run it again with the former state: ready, unless it was drained or in maintenance before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-haproxy-server-state --backend NAME --server NAME --state STATE [--socket FILE]
       [--dry-run]

Drain: sessions that are open, and clients bound to it by a cookie, go on; no new ones come,
health checks go on. Maint: no traffic and no health checks. Ready: back to normal, as soon as its
health check passes. The last server that is up in its backend, with a weight, is refused: it would
answer 503. A server that is down shows as DOWN while it drains; its administrative state is read.
The state is lost when HAProxy is restarted, or reloaded without a state file, which is told.

  --backend NAME  backend of the server
  --server NAME   name of the server in that backend
  --state STATE   drain takes no new sessions, maint none at all, ready both
  --socket FILE   stats socket of HAProxy (default /run/haproxy/admin.sock)
  --dry-run       say what would be set, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-haproxy-server-state: %s\n' "$2" >&2
  exit "$1"
}

backend='' server='' state='' socket=/run/haproxy/admin.sock dry_run=false
while (($# > 0)); do
  case $1 in
    --backend | --server | --state | --socket)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --backend) backend=$2 ;;
        --server) server=$2 ;;
        --state) state=$2 ;;
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

[[ -n $backend ]] || die 2 "--backend is required (see --help)"
[[ -n $server ]] || die 2 "--server is required (see --help)"
[[ -n $state ]] || die 2 "--state is required (see --help)"
for name in "$backend" "$server"; do
  [[ $name =~ ^[A-Za-z0-9_.:-]{1,200}$ && $name != -* ]] || die 2 "names of backends and servers have letters, digits and _.:- only, unlike '$name'"
done
[[ $state == drain || $state == maint || $state == ready ]] || die 2 "--state takes drain, maint or ready, not '$state'"
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

look() { # sets now (the status of the server), administrative (what was set), sessions, and others (those of the backend that take sessions)
  local table row
  table=$(admin 'show stat') || die 1 "HAProxy does not answer on $socket"
  [[ $table == '# pxname,svname,'* ]] || die 1 "what came from $socket are not the statistics of HAProxy"
  row=$(LC_ALL=C awk -F, -v backend="$backend" -v server="$server" '
    NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
    $(column["pxname"]) != backend || $(column["svname"]) ~ /^(FRONTEND|BACKEND)$/ { next }
    $(column["svname"]) == server { now = $(column["status"]); sessions = $(column["scur"]); found = 1; next }
    $(column["status"]) ~ /^(UP|no check)/ && $(column["weight"]) > 0 { others++ }
    END { if (found) printf "%d %d %s\n", others, sessions, now }' <<<"$table") || die 1 "the statistics of HAProxy cannot be read"
  read -r others sessions now <<<"$row" || true
  [[ -n $now ]] || return 0
  # The status of a server that is down does not tell whether it drains; of what was set 1 is maintenance, 8 is drain.
  table=$(admin "show servers state $backend") || die 1 "HAProxy does not answer on $socket"
  administrative=$(LC_ALL=C awk -v server="$server" '
    /^# / { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
    ("srv_admin_state" in column) && $(column["srv_name"]) == server { set = $(column["srv_admin_state"]); if (set ~ /^[0-9]+$/) print (set % 2 ? "maint" : "") (int(set / 8) % 2 ? "drain" : "") ":" }' <<<"$table") ||
    die 1 "the states of HAProxy cannot be read"
  [[ $administrative == *: ]] || die 1 "HAProxy does not tell the administrative state of $backend/$server"
}
matches() { # whether the state that was set is the one that is wanted
  case $state in
    drain) [[ $administrative == *drain: ]] ;;
    maint) [[ $administrative == maint* ]] ;;
    ready) [[ $administrative == : ]] ;;
  esac
}
now='' administrative=''

look
[[ -n $now ]] || die 3 "no such server: $backend/$server"
before=$now
if [[ $state != ready ]]; then
  printf 'note: at a restart of HAProxy, or a reload without a state file, %s/%s takes sessions again\n' "$backend" "$server" >&2
fi
if matches; then
  printf 'nothing to change: %s/%s is set to %s already (status %s)\n' "$backend" "$server" "$state" "$now"
  exit 0
fi
if [[ $state != ready ]] && ((others == 0)) && [[ $now == UP* || $now == 'no check'* ]]; then
  die 3 "refused: $backend/$server is the last server that is up in its backend"
fi
if $dry_run; then
  printf 'would set: %s/%s from %s to %s (%d sessions, %d other servers are up)\n' "$backend" "$server" "$before" "$state" "$sessions" "$others"
  exit 0
fi

said=$(admin "set server $backend/$server state $state") || die 1 "HAProxy does not answer on $socket"
# Success is told by saying nothing.
said=${said//[[:space:]]/ }
[[ -z ${said// /} ]] || die 1 "HAProxy refused: ${said:0:200} (a socket without level admin?)"
look
[[ -n $now ]] || die 1 "$backend/$server is gone after the change"
matches || die 1 "$backend/$server did not take the state, its status is $now"
printf 'set: %s/%s to %s, its status is %s (before: %s), %d sessions are open on it\n' "$backend" "$server" "$state" "$now" "$before" "$sessions"
