#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'without a metrics server it is refused' test "$status" -eq 3
use kubernetes-metrics
usage() { printf '{"metadata": {"name": "%s"}, "usage": {"cpu": "%s", "memory": "%s"}}' "$@"; }
printf '[%s, %s]' "$(usage n1 3900m 1Gi)" "$(usage n2 250m 7Gi)" >"$metrics/nodes.json" # of 4 processors and 8 GiB
await kubectl top nodes
run
check 'it succeeds' test "$status" -eq 0
check 'one that is full of work is marked' grep -Eqx 'n1 +3900m +97% +1024Mi +12% +FULL' <<<"$out"
check 'one that is full of memory, too, and comes first' grep -Eqx 'n2 +250m +6% +7168Mi +87% +FULL' <<<"$(sed -n 2p <<<"$out")"
check 'one without measurements is told' grep -Eqx 'n3 +<unknown> .* NO MEASUREMENTS' <<<"$out"
check 'they are counted' grep -qx '3 nodes: 2 at 85% or more, 1 without measurements' <<<"$out"
run --percent 88
check 'the percentage can be chosen' grep -Eqx 'n2 +250m +6% +7168Mi +87% *' <<<"$out"
run --sort cpu
check 'and the order' grep -q '^n1 ' <<<"$(sed -n 2p <<<"$out")"
run --context without-rights
check 'whoever may not see them is refused' test "$status" -eq 3
finish
