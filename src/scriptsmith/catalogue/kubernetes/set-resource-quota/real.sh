#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "team", "namespace": "shop"}, "spec": {"hard": {"pods": "2", "requests.memory": "8Gi", "count/deployments.apps": "5"}}},
 {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "team", "namespace": "default"}, "spec": {"hard": {"pods": "9"}}}]}
Y
pod() {
  kubectl create --filename - --output name 2>/dev/null <<Y
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "$1", "namespace": "shop"}, "spec": {"containers": [{"name": "a", "image": "web", "resources": {"requests": {"memory": "1Gi"}}}]}}
Y
}
counted() { [[ $(kubectl get resourcequota team --namespace shop --output 'jsonpath={.status.hard.pods}') == "$1" ]]; }
await counted 2
hard() { kubectl get resourcequota team --namespace "${2-shop}" --output json | jq --raw-output ".spec.hard[\"$1\"]"; }
pod one >/dev/null
used() { [[ $(kubectl get resourcequota team --namespace shop --output 'jsonpath={.status.used.pods}') == 1 ]]; }
await used
quota() { run --namespace shop --quota team "$@"; }
quota --resource pods --value 1 --dry-run
check 'a dry run changes nothing' test "$status:$(hard pods)" = 0:2
check 'but shows what is used' grep -qx 'pods in quota team: 1 used of 2' <<<"$out"
quota --resource pods --value 1
check 'it succeeds' test "$status:$(hard pods)" = 0:1
await counted 1
check 'the other bounds stay' test "$(hard requests.memory) $(hard count/deployments.apps) $(hard pods default)" = '8Gi 5 9'
check 'the bound holds: no second pod is admitted' test -z "$(pod two)"
quota --resource pods --value 3
await counted 3
check 'when it is raised, it is' test -n "$(pod two)"
quota --resource pods --value 3
check 'a second run has nothing to change' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
quota --resource requests.memory --value 8192Mi
check 'nor has the same amount in another unit' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
quota --resource requests.memory --value 2048Mi
check 'the server may write an amount in its own way' test "$status:$(hard requests.memory)" = 0:2Gi
check 'and that is told' grep -qx 'set: requests.memory in quota team is 2Gi (before: 8Gi, in use: [12]Gi)' <<<"$out"
quota --resource count/deployments.apps --value 7
check 'counts of objects can be bounded' test "$status:$(hard count/deployments.apps)" = 0:7
kubectl create quota base --hard pods=9,services=3 --namespace shop >/dev/null
kubectl label resourcequota team app.kubernetes.io/instance=shop --namespace shop >/dev/null
quota --resource pods --value 4 --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this quota' <<<"$err"
kubectl annotate resourcequota team meta.helm.sh/release-name=shop --namespace shop >/dev/null
quota --resource pods --value 4 --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this quota' <<<"$err"
kubectl label resourcequota team app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate resourcequota team meta.helm.sh/release-name- --namespace shop >/dev/null
kubectl label resourcequota team resourcequota.management.cattle.io/default-resource-quota=true --namespace shop >/dev/null
quota --resource pods --value 4 --dry-run
check 'so is Rancher' grep -q '^warning: Rancher (quota of the project and the namespace) keeps this quota' <<<"$err"
kubectl label resourcequota team resourcequota.management.cattle.io/default-resource-quota- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch resourcequota team --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
quota --resource pods --value 4 --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this quota' <<<"$err"
kubectl patch resourcequota team --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
kubectl annotate resourcequota team argocd.argoproj.io/tracking-id=x --namespace shop >/dev/null
quota --resource pods --value 4 --dry-run
check 'another quota that bounds it is told, and who keeps this one' bash -c 'grep -qx "note: quota base bounds it too: pods=9" <<<"$1" && grep -q "^warning: Argo CD keeps" <<<"$1"' _ "$err"
kubectl delete quota base --namespace shop >/dev/null
quota --resource pods --value 500m
check 'half a pod is refused' test "$status:$(hard pods)" = 3:3
quota --resource limits.cpu --value 4
check 'what it does not bound yet is refused' test "$status:$(hard limits.cpu)" = 3:null
run --namespace shop --quota absent --resource pods --value 4
check 'a quota that is not there is refused' test "$status" -eq 3
quota --resource pods --value 4 --context without-rights
check 'without the right to see it, it is refused' test "$status:$(hard pods)" = 3:3
kubectl create role quotas --verb get,patch --resource resourcequotas --namespace shop >/dev/null
kubectl create rolebinding quotas --role quotas --user guest --namespace shop >/dev/null
quota --resource pods --value 4 --context without-rights --dry-run
check 'with the right to this one alone, that others are not known is told' test "$status:$(grep -c '^note: the quotas cannot be listed' <<<"$err")" = 0:1
finish
