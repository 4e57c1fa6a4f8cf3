#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl apply --filename - >/dev/null <<'X'
{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db", "namespace": "shop"}, "spec": {"serviceName": "db", "replicas": 2,
 "selector": {"matchLabels": {"app": "db"}},
 "template": {"metadata": {"labels": {"app": "db"}}, "spec": {"terminationGracePeriodSeconds": 0, "containers": [{"name": "db", "image": "db"}]}}}}
X
pods() { kubectl get pods --namespace shop --selector app=db --output 'jsonpath={.items[*].metadata.name}'; }
is_ready() { [[ $(kubectl get statefulset db --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$1" ]]; }
await is_ready 2
run --statefulset db --replicas 4 --namespace shop --dry-run
check 'a dry run changes nothing' test "$(kubectl get statefulset db --namespace shop --output 'jsonpath={.spec.replicas}')" = 2
kubectl label statefulset db app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --statefulset db --replicas 4 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this StatefulSet' <<<"$err"
kubectl annotate statefulset db meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --statefulset db --replicas 4 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this StatefulSet' <<<"$err"
kubectl label statefulset db app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate statefulset db meta.helm.sh/release-name- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch statefulset db --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --statefulset db --replicas 4 --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this StatefulSet' <<<"$err"
kubectl patch statefulset db --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --statefulset db --replicas 4 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'all are there' test "$(pods)" = 'db-0 db-1 db-2 db-3'
check 'and ready' is_ready 4
run --statefulset db --replicas 1 --namespace shop --timeout 60
check 'down: it ends when the others are gone' test "$status:$(pods)" = 0:db-0
check 'who goes is told' grep -q '^pods that go: db-1 to db-3;' <<<"$out"
check 'and that they are not told to leave' grep -q '^warning: members of a cluster of data' <<<"$err"
run --statefulset db --replicas 1 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
# A container that crashes three seconds after all were ready.
crash() {
  await is_ready 3
  sleep 3
  reports /api/v1/namespaces/shop/pods/db-2 "$(kubectl get pod db-2 --namespace shop --output json | jq '{status: {conditions: [.status.conditions[] | select(.type == "Ready").status = "False"]}}')"
}
crash &
run --statefulset db --replicas 3 --namespace shop --timeout 16
check 'pods that do not stay ready are a failure' test "$status" -eq 1
check 'which is told' grep -q '3 pods are there and 2 ready after 16 s' <<<"$err"
wait "$!"
run --statefulset db --replicas 1 --namespace shop --timeout 60
kubectl autoscale statefulset db --max 5 --namespace shop >/dev/null
kubectl create role sets --verb get --resource statefulsets --namespace shop >/dev/null
kubectl create rolebinding sets --role sets --user guest --namespace shop >/dev/null
run --statefulset db --replicas 2 --namespace shop --context without-rights --dry-run
check 'autoscalers that may not be seen are not told as none' test "$status:$(grep -c '^note: the autoscalers cannot be listed' <<<"$err")" = 0:1
touch /run/kubernetes/hold
run --statefulset db --replicas 2 --namespace shop --timeout 4
check 'an autoscaler is told' grep -q '^warning: autoscaler db governs' <<<"$err"
check 'pods that do not become ready are a failure' test "$status" -eq 1
check 'and told' grep -q '2 pods are there and 1 ready after 4 s' <<<"$err"
run --statefulset db --replicas 2
check 'in another namespace it is not found' test "$status" -eq 3
finish
