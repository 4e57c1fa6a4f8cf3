#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl run web --image web --namespace shop >/dev/null
kubectl run calm --image web --namespace shop >/dev/null
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "first"}, "spec": {"containers": [{"name": "main", "image": "broken"}], "initContainers": [{"name": "wait", "image": "web"}]}}
Y
reported() { [[ $(kubectl get pods --all-namespaces --output 'jsonpath={.items[*].status.containerStatuses[*].restartCount}') == '0 0 0' ]]; }
await reported
reports /api/v1/namespaces/shop/pods/web '{"status": {"containerStatuses": [{"name": "web", "image": "web", "imageID": "", "ready": true, "restartCount": 3, "state": {"running": {}},
  "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled", "finishedAt": "2026-02-02T03:00:00Z"}}}]}}'
reports /api/v1/namespaces/default/pods/first '{"status": {"initContainerStatuses": [{"name": "wait", "image": "web", "imageID": "", "ready": false, "restartCount": 12, "state": {"running": {}}}]}}'
run
check 'it succeeds' test "$status" -eq 0
check 'most restarts come first, and init containers count' grep -qx '12 restarts: default/first, container wait, not ready, last end: not recorded' <<<"$(head -n 1 <<<"$out")"
check 'with the last end' grep -qx '3 restarts: shop/web, container web, last end: OOMKilled (exit 137) at 2026-02-02T03:00:00Z' <<<"$out"
check 'kubectl counts the same' test "$(kubectl get pod web --namespace shop --no-headers | awk '{print $4}')" = 3
check 'a container that never restarted is not listed' test "$(grep -cE 'calm|main' <<<"$out")" -eq 0
check 'all pods are new' grep -qx '3 of 3 pods were made within a day, and count from then' <<<"$out"
check 'they are summed up' grep -qx '2 containers with 1 or more restarts, 15 restarts in all' <<<"$out"
run --min-restarts 3
check 'as many as the least number are listed' grep -q '^2 containers' <<<"$out"
run --min-restarts 4
check 'fewer are not' grep -qx '1 containers with 4 or more restarts, 12 restarts in all' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '1 containers with 1 or more restarts, 3 restarts in all' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --context without-rights
check 'who may not see pods learns no number' test "$status" -eq 3 -a -z "$out"
finish
