#!/usr/bin/env bash
. "$HARNESS"
use kubelets

kubectl run web --image web --namespace shop --overrides '{"spec": {"initContainers": [{"name": "first", "image": "i"}], "containers": [{"name": "web", "image": "web"}, {"name": "proxy", "image": "p"}]}}' >/dev/null
running() { [[ $(kubectl get pod web --namespace shop --output 'jsonpath={.status.phase}') == Running ]]; }
await running
mkdir -p "$told/shop/web"
log() { local line; for line in "${@:2}"; do printf '2026-02-02T03:00:00.000000000Z %s\n' "$line"; done >"$told/shop/web/$1"; }
log first migrated
log web one two three
log web.previous 'panic: no disk'
log proxy listening
run --pod web --context shop-cluster --lines 2
check 'it succeeds' test "$status" -eq 0
check 'the state of the pod is shown' grep -Eq '^web +2/2 +Running' <<<"$out"
check 'each container has its heading, init containers first' test "$(grep '^==>' <<<"$out" | tr '\n' ' ')" = '==> first, current <== ==> web, current <== ==> proxy, current <== '
check 'with the last lines, and when they were written' test "$(grep -A 3 '^==> web,' <<<"$out" | sed 1d | tr '\n' '|')" = '2026-02-02T03:00:00.000000000Z two|2026-02-02T03:00:00.000000000Z three||'
run --pod web --namespace shop --container proxy
check 'one container can be chosen' test "$(grep -c '^==>' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:2026-02-02T03:00:00.000000000Z listening'
run --pod web --namespace shop --instance previous
check 'what was written before the last restart' grep -qx '2026-02-02T03:00:00.000000000Z panic: no disk' <<<"$out"
check 'and nothing of now' test "$(grep -cE ' (three|listening)$' <<<"$out")" -eq 0
run --pod web --namespace shop --instance previous --container proxy
check 'a container that never restarted is a failure' test "$status" -eq 1
run --pod web --namespace shop --container absent
check 'one that is not there is refused' test "$status" -eq 3
run --pod web
check 'so is a pod of another namespace' test "$status" -eq 3
finish
