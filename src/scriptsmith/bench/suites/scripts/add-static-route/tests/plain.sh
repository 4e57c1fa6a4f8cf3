# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
routes=/bench/state/routes
check 'the route is there, once' [ "$(grep -c '^10\.20\.0\.0/16 via 192\.0\.2\.254 dev eth0' "$routes")" -eq 1 ]
check 'the other routes are as they were' [ "$(grep -cE '^(default via 192.0.2.1 dev eth0|192.0.2.0/24 dev eth0 .*)$' "$routes") $(wc -l <"$routes")" = '2 3' ]
check 'the first call says added' [ "$(cat "$OUT1") $STATUS1" = 'added 0' ]
check 'the second call says unchanged' [ "$(cat "$OUT2") $STATUS2" = 'unchanged 0' ]
finish
