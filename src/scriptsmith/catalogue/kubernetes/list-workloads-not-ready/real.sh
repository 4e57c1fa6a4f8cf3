#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --replicas 2 --namespace shop >/dev/null
kubectl create deployment off --image web --replicas 0 --namespace shop >/dev/null
kubectl create deployment down --image broken --replicas 2 --namespace shop >/dev/null
workload() { # KIND IMAGE FIELDS
  printf '{"apiVersion": "apps/v1", "kind": "%s", "metadata": {"name": "db"}, "spec": {"selector": {"matchLabels": {"app": "%s"}},
    "template": {"metadata": {"labels": {"app": "%s"}}, "spec": {"containers": [{"name": "c", "image": "%s"}]}}%s}}' "$1" "$1" "$1" "$2" "$3" | kubectl apply --filename - >/dev/null
}
workload StatefulSet web ', "serviceName": "db", "replicas": 2, "podManagementPolicy": "Parallel"'
workload DaemonSet web ''
number() { [[ $(kubectl get "$2" "$3" --namespace "$1" --output "jsonpath={.status.$4}") == "$5" ]]; }
await number shop deployment web readyReplicas 2
await number shop deployment down updatedReplicas 2
await number default daemonset db numberReady 3
await number default statefulset db readyReplicas 2
kubectl create quota few --hard pods=1 >/dev/null
await number default quota few hard.pods 1
kubectl create deployment bound --image web --replicas 2 >/dev/null
refused() { kubectl get deployment bound --output 'jsonpath={.status.conditions[?(@.type=="ReplicaFailure")].message}' | grep -q 'exceeded quota'; }
await refused
reports "/api/v1/namespaces/default/pods/$(kubectl get pods --selector app=DaemonSet --output 'jsonpath={.items[0].metadata.name}')" '{"status": {"conditions": [{"type": "Ready", "status": "False"}]}}'
await number default daemonset db numberReady 2
run
check 'it succeeds' test "$status" -eq 0
check 'those without any ready pod come first' test "$(head -n 1 <<<"$out")" = 'DOWN: default/Deployment/bound: 0 of 2 ready, 0 of the newest version'
check 'with what the conditions say' grep -q '^  FailedCreate: pods .* exceeded quota: few' <<<"$out"
check 'one whose pods do not start' grep -qx 'DOWN: shop/Deployment/down: 0 of 2 ready, 2 of the newest version' <<<"$out"
check 'a DaemonSet is counted by nodes' grep -qx 'degraded: default/DaemonSet/db: 2 of 3 ready, 3 of the newest version' <<<"$out"
check 'those that are ready are not listed' test "$(grep -cE 'StatefulSet/|/web' <<<"$out")" -eq 0
check 'those scaled to 0 are named apart' test "$(grep '/off' <<<"$out")" = 'no pods wanted: shop/Deployment/off'
check 'they are counted' grep -qx '3 of 6 deployments, StatefulSets and DaemonSets are not ready, 1 are scaled to 0' <<<"$out"
kubectl rollout pause deployment/down --namespace shop >/dev/null
run --namespace shop
check 'one namespace can be chosen, and a pause is told' grep -qx 'DOWN: shop/Deployment/down: 0 of 2 ready, 2 of the newest version, paused' <<<"$out"
check 'they alone are counted' grep -qx '1 of 3 deployments, StatefulSets and DaemonSets are not ready, 1 are scaled to 0' <<<"$out"
kubectl delete quota few >/dev/null
kubectl create deployment late --image web --replicas 2 >/dev/null
await number default deployment late readyReplicas 2
kubectl patch deployment late --patch '{"spec": {"progressDeadlineSeconds": 2, "strategy": {"rollingUpdate": {"maxUnavailable": 0}}, "template": {"spec": {"containers": [{"name": "web", "image": "broken"}]}}}}' >/dev/null
stuck() { kubectl get deployment late --output 'jsonpath={.status.conditions[?(@.type=="Progressing")].status}' | grep -q False; }
await stuck
run --namespace default
check 'a rollout that has failed beside old pods that are ready is told' bash -c 'grep -qx "READY, but its rollout has failed: default/Deployment/late: [01] of 2 of the newest version" <<<"$1" && grep -q "^  ProgressDeadlineExceeded: " <<<"$1"' _ "$out"
kubectl create role half --verb list --resource statefulsets.apps --namespace shop >/dev/null
kubectl create rolebinding half --role half --user guest --namespace shop >/dev/null
run --namespace shop --context without-rights
check 'who may see one kind alone gets no list that says all is well' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
finish
