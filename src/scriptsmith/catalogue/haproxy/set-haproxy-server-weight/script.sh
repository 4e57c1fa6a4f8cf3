#!/usr/bin/env bash
# Set the weight of a server behind HAProxy as a percentage of its configured one, and read it back.
#
# Undo: run it again with the former percentage, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-haproxy-server-weight --backend NAME --server NAME --weight N [--socket FILE]
       [--dry-run]

100 is the weight of the configuration; 0 sends no new sessions to the server, except those bound
to it by a cookie, and is refused for the last server that takes any: its backend would answer 503.
The weight is lost when HAProxy is restarted or reloaded, which is told. Backends with a static balance algorithm
(static-rr, or hashes that are not consistent) only take 0 and 100.

  --backend NAME  backend of the server
  --server NAME   name of the server in that backend
  --weight N      percentage of the weight that the configuration gives it
  --socket FILE   stats socket of HAProxy (default /run/haproxy/admin.sock)
  --dry-run       say what would be set, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-haproxy-server-weight: %s\n' "$2" >&2
  exit "$1"
}

backend='' server='' weight='' socket=/run/haproxy/admin.sock dry_run=false
while (($# > 0)); do
  case $1 in
    --backend | --server | --weight | --socket)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --backend) backend=$2 ;;
        --server) server=$2 ;;
        --weight) weight=$2 ;;
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
[[ -n $weight ]] || die 2 "--weight is required (see --help)"
for name in "$backend" "$server"; do
  [[ $name =~ ^[A-Za-z0-9_.:-]{1,200}$ && $name != -* ]] || die 2 "names of backends and servers have letters, digits and _.:- only, unlike '$name'"
done
[[ $weight =~ ^[0-9]{1,3}$ ]] || die 2 "--weight takes a whole number, not '$weight'"
weight=$((10#$weight))
((weight <= 100)) || die 2 "--weight takes a percentage from 0 to 100, not '$weight'"
[[ -n $socket ]] || die 2 "--socket is required (see --help)"
[[ $socket == /* ]] || socket=$PWD/$socket
[[ $socket =~ ^[A-Za-z0-9_/.+-]+$ ]] || die 2 "--socket takes a path without spaces or punctuation, not '$socket'"
for tool in socat timeout awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $socket ]] || die 3 "no socket at $socket: does HAProxy run, and is this its stats socket?"
admin() { # COMMAND: what HAProxy answers on its socket
  printf '%s\n' "$1" | timeout 20 socat -t 10 - "UNIX-CONNECT:$socket"
}

look() { # sets now and initial (weights), others (servers of the backend that take sessions), agent and status
  local said table row
  # HAProxy answers "10 (initial 100)", or a sentence when there is no such server.
  said=$(admin "get weight $backend/$server") || die 1 "HAProxy does not answer on $socket"
  [[ $said =~ ^([0-9]+)\ \(initial\ ([0-9]+)\) ]] || die 3 "no such server: $backend/$server (${said:0:100})"
  now=${BASH_REMATCH[1]} initial=${BASH_REMATCH[2]}
  table=$(admin 'show stat') || die 1 "HAProxy does not answer on $socket"
  [[ $table == '# pxname,svname,'* ]] || die 1 "what came from $socket are not the statistics of HAProxy"
  row=$(LC_ALL=C awk -F, -v backend="$backend" -v server="$server" '
    NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
    $(column["pxname"]) != backend || $(column["svname"]) ~ /^(FRONTEND|BACKEND)$/ { next }
    $(column["svname"]) == server { status = $(column["status"]); if ("agent_status" in column) agent = $(column["agent_status"]); next }
    $(column["status"]) ~ /^(UP|no check)/ && $(column["weight"]) > 0 { others++ }
    END { gsub(/ /, "", agent); print others + 0, (agent == "" ? "-" : agent), status }' <<<"$table") || die 1 "the statistics of HAProxy cannot be read"
  read -r others agent status <<<"$row"
}
look
before=$now
# Weights are whole numbers, so a small one cannot be divided.
wanted=$((initial * weight / 100))
((weight == 0 || wanted > 0 || initial == 0)) ||
  die 3 "the configured weight of $backend/$server is $initial, and $weight % of it would be 0: no new sessions"
# One without weight shows as DRAIN, too.
if ((wanted > 0)) && [[ $status == MAINT* || $status == DOWN* || ($status == DRAIN* && $now != 0) ]]; then
  printf 'note: the status of %s/%s is %s, so it takes no new sessions whatever its weight\n' "$backend" "$server" "$status" >&2
fi
if ((wanted != initial)); then
  printf 'note: at a restart or a reload of HAProxy the weight is %d again, as its configuration says\n' "$initial" >&2
fi
[[ $agent == - ]] || printf 'note: an agent (agent-check) sets the weight of %s/%s too, so this holds until its next answer; to stop it: disable agent %s/%s\n' "$backend" "$server" "$backend" "$server" >&2
if ((now == wanted)); then
  printf 'nothing to change: %s/%s has the weight %d of %d already\n' "$backend" "$server" "$now" "$initial"
  exit 0
fi
((wanted > 0)) || [[ $others == [1-9]* ]] || die 3 "refused: no other server of $backend takes sessions, it would answer 503"
if $dry_run; then
  printf 'would set: weight of %s/%s from %d to %d (%d %% of %d)\n' "$backend" "$server" "$before" "$wanted" "$weight" "$initial"
  exit 0
fi

said=$(admin "set weight $backend/$server $weight%") || die 1 "HAProxy does not answer on $socket"
# Success is told by saying nothing.
said=${said//[[:space:]]/ }
[[ -z ${said// /} ]] || die 1 "HAProxy refused: ${said:0:200}"
look
((now == wanted || now == wanted + 1)) || die 1 "$backend/$server has the weight $now after the change, not $wanted"
printf 'set: %s/%s has the weight %d of %d (before: %d, %d %%)\n' "$backend" "$server" "$now" "$initial" "$before" $((initial > 0 ? (100 * before + initial - 1) / initial : 0))
