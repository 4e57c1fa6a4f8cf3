#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create role mixed --namespace shop --verb get,list --resource nodes,namespaces,secrets,ingresses.networking.k8s.io >/dev/null
kubectl create rolebinding mixed --namespace shop --role mixed --serviceaccount shop:default >/dev/null
kubectl create clusterrole machines --verb get --resource nodes >/dev/null
kubectl create clusterrolebinding machines --clusterrole machines --serviceaccount default:default >/dev/null
run --verb delete --resource pods --namespace shop
check 'an administrator may' test "$status" -eq 0
run --verb get --resource secrets --namespace shop --account shop:default
check 'so may an account that was given the right' grep -qx 'yes: service account shop/default may get secrets in namespace shop' <<<"$out"
run --verb get --resource ingresses --context shop-cluster --account shop:default
check "the context's namespace is the default, and a kind is found in its group" test "$status" -eq 0
run --verb get --resource secrets --account shop:default
check 'not in another namespace' test "$status" -eq 1
run --verb delete --resource secrets --namespace shop --account shop:default
check 'nor with another verb' test "$status" -eq 1
check 'the server says no, too' test "$(kubectl auth can-i delete secrets --namespace shop --as system:serviceaccount:shop:default)" = no
run --verb get --resource nodes --namespace shop --account shop:default
check 'nodes are in no namespace: a right that is granted in one is none' test "$status" -eq 1
check 'as who tries it sees' bash -c '! kubectl get node n1 --as system:serviceaccount:shop:default'
run --verb get --resource nodes --namespace shop --account default:default
check 'one for the whole cluster is one' grep -qx 'yes: service account default/default may get nodes in the whole cluster' <<<"$out"
run --verb list --resource namespaces --namespace shop --account shop:default
check 'nor may it list all namespaces' test "$status" -eq 1
run --verb get --resource namespaces --namespace shop --account shop:default
check 'but get that one' test "$status" -eq 0
kubectl create role named --namespace shop --verb get --resource configmaps --resource-name kept >/dev/null
kubectl create rolebinding named --namespace shop --role named --serviceaccount shop:default >/dev/null
run --verb get --resource configmaps --namespace shop --account shop:default
check 'a right to one object is no right to all, and it is told that such were not looked at' test "$status:$(grep -c resourceNames <<<"$out")" = 1:1
run --verb list --resource pods --namespace shop --account shop:absent
check 'an account that is not there is refused' test "$status" -eq 3 -a -n "$(grep 'there is no service account shop/absent' <<<"$err")"
run --verb get --resource pods --context elsewhere
check 'a context that is not there is no no' test "$status" -eq 3
finish
