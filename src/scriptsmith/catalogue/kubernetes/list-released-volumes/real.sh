#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

volume() { # NAME POLICY
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "$1"}, "spec": {"capacity": {"storage": "${3-1Gi}"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "$1",
 "persistentVolumeReclaimPolicy": "$2", "csi": {"driver": "csi.example.org", "volumeHandle": "vol-$1"}}}
Y
}
claim() { # NAME
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "$1-data", "namespace": "shop"}, "spec": {"storageClassName": "$1", "volumeName": "$1", "accessModes": ["ReadWriteOnce"],
 "resources": {"requests": {"storage": "1Gi"}}}}
Y
}
phase() { [[ $(kubectl get persistentvolume "$1" --output 'jsonpath={.status.phase}') == "$2" ]]; }
run
check 'no volumes at all are fine' test "$status:$out" = '0:0 of 0 volumes'
volume kept Retain 10Gi
volume busy Retain
volume lost Delete
for it in kept busy lost; do claim $it && await phase $it Bound; done
kubectl delete persistentvolumeclaim kept-data lost-data --namespace shop >/dev/null
volume spare Retain
for it in 'kept Released' 'lost Failed' 'spare Available'; do
  # shellcheck disable=SC2086
  await phase $it
done
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "export"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteMany"], "storageClassName": "none",
 "nfs": {"server": "files.example.org", "path": "/exports/a"}, "claimRef": {"namespace": "shop", "name": "later"}}}
Y
await phase export Available
run
check 'it succeeds' test "$status" -eq 0
check 'one that is reserved for a claim has lost none, and its export is told' test "$(grep -A2 '^export: Available' <<<"$out" | tail -n 2)" = "$(printf '  reserved for: shop/later\n  storage: nfs files.example.org:/exports/a')"
check 'a volume whose claim is gone is listed' grep -qE '^kept: Released, 10Gi, class kept, policy Retain, made 20[0-9TZ:-]+$' <<<"$out"
check 'with the claim and where its data lies' test "$(grep -A2 '^kept:' <<<"$out" | tail -n 2)" = "$(printf '  last claim: shop/kept-data\n  storage: csi.example.org vol-kept')"
check 'one that could not be deleted has its message' grep -qE '^  message: .+' <<<"$(grep -A3 '^lost: Failed' <<<"$out")"
check 'one that was never claimed is told' grep -qx '  never claimed' <<<"$(grep -A1 '^spare: Available' <<<"$out")"
check 'one in use is not listed' test "$(grep -c busy <<<"$out")" -eq 0
check 'they are counted' grep -qx '4 of 5 volumes: 2 Available, 1 Failed, 1 Released' <<<"$out"
run --phase Released
check 'one phase can be chosen' grep -qx '1 of 5 volumes: 1 Released' <<<"$out"
run --context without-rights
check 'who may not see volumes learns no number' test "$status" -eq 3 -a -z "$out"
run --context elsewhere
check 'a context that is not there is refused' test "$status" -eq 3
finish
