# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
unit=/bench/state/units/nginx.service
check 'the service was reloaded' grep -q '^Reloads=' "$unit"
check 'the service was not started anew' [ -z "$(grep '^Starts=' "$unit")" ]
check 'the service was not stopped in between' [ -z "$(grep -E 'systemctl .*(stop|restart)( |$)' "$BENCH_CALLS" | grep -v reload-or-restart)" ]
check 'it says reloaded, and nothing else' [ "$(cat "$OUT")" = reloaded ]
check 'the configuration was tested before' grep -qE '^nginx .*-(q?[tT]|tq)' "$BENCH_CALLS"
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
