# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'each endpoint is told with its status, in order' [ "$(cat "$OUT")" = $'shop 200\npay 503\ncart 204\nold 301' ]
check 'bodies are not printed' [ -z "$(grep -E 'upstream|status' "$OUT")" ]
check 'each was asked once' [ "$(grep -c '^curl ' "$BENCH_CALLS")" -eq 4 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
