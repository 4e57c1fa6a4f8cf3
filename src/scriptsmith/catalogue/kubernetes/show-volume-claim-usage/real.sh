#!/usr/bin/env bash
. "$HARNESS"
use kubelets

volume() { # NAMESPACE CLAIM CAPACITY AVAILABLE INODES INODES-USED, in GiB
  printf '{"name": "data", "pvcRef": {"namespace": "%s", "name": "%s"}, "capacityBytes": %d, "availableBytes": %d, "usedBytes": 1, "inodes": %d, "inodesUsed": %d}' \
    "$1" "$2" $(($3 << 30)) $(($4 << 30)) "$5" "$6"
}
pod() { printf '{"podRef": {"name": "%s", "namespace": "shop", "uid": "u"}, "volume": [{"name": "token", "capacityBytes": 100, "availableBytes": 1}, %s]}' "$1" "$2"; }
told() { printf '{"node": {"nodeName": "%s"}, "pods": [%s]}' "$2" "$3" >"$1/$2.json"; }
told "$told" n1 "$(pod db-0 "$(volume shop db 10 1 1000 120)"), $(pod up-0 "$(volume shop shared 4 3 0 0)")"
told "$told" n2 "$(pod up-1 "$(volume shop shared 4 3 0 0)"), $(pod etl "$(volume default small 2 2 100 97)")"
run
check 'a node that does not answer is told' test "$status:$(tail -n 1 <<<"$out")" = '0:incomplete: 1 of 3 nodes did not answer'
check 'by its name' grep -q '^warning: no numbers from node/n3 ' <<<"$err"
told "$told" n3 ''
run
check 'it succeeds' test "$status" -eq 0
check 'one without inodes is the fullest' test "$(head -n 1 <<<"$out")" = '0%  default/small: 2 of 2 GiB left, inodes 97%, in pod etl'
check 'then comes one without space' test "$(sed -n 2p <<<"$out")" = '90%  shop/db: 1 of 10 GiB left, inodes 12%, in pod db-0'
check 'a claim that two pods use is shown once' test "$(grep -c '^25%  shop/shared: 3 of 4 GiB left, inodes unknown' <<<"$out")" -eq 1
check 'other volumes are not shown' test "$(tail -n 1 <<<"$out")" = '3 of 3 mounted claims are at least 0% full'
for it in db idle; do
  kubectl create --namespace shop --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-$it"}, "spec": {"storageClassName": "x", "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "claimRef": {"name": "$it", "namespace": "shop"}, "hostPath": {"path": "/x"}}},
 {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "$it", "namespace": "shop"}, "spec": {"storageClassName": "x", "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}]}
Y
done
bound() { [[ $(kubectl get pvc --namespace shop --output 'jsonpath={.items[*].status.phase}') == 'Bound Bound' ]]; }
await bound
run
check 'a claim of which no kubelet knows is named' grep -qx 'no numbers of 1 claims (not mounted, or the driver tells none): shop/idle' <<<"$out"
kubectl delete pvc idle --namespace shop --wait=false >/dev/null
alone() { [[ $(kubectl get pvc --namespace shop --output name) == persistentvolumeclaim/db ]]; }
await alone
run --percent 90 --namespace shop
check 'full ones of a namespace can be chosen' test "$(tail -n 1 <<<"$out"):$(wc -l <<<"$out")" = '1 of 2 mounted claims are at least 90% full:2'
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
kubectl create clusterrole lists --verb list --resource nodes >/dev/null
kubectl create clusterrolebinding lists --clusterrole lists --user guest >/dev/null
run --context without-rights
check 'so is whoever may not ask the nodes' test "$status" -eq 3 -a -z "$out"
finish
