#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

# The claims are bound by the real controller. What makes volumes larger is a driver of the storage: it is played.
claim() { # NAME CLASS SIZE
  kubectl create --namespace shop --filename - >/dev/null <<EOF
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-$1"}, "spec": {"storageClassName": "$2", "capacity": {"storage": "$3"}, "accessModes": ["ReadWriteOnce"],
  "claimRef": {"name": "$1", "namespace": "shop"}, "csi": {"driver": "storage.example.org", "volumeHandle": "$1"}}},
 {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "$1", "namespace": "shop"}, "spec": {"storageClassName": "$2", "accessModes": ["ReadWriteOnce"],
  "resources": {"requests": {"storage": "$3"}}}}]}
EOF
}
for class in fast=true fixed=false; do
  kubectl create --filename - >/dev/null <<<"{\"apiVersion\": \"storage.k8s.io/v1\", \"kind\": \"StorageClass\", \"metadata\": {\"name\": \"${class%=*}\"}, \"provisioner\": \"storage.example.org\", \"allowVolumeExpansion\": ${class#*=}}"
done
claim db fast 10Gi && claim live fast 10Gi && claim slow fast 512Gi && claim small fixed 10Gi
field() { kubectl get pvc "$1" --namespace shop --output "jsonpath={$2}"; }
is() { [[ $(field "$1" "$2") == "$3" ]]; }
await is db .status.phase Bound && await is slow .status.phase Bound && await is small .status.phase Bound
grows() { # CLAIM SIZE STATUS: what the driver reports once it is asked for that size
  until is "$1" .spec.resources.requests.storage "$2"; do sleep 0.2; done
  reports "/api/v1/namespaces/shop/persistentvolumeclaims/$1" "{\"status\": $3}"
}
run --claim db --size 50 --namespace shop --dry-run
check 'a dry run changes nothing' is db .spec.resources.requests.storage 10Gi
grows db 50Gi '{"capacity": {"storage": "50Gi"}}' &
run --claim db --size 50 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the claim asks for the new size' is db .spec.resources.requests.storage 50Gi
check 'and has it when it ends' grep -qx 'expanded: claim db has 50Gi' <<<"$out"
run --claim db --size 49 --namespace shop
check 'a smaller size is refused' test "$status:$(field db .spec.resources.requests.storage)" = 3:50Gi
grows slow 1Ti '{"conditions": [{"type": "FileSystemResizePending", "status": "True"}]}' &
run --claim slow --size 1024 --namespace shop --timeout 60
check 'a file system that waits for a pod is told' test "$status:$(grep -c 'as soon as a pod uses it' <<<"$out")" = 0:1
run --claim slow --size 1024 --namespace shop
check 'a second run has nothing to do, though the server writes another unit' grep -qx 'nothing to change: claim slow asks for 1Ti already' <<<"$out"
await is live .status.phase Bound
kubectl run user --image web --namespace shop --overrides '{"spec": {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "live"}}]}}' >/dev/null
serving() { [[ $(kubectl get pod user --namespace shop --output 'jsonpath={.status.phase}') == Running ]]; }
await serving
grows live 20Gi '{"conditions": [{"type": "FileSystemResizePending", "status": "True"}]}' &
run --claim live --size 20 --namespace shop --timeout 10
check 'one of a running pod that does not grow is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "started anew" <<<"$2"' _ "$status" "$err"
{ sleep 7; reports /api/v1/namespaces/shop/persistentvolumeclaims/live '{"status": {"capacity": {"storage": "20Gi"}, "conditions": null}}'; } &
run --claim live --size 20 --namespace shop --timeout 60
check 'one that grows a little later is waited for' bash -c '[ "$1" -eq 0 ] && grep -qx "expanded: claim live has 20Gi" <<<"$2"' _ "$status" "$out"
run --claim db --size 60 --namespace shop --timeout 1
check 'a volume that does not grow in time is a failure' test "$status" -eq 1
run --claim small --size 20 --namespace shop
check 'a class that does not allow it is refused' test "$status:$(field small .spec.resources.requests.storage)" = 3:10Gi
check 'as the server would' bash -c '! kubectl patch pvc small --namespace shop --patch "{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"20Gi\"}}}}"'
kubectl create --namespace shop --filename - >/dev/null <<<'{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "unbound"}, "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}'
run --claim unbound --size 20 --namespace shop
check 'so is one that is not bound' test "$status" -eq 3
run --claim db --size 70
check 'and one in another namespace' test "$status" -eq 3
finish
