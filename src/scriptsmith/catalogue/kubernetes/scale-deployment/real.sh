#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
images() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].image}'; }
count() { kubectl get deployment web --namespace shop --output 'jsonpath={.spec.replicas}'; }
kubectl create deployment web --image web --replicas 2 --namespace shop >/dev/null
await ready web 2
run --deployment web --replicas 4 --namespace shop --dry-run
check 'a dry run changes nothing' test "$(count)" -eq 2
run --deployment web --replicas 4 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'all of them are ready' ready web 4
check 'both numbers are told' grep -q 'has 4 replicas (before: 2)' <<<"$out"
run --deployment web --replicas 4 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
kubectl autoscale deployment web --max 5 --namespace shop >/dev/null
run --deployment web --replicas 1 --namespace shop --timeout 60
check 'an autoscaler is told' grep -q '^warning: autoscaler web governs' <<<"$err"
kubectl delete hpa web --namespace shop >/dev/null
kubectl set image deployment/web web=broken --namespace shop >/dev/null
run --deployment web --replicas 3 --namespace shop --timeout 4
check 'pods that do not become ready are a failure' test "$status" -eq 1
run --deployment web --replicas 2
check 'in another namespace it is not found' test "$status" -eq 3
finish
