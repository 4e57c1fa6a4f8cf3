#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'without a metrics server it is refused' test "$status" -eq 3 -a -z "$out"
use kubernetes-metrics
metric() { printf '{"metadata": {"name": "%s", "namespace": "%s"}, "containers": [{"name": "a", "usage": {"cpu": "%s", "memory": "%s"}}, {"name": "b", "usage": {"cpu": "0", "memory": "0"}}]}' "$2" "$1" "$3" "$4"; }
printf '[%s,\n%s,\n%s]' "$(metric shop db 250m 2Gi)" "$(metric shop cart 1500m 512Mi)" "$(metric jobs etl 1234567n 1048576Ki)" >"${metrics:?}/pods.json"
run
check 'it succeeds' test "$status" -eq 0
check 'a heading says what is what' grep -qE '^POD +CPU +MEMORY$' <<<"$(head -n 1 <<<"$out")"
check 'the most memory comes first' test "$(awk 'NR > 1 && NF == 3 {print $1, $2, $3}' <<<"$out" | paste -sd '|')" = 'shop/db 250m 2048Mi|jobs/etl 2m 1024Mi|shop/cart 1500m 512Mi'
check 'they are summed up' grep -qx '3 pods use 3584 MiB of memory and 1.8 processors in all, on whatever node' <<<"$out"
run --sort cpu
check 'or the most CPU' test "$(awk 'NR > 1 && NF == 3 {print $1}' <<<"$out" | paste -sd ' ')" = 'shop/cart shop/db jobs/etl'
run --limit 1
check 'their number can be chosen, the sum is of all' test "$(grep -c / <<<"$out")" -eq 1 -a -n "$(grep '^3 pods use 3584' <<<"$out")"
run --namespace shop
check 'one namespace can be chosen' test "$(awk 'NR > 1 && NF == 3 {print $1, $2, $3}' <<<"$out" | paste -sd '|')" = 'shop/db 250m 2048Mi|shop/cart 1500m 512Mi'
check 'its sum too' grep -qx '2 pods use 2560 MiB of memory and 1.8 processors in all, on whatever node' <<<"$out"
run --namespace default
check 'a namespace without pods is fine' test "$status:$out" = '0:0 pods use 0 MiB of memory and 0.0 processors in all, on whatever node'
run --namespace absent
check 'one that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --context without-rights
check 'who may not see the measurements learns no number' test "$status" -eq 3 -a -z "$out"
finish
