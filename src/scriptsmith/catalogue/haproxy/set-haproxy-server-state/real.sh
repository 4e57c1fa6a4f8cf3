#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use haproxy
ask() { printf "%s\n" "$1" | socat -t 5 - UNIX-CONNECT:/run/haproxy/admin.sock; }
of() { ask "show stat" | awk -F, -v name="$1" -v n="$2" '$1 "/" $2 == name { print $n }'; }
stop_web() { kill "$(pgrep -f "http.server --bind 127.0.0.1 $1")"; }
on() { run --backend web --server "$@"; }

on web2 --state drain --dry-run
check 'a dry run changes nothing' test "$status:$(of web/web2 18)" = 0:UP
on web2 --state drain
check 'a server drains' test "$status:$(of web/web2 18)" = 0:DRAIN
on web1 --state maint
check 'the last server that is up is refused' test "$status:$(of web/web1 18)" = 3:UP
on web2 --state drain
check 'a second run has nothing to change' grep -q '^nothing to change' <<<"$out"
on web2 --state maint
check 'maintenance is taken' test "$status:$(of web/web2 18)" = 0:MAINT
on web2 --state ready
check 'ready is taken' test "$status" -eq 0
await bash -c '[ "$(printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -c "^web,web2,.*,UP,")" -eq 1 ]'

stop_web 8002
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,DOWN,"'
on web2 --state drain
check 'a server that is down drains too' test "$status" -eq 0
check 'as HAProxy knows' grep -qE '^3 web 2 web2 127.0.0.1 0 8 ' <<<"$(ask 'show servers state web')"
start_web 8002
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,DRAIN,"'
check 'and when it is back it still drains' test "$(of web/web2 18)" = DRAIN
on web2 --state ready
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,UP,"'
ask 'set weight web/web2 0%' >/dev/null
on web1 --state drain
check 'beside a server without weight it is the last one' test "$status:$(of web/web1 18)" = 3:UP
ask 'set weight web/web2 100%' >/dev/null
on web2 --state maint
kill "$(cat /run/haproxy.pid)"; await bash -c '! kill -0 "$(cat /run/haproxy.pid)"'; haproxy -D -f "$haproxy_config" -p /run/haproxy.pid
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,UP,"'
check 'a restart takes it back, as was told' grep -q '^note: at a restart of HAProxy.* web/web2 takes sessions again' <<<"$err"
on web9 --state drain
check 'a server that does not exist is refused' test "$status" -eq 3
finish
