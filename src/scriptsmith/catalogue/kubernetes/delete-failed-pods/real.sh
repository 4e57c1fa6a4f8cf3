#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl run bad --image failing --restart Never --namespace shop >/dev/null
kubectl run good --image web --namespace shop >/dev/null
kubectl run waits --image broken --namespace shop >/dev/null
kubectl create job ends --image ends --namespace shop >/dev/null
kubectl run bad --image failing --restart Never >/dev/null
phase() { [[ $(kubectl get pod "$2" --namespace "$1" --output 'jsonpath={.status.phase}') == "$3" ]]; }
await phase shop bad Failed
await phase default bad Failed
await phase shop good Running
run --namespace shop --dry-run
check 'a dry run names the failed one' grep -qE '^would delete: bad \(Failed, on n[123]\)$' <<<"$out"
check 'and only that' test "$(grep -c '^would delete' <<<"$out")" -eq 1
check 'and deletes nothing' phase shop bad Failed
run --namespace shop --reason Evicted
check 'it was not evicted' phase shop bad Failed
run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the failed pod is gone' test -z "$(kubectl get pod bad --namespace shop --ignore-not-found)"
check 'one that runs stays' phase shop good Running
check 'one that waits too' phase shop waits Pending
check 'one that succeeded too' test -n "$(kubectl get pods --namespace shop --selector job-name=ends --output name)"
check 'other namespaces are not touched' phase default bad Failed
run --namespace shop
check 'a second run deletes nothing' grep -qx '0 deleted, 0 left alone, 0 failed' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
finish
