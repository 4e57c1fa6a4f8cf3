#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use haproxy
ask() { printf "%s\n" "$1" | socat -t 5 - UNIX-CONNECT:/run/haproxy/admin.sock; }
of() { ask "show stat" | awk -F, -v name="$1" -v n="$2" '$1 "/" $2 == name { print $n }'; }
run
check 'servers that are up are shown' grep -qE '^  UP +web/web1  weight 1, 0 sessions, 0 queued, for [0-9]+s, check L[47]' <<<"$out"
check 'all is counted' grep -qx '1 backends, 0 without a server, 2 servers, 0 of them not up' <<<"$out"
kill "$(pgrep -f 'http.server --bind 127.0.0.1 8002')"
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,DOWN,"'
run
check 'one that is down comes first, with its check' grep -qE '^  DOWN +web/web2  .*, check (\* )?L4CON' <<<"$(sed -n 2p <<<"$out")"
check 'one is left' grep -qx 'backend web: UP, 1 servers in use, 0 sessions, 0 queued' <<<"$out"
ask 'set server web/web1 state maint' >/dev/null
run --backend web
check 'a backend without servers is marked' grep -q '^backend web: DOWN, 0 servers in use, .*NO SERVER LEFT' <<<"$out"
check 'and counted' grep -qx '1 backends, 1 without a server, 2 servers, 2 of them not up' <<<"$out"
check 'it succeeds' test "$status" -eq 0
run --backend main
check 'a frontend is no backend' test "$status" -eq 3
printf 'backend free\n  server a 127.0.0.1:9\n  server b 127.0.0.1:10\n' >>"$haproxy_config"
kill "$(cat /run/haproxy.pid)"; await bash -c '! kill -0 "$(cat /run/haproxy.pid)"'
haproxy -D -f "$haproxy_config" -p /run/haproxy.pid; await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^free,"'
run --backend free
check 'that servers without a check may be down is told' grep -qx 'whether the 2 servers with "no check" are up HAProxy does not know' <<<"$out"
kill "$(cat /run/haproxy.pid)"; await bash -c '! kill -0 "$(cat /run/haproxy.pid)"'
run
check 'an HAProxy that does not run is a failure' test "$status" -ne 0 -a -z "$out"
finish
