#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

for it in fast:WaitForFirstConsumer slow:Immediate; do
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "${it%:*}"}, "provisioner": "csi.example.org", "volumeBindingMode": "${it#*:}"}
Y
done
claim() { # NAMESPACE NAME CLASS [MORE]
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "$2", "namespace": "$1"}, "spec": {"storageClassName": "$3", ${4-} "accessModes": ["ReadWriteOnce"],
 "resources": {"requests": {"storage": "10Gi"}}}}
Y
}
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "disk"}, "spec": {"capacity": {"storage": "20Gi"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "manual",
 "csi": {"driver": "csi.example.org", "volumeHandle": "disk"}}}
Y
claim shop waits fast
claim shop typo fsat
claim shop hand ''
claim shop made slow
claim default bound manual
claim default taken '' '"volumeName": "absent",'
bound() { [[ $(kubectl get persistentvolumeclaim bound --output 'jsonpath={.status.phase}') == Bound ]]; }
await bound
told() { kubectl get events --namespace shop --output 'jsonpath={.items[*].reason}' | grep -q ExternalProvisioning && [[ $(kubectl get events --namespace shop --no-headers | wc -l) -ge 4 ]]; }
await told
kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "why", "namespace": "shop"}, "type": "Warning", "reason": "ProvisioningFailed", "message": "over the quota", "lastTimestamp": "$(date -u -d '-5 minutes' +%FT%TZ)",
 "source": {"component": "csi.example.org"}, "involvedObject": {"kind": "PersistentVolumeClaim", "namespace": "shop", "name": "made", "apiVersion": "v1"}}
Y
about() { grep -A2 "^$1: Pending, asks for 10Gi ReadWriteOnce, since 20[0-9TZ:-]*\$" <<<"$out" | tail -n 2; }
run
check 'it succeeds' test "$status" -eq 0
check 'one that waits for a pod is told so' test "$(about shop/waits)" = "$(printf '  storage class: fast, binds WaitForFirstConsumer\n  WaitForFirstConsumer: waiting for first consumer to be created before binding')"
check 'a class that is not there is found' grep -qx '  storage class: fsat DOES NOT EXIST' <<<"$(about shop/typo)"
check 'with the event of the controller' grep -q '^  ProvisioningFailed: storageclass.storage.k8s.io "fsat" not found' <<<"$(about shop/typo)"
check 'one without a class waits for a volume' grep -qx '  storage class: none, so a volume must be made by hand' <<<"$(about shop/hand)"
check 'or for that volume' grep -qx '  storage class: none, wants the volume absent' <<<"$(about default/taken)"
check 'one that nobody provisions is told' grep -q '^  ExternalProvisioning: waiting for a volume to be created' <<<"$(grep -A 3 '^shop/made: ' <<<"$out")"
check 'and what the provisioner complained of before' grep -q '^  ProvisioningFailed: over the quota (at 20' <<<"$(about shop/made)"
check 'a bound one is not listed' test "$(grep -c default/bound <<<"$out")" -eq 0
check 'they are counted' grep -qx '5 of 6 claims are not bound' <<<"$out"
run --namespace default
check 'one namespace can be chosen' grep -qx '1 of 2 claims are not bound' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
kubectl --namespace shop create role claims --verb list --resource persistentvolumeclaims >/dev/null
kubectl --namespace shop create rolebinding claims --role claims --user guest >/dev/null
run --namespace shop --context without-rights
check 'who may not see classes is told so' test "$status" -eq 0 -a "$(grep -cF '(you may not see classes)' <<<"$out")" -eq 3
check 'so is who may not see events' test "$(grep -cx '  events cannot be read' <<<"$out")" -eq 4
run --context without-rights
check 'who may not see claims learns no number' test "$status" -eq 3 -a -z "$out"
finish
