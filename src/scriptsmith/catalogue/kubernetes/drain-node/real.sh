#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --replicas 4 >/dev/null
ready() { [[ $(kubectl get deployment "$1" --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
await ready web 4
on() { kubectl get pods --all-namespaces --field-selector "spec.nodeName=$1" --no-headers 2>/dev/null | wc -l; }
cordoned() { [[ $(kubectl get node "$1" --output 'jsonpath={.spec.unschedulable}') == true ]]; }

run --node n1 --dry-run
check 'a dry run changes nothing' test "$(kubectl get node n1 --output 'jsonpath={.spec.unschedulable}')" = ''
run --node n1 --timeout 60 --grace 5
check 'it succeeds' test "$status" -eq 0
check 'its pods are gone' test "$(on n1)" -eq 0
check 'new pods stay away' cordoned n1
check 'the pods run elsewhere' await ready web 4
run --node n1
check 'a second run is harmless' test "$status" -eq 0

kubectl create poddisruptionbudget web --selector app=web --min-available 4 >/dev/null
protected() { [[ $(kubectl get pdb web --output 'jsonpath={.status.currentHealthy}') == 4 ]]; }
await protected
before=$(on n2)
run --node n2 --timeout 4
check 'a disruption budget holds: the drain fails' test "$status" -eq 1
check 'and no pod of it went' test "$(on n2)" -eq "$before"
kubectl delete pdb web >/dev/null
kubectl uncordon n2 >/dev/null 2>&1
kubectl run alone --image x --overrides '{"spec": {"nodeName": "n2"}}' >/dev/null
run --node n2 --timeout 20
check 'a pod that nobody would make again stays' test "$status" -eq 1 -a -n "$(kubectl get pod alone --output name)"
kubectl uncordon n2 >/dev/null
kubectl taint node n2 dedicated=batch:NoSchedule >/dev/null
run --node n3
check 'without another node that takes pods it is refused' test "$status" -eq 3
run --node absent
check 'a node that is not there is refused' test "$status" -eq 3
run --node n3 --context elsewhere
check 'so is a context that is not there' test "$status" -eq 3
finish
