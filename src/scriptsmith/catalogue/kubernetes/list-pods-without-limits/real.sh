#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment cart --image web --replicas 2 --namespace shop >/dev/null
kubectl set resources deployment/cart --requests cpu=10m --namespace shop >/dev/null
kubectl run both --image web --limits memory=64Mi,cpu=1 >/dev/null
kubectl run half --image web --limits memory=64Mi --overrides '{"spec": {"initContainers": [{"name": "first", "image": "i"}]}}' >/dev/null
kubectl run waits --image broken >/dev/null
kubectl create job once --image once >/dev/null
kubectl create namespace bounded >/dev/null
kubectl create --namespace bounded --filename - >/dev/null <<<'{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"}, "spec": {"limits": [{"type": "Container", "default": {"memory": "32Mi"}}]}}'
made() { kubectl get serviceaccount default --namespace bounded; }
await made
kubectl run given --image web --namespace bounded >/dev/null
ended() { kubectl get pods --selector job-name=once --output 'jsonpath={.items[*].status.phase}' | grep -q Succeeded; }
await ended
rolled() { [[ $(kubectl get pods --namespace shop --output 'jsonpath={range .items[*]}{.spec.containers[0].resources.requests.cpu},{end}') == 10m,10m, ]]; }
await rolled
set_=$(kubectl get pods --namespace shop --output 'jsonpath={.items[0].metadata.ownerReferences[0].name}')
run
check 'it succeeds' test "$status" -eq 0
check 'the pods of a workload are taken together' grep -qx "no memory limit: shop/ReplicaSet/$set_, container web in 2 pods (requests memory none, cpu 10m)" <<<"$out"
check 'one that waits is listed' grep -q '^no memory limit: default/Pod/waits, ' <<<"$out"
check 'one with the limit is not, nor one whose job has ended' test "$(grep -cE 'both|half|once' <<<"$out")" -eq 0
check 'what a limit range gives counts' test "$(grep -c 'given' <<<"$out")" -eq 0
check 'they are counted' grep -q '^3 of 6 containers lack a memory limit; init containers' <<<"$out"
run --resource cpu --namespace default
check 'another limit can be asked for' test "$(grep -c '^no cpu limit: default/Pod/\(half\|waits\),' <<<"$out")" -eq 2
check 'and only that' grep -q '^2 of 3 containers lack a CPU limit; init containers' <<<"$out"
kubectl create deployment asleep --image web --replicas 0 --namespace bounded >/dev/null
kubectl create cronjob night --image web --schedule '0 3 * * *' --namespace bounded >/dev/null
run --namespace bounded
check 'what has no pods is listed' test "$(grep -cE '^no memory limit: bounded/(Deployment/asleep|CronJob/night), container [a-z]+ in 0 pods ' <<<"$out")" = 2
kubectl delete deployment/asleep cronjob/night --namespace bounded >/dev/null
run --resource any --namespace bounded
check 'any tells which is missing' grep -qx 'no cpu limit: bounded/Pod/given, container given in 1 pods (requests memory 32Mi, cpu none)' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --context without-rights
check 'who may not see them learns no number' test "$status" -eq 3 -a -z "$out"
finish
