# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
state() { python3 -c 'import json, sys; print(*(each[2] for each in json.load(open("/bench/state/haproxy.json")) if each[:2] == sys.argv[1:]))' "$@"; }
check 'columns are found by their names, and states that only begin with UP count' [ "$(cat "$OUT") $STATUS" = 'drained 0' ]
check 'the server is in maintenance' [ "$(state web web1)" = MAINT ]
check 'servers with similar names are as they were' [ "$(state web web10), $(state web2 web1)" = 'UP 1/3, UP' ]
check 'one attempt needs no pause' [ -z "$(grep '^sleep' "$BENCH_CALLS")" ]
finish
