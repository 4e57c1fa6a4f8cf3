# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
state() { python3 -c 'import json, sys; print(*(each[2] for each in json.load(open("/bench/state/haproxy.json")) if each[:2] == sys.argv[1:]))' "$@"; }
check 'the server is in maintenance' [ "$(state web web1)" = MAINT ]
check 'the other server, and one of the same name elsewhere, are as they were' [ "$(state web web2) $(state api web1)" = 'UP UP' ]
check 'it was drained before' [ "$(sed -n 's/^haproxy set server //p' "$BENCH_CALLS" | tr '\n' ';')" = 'web/web1 state drain;web/web1 state maint;' ]
check 'it says drained, at the second call too' [ "$(cat "$OUT1" "$OUT2")" = $'drained\ndrained' ]
check 'both end with 0' [ "$STATUS1$STATUS2" = 00 ]
finish
