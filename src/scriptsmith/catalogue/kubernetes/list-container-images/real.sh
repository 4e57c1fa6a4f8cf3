#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment cart --image registry.example:5000/cart:1 --replicas 2 --namespace shop >/dev/null
kubectl create job once --image example/once:1 --namespace shop >/dev/null
kubectl run tool --image registry.example:5000/tool --overrides '{"spec": {"initContainers": [{"name": "first", "image": "example/init@sha256:0000000000000000000000000000000000000000000000000000000000000000"}]}}' >/dev/null
kubectl run stuck --image broken:latest >/dev/null
ended() { kubectl get pods --namespace shop --selector job-name=once --output 'jsonpath={.items[*].status.phase}' | grep -q Succeeded; }
await ended
running() { [[ $(kubectl get pods --namespace shop --selector app=cart --field-selector status.phase=Running --output name | wc -l) -eq 2 ]]; }
await running
run
check 'it succeeds' test "$status" -eq 0
check 'an image is listed with the number of its containers' grep -qx 'registry.example:5000/cart:1  x2' <<<"$out"
check 'and its workload' grep -qx "  shop/$(kubectl get replicasets --namespace shop --output 'jsonpath={.items[0].kind}/{.items[0].metadata.name}')" <<<"$out"
check 'the port of a registry is no tag' grep -qx 'registry.example:5000/tool  x1  NO FIXED TAG' <<<"$out"
check 'an init container counts, and a digest is fixed' grep -qx 'example/init@sha256:0*  x1' <<<"$out"
check 'a pod that waits counts' grep -qx 'broken:latest  x1  NO FIXED TAG' <<<"$out"
check 'one that has ended does not' test "$(grep -c once <<<"$out")" -eq 0
check 'they are counted' grep -qx '4 images in 5 containers' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '1 images in 2 containers' <<<"$out"
run --namespace kube-public
check 'an empty one is fine' test "$status:$(head -n 1 <<<"$out")" = '0:0 images in 0 containers'
run --namespace absent
check 'one that is not there is refused' test "$status" -eq 3
kubectl create rolebinding developer --namespace shop --clusterrole view --user guest >/dev/null
run --namespace shop --context without-rights
check 'whoever may not look at namespaces may look into one' grep -qx '1 images in 2 containers' <<<"$out"
run --context without-rights
check 'and not into all, and learns no number' test "$status" -eq 3 -a -z "$out"
finish
