#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl run good --image web --namespace shop >/dev/null
kubectl run bad --image failing --restart Never --namespace shop >/dev/null
kubectl run pulls --image broken >/dev/null
kubectl run nowhere --image web --overrides '{"spec": {"nodeSelector": {"disk": "none"}}}' >/dev/null
kubectl run gate --image web --overrides '{"spec": {"readinessGates": [{"conditionType": "example.org/registered"}]}}' >/dev/null
kubectl run again --image web >/dev/null
kubectl run ends --image web --labels slow-to-end=yes >/dev/null
kubectl create job once --image once >/dev/null
running() { [[ $(kubectl get pods --all-namespaces --field-selector status.phase=Running --output name | wc -l) -eq 4 ]]; }
await running
succeeded() { kubectl get pods --selector job-name=once --output 'jsonpath={.items[*].status.phase}' | grep -q Succeeded; }
await succeeded
unready='"conditions": [{"type": "Initialized", "status": "True"}, {"type": "Ready", "status": "False"}, {"type": "PodScheduled", "status": "True"}]'
reports /api/v1/namespaces/default/pods/gate "{\"status\": {$unready}}"
reports /api/v1/namespaces/default/pods/again "{\"status\": {$unready, \"containerStatuses\": [{\"name\": \"again\", \"image\": \"web\", \"imageID\": \"\", \"ready\": false, \"restartCount\": 1, \"state\": {\"terminated\": {\"exitCode\": 0, \"reason\": \"Completed\"}}}]}}"
reports /api/v1/namespaces/shop/pods/good "{\"status\": {\"containerStatuses\": [{\"name\": \"good\", \"image\": \"web\", \"imageID\": \"\", \"ready\": true, \"restartCount\": 5, \"state\": {\"running\": {}}, \"lastState\": {\"terminated\": {\"exitCode\": 1, \"finishedAt\": \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\"}}}]}}"
kubectl delete pod ends --wait=false >/dev/null
run
check 'it succeeds' test "$status" -eq 0
shown() { grep -Eqx "$1 +$2 +$3" <<<"$out"; }
check 'one that cannot be pulled is listed' shown default/pulls 0/1 ImagePullBackOff
check 'one that fits nowhere' shown default/nowhere 0/1 Pending
check 'one that failed' shown shop/bad 0/1 Error
check 'one that ends' shown default/ends 1/1 Terminating
check 'one whose containers are ready, and which is not' shown default/gate 1/1 'not ready'
check 'one whose container has ended and will begin anew' shown default/again 0/1 Completed
check 'kubectl calls that Completed, too' test "$(kubectl get pod again --no-headers | awk '{ print $3 }')" = Completed
check 'one that runs is not listed, nor one that succeeded' test "$(grep -cE '^(shop/good|default/once)' <<<"$out")" -eq 0
check 'but that it has crashed just now is told' grep -qx 'ready now, but started anew within 30 minutes: shop/good (5 restarts)' <<<"$out"
check 'they are counted' grep -q '^6 of 8 pods are not running or not ready (' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '1 of 2 pods are not running or not ready (Error: 1)' <<<"$out"
run --namespace kube-public
check 'an empty one is fine' test "$status:$(head -n 1 <<<"$out")" = '0:0 of 0 pods are not running or not ready'
kubectl create quota none --hard pods=0 --namespace kube-public >/dev/null
bounded() { [[ $(kubectl get quota none --namespace kube-public --output 'jsonpath={.status.hard.pods}') == 0 ]]; }
await bounded
kubectl create deployment refused --image web --namespace kube-public >/dev/null
lacks() { [[ $(kubectl get deployment refused --namespace kube-public --output 'jsonpath={.status.conditions[?(@.type=="ReplicaFailure")].status}') == True ]]; }
await lacks
run --namespace kube-public
check 'one that a quota does not let be made is in no list, which is said' test "$(grep -c '^0 of 0 pods\|^pods that could not be made at all' <<<"$out")" -eq 2
run --namespace absent
check 'one that is not there is refused' test "$status" -eq 3
finish
