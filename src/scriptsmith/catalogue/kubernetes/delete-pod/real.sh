#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
images() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].image}'; }
kubectl create deployment web --image web --replicas 2 --namespace shop >/dev/null
await ready web 2
pod=$(kubectl get pods --namespace shop --output 'jsonpath={.items[0].metadata.name}')
there() { kubectl get pod "$1" --namespace shop; }
run --pod "$pod" --namespace shop --dry-run
check 'a dry run deletes nothing' there "$pod"
check 'it names the owner' grep -q 'of ReplicaSet/web-' <<<"$out"
run --pod "$pod" --context shop-cluster --timeout 30
check 'it succeeds' test "$status" -eq 0
check 'the pod is gone' test -z "$(kubectl get pod "$pod" --namespace shop --ignore-not-found)"
check 'and another one has come' await ready web 2
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl run step --image x --namespace shop --overrides "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\", \"controller\": true}]}}" >/dev/null
run --pod step --namespace shop --dry-run
check 'an owner that is not known to make pods anew is told' test "$status:$(grep -c '^warning: whether Namespace/shop makes its pods anew is not known' <<<"$err")" = 0:1
kubectl delete pod step --namespace shop >/dev/null
kubectl run alone --image x --namespace shop >/dev/null
run --pod alone --namespace shop
check 'one that nothing would make anew is refused' test "$status" -eq 3
check 'and stays' there alone
kubectl create job once --image once --namespace shop >/dev/null
ended() { [[ $(kubectl get pods --namespace shop --selector job-name=once --output 'jsonpath={.items[*].status.phase}') == Succeeded ]]; }
await ended
old=$(kubectl get pods --namespace shop --selector job-name=once --output 'jsonpath={.items[0].metadata.name}')
run --pod "$old" --namespace shop
check 'one that has ended is refused, for none would follow' test "$status" -eq 3
check 'and stays' there "$old"
kubectl create job again --image lasting --namespace shop >/dev/null
kubectl create job final --image lasting --namespace shop --dry-run=client --output yaml | sed 's/^spec:/spec:\n  backoffLimit: 0/' | kubectl create --filename - >/dev/null
of() { kubectl get pods --namespace shop --selector "job-name=$1" --output 'jsonpath={.items[*].metadata.name}'; }
works() { [[ $(kubectl get pods --namespace shop --selector "job-name=$1" --output 'jsonpath={.items[*].status.phase}') == Running ]]; }
await works again && await works final
run --pod "$(of final)" --namespace shop
check 'the last try of a Job is refused' test "$status:$(grep -c 'the last try of Job final' <<<"$err")" = 3:1
check 'and runs on' works final
run --pod "$(of again)" --namespace shop --timeout 30
check 'one that is tried again is deleted' test "$status" -eq 0
run --pod "$pod" --namespace shop
check 'one that is not there is refused' test "$status" -eq 3
finish
