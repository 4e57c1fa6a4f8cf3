#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

(while :; do :; done) &
busy=$!
sleep 300 &
run --seconds 2 --count 2
check 'the busy one is the first' grep -Eq "^ +$busy  root " <<<"$(sed -n 3p <<<"$out")"
check 'with what it took' bash -c 'sed -n 3p <<<"$1" | awk "{ exit !(\$3 > 1 && \$3 < 110) }"' _ "$out"
check 'an idle one is not shown' bash -c '! grep -q "sleep 300" <<<"$1"' _ "$out"
kill "$busy"
finish
