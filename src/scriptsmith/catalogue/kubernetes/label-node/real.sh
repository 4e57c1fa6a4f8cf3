#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

label() { kubectl get node "$1" --output json | jq --raw-output ".metadata.labels[\"$2\"]"; }
kubectl label node n1 example.org/pool=spot empty= >/dev/null
run --node n1 --label example.org/pool --value batch --dry-run
check 'a dry run changes nothing' test "$(label n1 example.org/pool)" = spot
check 'but says what is there now' grep -qx 'would label: node n1 with example.org/pool=batch (now =spot)' <<<"$out"
run --node n1 --label example.org/pool --value batch
check 'it succeeds' test "$status" -eq 0
check 'the label has the new value' test "$(label n1 example.org/pool)" = batch
check 'other labels stay' test "$(label n1 kubernetes.io/hostname)" = n1
check 'other nodes do too' test "$(label n2 example.org/pool)" = null
back=$(sed -n 's/.*undo: //p' <<<"$out")
run --node n1 --label example.org/pool --value batch
check 'a second run has nothing to change' grep -q '^nothing to change' <<<"$out"
bash -c "$back" >/dev/null
check 'the undo that is told brings the former value' test "$(label n1 example.org/pool)" = spot
run --node n1 --label gpu --value true
bash -c "$(sed -n 's/.*undo: //p' <<<"$out")" >/dev/null
check 'or takes a new label off' test "$(label n1 gpu)" = null
run --node n1 --label pool --value x
check 'a key is no other key that ends like it' test "$(label n1 pool)" = x -a "$(label n1 example.org/pool)" = spot
run --node n1 --label empty --value y
bash -c "$(sed -n 's/.*undo: //p' <<<"$out")" >/dev/null
check 'an empty label becomes empty again' test "$(label n1 empty)" = ''
kubectl label node n1 topology.kubernetes.io/zone- >/dev/null 2>&1
run --node n1 --label topology.kubernetes.io/zone --value n1
check 'a zone may be set where there is none' test "$status:$(label n1 topology.kubernetes.io/zone)" = 0:n1
for it in kubernetes.io/hostname node.kubernetes.io/instance-type topology.kubernetes.io/zone failure-domain.beta.kubernetes.io/zone; do
  run --node n1 --label "$it" --value n2
  check "$it is refused" test "$status" -eq 3
done
run --node n1 --label node-role.kubernetes.io/worker --value true
check 'a role may be set' test "$(label n1 node-role.kubernetes.io/worker)" = true
run --node absent --label gpu --value true
check 'a node that is not there is refused' test "$status" -eq 3
kubectl create clusterrole nodes --verb get --resource nodes >/dev/null
kubectl create clusterrolebinding nodes --clusterrole nodes --user guest >/dev/null
run --node n1 --label gpu --value true --context without-rights
check 'who may not change it, fails' test "$status" -eq 1 -a "$(label n1 gpu)" = null
finish
