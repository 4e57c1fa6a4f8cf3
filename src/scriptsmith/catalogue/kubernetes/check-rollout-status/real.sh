#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web:1 --replicas 3 --namespace shop >/dev/null
kubectl rollout status deployment/web --namespace shop --timeout 60s >/dev/null
run --name web --namespace shop
check 'one that is rolled out is complete' test "$status" -eq 0
check 'and its image' grep -qx 'images: web:1' <<<"$out"
check 'with its numbers' grep -qx 'wanted 3, updated 3, ready 3, available 3, in all 3' <<<"$out"
kubectl set image deployment/web web=broken --namespace shop >/dev/null
halted() { [[ $(kubectl get deployment web --namespace shop --output 'jsonpath={.status.updatedReplicas} {.status.unavailableReplicas}') == '1 1' ]]; }
await halted
run --name web --context shop-cluster
check 'one whose new pods do not start is not' test "$status" -eq 1
check 'though as many are ready as before' grep -qx 'wanted 3, updated 1, ready 3, available 3, in all 4' <<<"$out"
kubectl create deployment early --image web --replicas 2 --dry-run=client --output yaml | sed 's/^spec:/spec:\n  minReadySeconds: 300/' | kubectl create --filename - >/dev/null
ready() { [[ $(kubectl get "$1" "$2" --output "jsonpath={.status.$3}") == "$4" ]]; }
await ready deployment early readyReplicas 2
run --name early
check 'pods that are not available yet count as such' grep -qx 'wanted 2, updated 2, ready 2, available 0, in all 2' <<<"$out"
check 'and it is not complete, as kubectl says' bash -c '! kubectl rollout status deployment/early --timeout 1s'
check 'nor says the script' test "$status" -eq 1
kubectl create deployment held --image web >/dev/null
await ready deployment held readyReplicas 1
kubectl rollout pause deployment/held >/dev/null && kubectl set image deployment/held web=web:2 >/dev/null
noticed() { [[ $(kubectl get deployment held --output 'jsonpath={.status.observedGeneration}') == "$(kubectl get deployment held --output 'jsonpath={.metadata.generation}')" ]]; }
await noticed
run --name held
check 'a paused one with a change is not complete' test "$status" -eq 1 -a -n "$(grep 'is paused' <<<"$out")"
workload() { # KIND FIELDS…
  printf '{"apiVersion": "apps/v1", "kind": "%s", "metadata": {"name": "db"}, "spec": {"selector": {"matchLabels": {"app": "%s"}},
    "template": {"metadata": {"labels": {"app": "%s"}}, "spec": {"containers": [{"name": "c", "image": "web"}]}}, %s}}' "$1" "$1" "$1" "$2" | kubectl apply --filename - >/dev/null
}
workload StatefulSet '"serviceName": "db", "replicas": 3, "podManagementPolicy": "Parallel", "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 2}}'
workload DaemonSet '"updateStrategy": {"type": "OnDelete"}'
await ready statefulset db readyReplicas 3
await ready daemonset db numberReady 3
run --name db --kind statefulset
check 'a StatefulSet' test "$status" -eq 0
run --name db --kind daemonset
check 'a DaemonSet' grep -qx 'wanted 3, updated 3, ready 3, available 3, in all 3' <<<"$out"
kubectl set image daemonset/db c=web:2 >/dev/null
kubectl set image statefulset/db c=web:2 >/dev/null
updated() { ready statefulset db updatedReplicas 1 && ready statefulset db readyReplicas 3 && [[ -z $(kubectl get daemonset db --output 'jsonpath={.status.updatedNumberScheduled}') ]]; }
await updated
run --name db --kind statefulset
check 'a partition is complete with the pods it lets through' test "$status" -eq 0 -a -n "$(grep 'updated 1, ready 3' <<<"$out")"
check 'which is said' grep -qx 'complete up to its partition, 1 of 3 pods: the rollout of statefulset db in namespace default' <<<"$out"
run --name db --kind daemonset
check 'one that nobody deletes pods of is not' test "$status" -eq 1 -a -n "$(grep OnDelete <<<"$out")"
kubectl patch daemonset db --patch '{"spec": {"template": {"spec": {"nodeSelector": {"disk": "none"}}}}}' >/dev/null
nowhere() { ready daemonset db desiredNumberScheduled 0; }
await nowhere
run --name db --kind daemonset
check 'one that fits no node is not said to have reached all' grep -q '^complete, with no pod wanted: ' <<<"$out"
run --name web
check 'in another namespace it is not found' test "$status" -eq 3
finish
