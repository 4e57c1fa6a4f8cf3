#!/usr/bin/env bash
# packages: jq
. "$HARNESS"
use kubernetes

with() { kubectl patch "$1" "$2" --namespace shop --type merge --patch "{\"metadata\": {\"finalizers\": $3}}" >/dev/null; }
all() { kubectl get "$1" "$2" --namespace shop --ignore-not-found --output 'jsonpath={.metadata.finalizers}'; }
gone() { [[ -z $(kubectl get "$1" "$2" --namespace shop --ignore-not-found --output name) ]]; }
kubectl create configmap stuck --from-literal a=b --namespace shop >/dev/null
with configmap stuck '["example.org/a", "example.org/b"]'
run --resource configmap --name stuck --namespace shop
check 'one that nobody deletes is refused' test "$status:$(all configmap stuck)" = '3:["example.org/a","example.org/b"]'
kubectl delete configmap stuck --wait=false --namespace shop >/dev/null
run --resource configmap --name stuck --namespace shop --dry-run
check 'a dry run removes none' test "$(all configmap stuck)" = '["example.org/a","example.org/b"]'
run --resource configmap --name stuck --finalizer example.org/a --context shop-cluster
check 'one is removed' test "$status:$(all configmap stuck)" = '0:["example.org/b"]'
run --resource configmaps --name stuck --namespace shop
check 'then the last, and it is gone' gone configmap stuck
check 'with a copy saved' test "$(jq -r .data.a "$(sed -n 's/^saved: //p' <<<"$out")")" = b
run --resource configmap --name stuck --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0
kubectl apply --filename - >/dev/null <<'X'
{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data", "namespace": "shop"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}
X
protected() { [[ $(all pvc data) == *pvc-protection* ]]; }
await protected
kubectl run web --image x --namespace shop --overrides '{"apiVersion": "v1", "spec": {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]}}' >/dev/null
placed() { [[ $(kubectl get pod web --namespace shop --output 'jsonpath={.spec.nodeName}') ]]; }
await placed # before that a pod does not keep its claims
kubectl delete pvc data --wait=false --namespace shop >/dev/null
run --resource pvc --name data --namespace shop
check 'a claim that a pod uses is refused' test "$status:$(grep -c ': web$' <<<"$err")" = 3:1
kubectl apply --filename - >/dev/null <<'X'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "disk"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "persistentVolumeReclaimPolicy": "Delete", "hostPath": {"path": "/x"}}},
 {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "pinned", "namespace": "shop", "finalizers": ["example.org/a"]}, "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "", "volumeName": "disk", "resources": {"requests": {"storage": "1Gi"}}}}]}
X
kubectl delete pvc pinned --wait=false --namespace shop >/dev/null
unprotected() { [[ $(all pvc pinned) == '["example.org/a"]' ]]; }
await unprotected
run --resource pvc --name pinned --namespace shop
check 'what becomes of the disk of a claim is told' test "$status:$(grep -c 'policy of its volume disk is Delete: with Delete its disk goes, too' <<<"$out")" = 0:2
check 'and the claim is gone' gone pvc pinned
kubectl create namespace own >/dev/null
kubectl patch namespace own --type merge --patch '{"metadata": {"finalizers": ["example.org/a"]}}' >/dev/null
kubectl delete namespace own --wait=false >/dev/null
leaving() { [[ $(kubectl get namespace own --output 'jsonpath={.metadata.deletionTimestamp}') ]]; }
await leaving
run --resource namespace --name own
check 'a namespace with a finalizer of its own goes' test "$status:$(kubectl get namespace own --ignore-not-found --output name)" = 0:
kubectl create namespace old >/dev/null
kubectl create configmap held --namespace old >/dev/null
kubectl patch configmap held --namespace old --type merge --patch '{"metadata": {"finalizers": ["example.org/a"]}}' >/dev/null
kubectl delete namespace old --wait=false >/dev/null
ending() { [[ $(kubectl get configmap held --namespace old --output 'jsonpath={.metadata.deletionTimestamp}') ]]; }
await ending
run --resource namespace --name old
check 'a namespace that is not empty is refused' test "$status" -eq 3
run --resource configmap --name held --namespace old
no_namespace() { [[ -z $(kubectl get namespace old --ignore-not-found --output name) ]]; }
check 'what it waited for lets it go' await no_namespace
kubectl create --filename - >/dev/null <<'X'
{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.org"}, "spec": {"group": "example.org", "scope": "Namespaced", "names": {"plural": "widgets", "kind": "Widget"},
 "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
X
widget() { kubectl create --namespace shop --filename - <<<'{"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "w", "finalizers": ["example.org/a"]}}'; }
await widget
kubectl delete customresourcedefinition widgets.example.org --wait=false >/dev/null
clearing() { [[ $(kubectl get widget w --namespace shop --output 'jsonpath={.metadata.deletionTimestamp}') ]]; }
await clearing
run --resource customresourcedefinition --name widgets.example.org
check 'a definition that waits for its objects is refused' test "$status:$(grep -c 'waits for the objects of its kind' <<<"$err")" = 3:1
run --resource widgets.example.org --name w --namespace shop
no_kind() { [[ -z $(kubectl get customresourcedefinition widgets.example.org --ignore-not-found --output name) ]]; }
check 'without the finalizer of its object it goes' await no_kind
run --resource nonsense --name x
check 'a kind that is not there is refused' test "$status" -eq 3
finish
