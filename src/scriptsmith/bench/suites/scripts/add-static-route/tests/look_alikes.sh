# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a gateway that only begins alike is not taken for the same' [ "$(cat "$OUT1")" = replaced ]
check 'the route is the one asked for' grep -qE '^10\.2\.0\.0/16 via 192\.0\.2\.1 dev eth0 *$' /bench/state/routes
check 'an interface that only begins alike is not taken for the same' [ "$(cat "$OUT2")" = replaced ]
check 'routes of similar prefixes stay' [ "$(grep -cE '^(110\.2\.0\.0/16|10\.2\.0\.0/15) via 192\.0\.2\.1 dev eth0 *$' /bench/state/routes)" -eq 2 ]
check 'there are still four routes' [ "$(wc -l </bench/state/routes)" -eq 4 ]
finish
