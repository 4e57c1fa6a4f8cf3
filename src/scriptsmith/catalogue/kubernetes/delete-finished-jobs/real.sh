#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

make() { # NAME IMAGE [OPTION…]
  kubectl create job "$1" --image "$2" --namespace "${3-shop}" --dry-run=client --output json | jq '.spec.backoffLimit = 0' | kubectl create --filename - >/dev/null
}
make done web
make bad failing
make busy lasting
make old web
make done web default
make kept web && kubectl annotate job kept --namespace shop argocd.argoproj.io/tracking-id=shop:batch/Job:shop/kept >/dev/null
make labelled web && kubectl label job labelled --namespace shop app.kubernetes.io/instance=shop >/dev/null
ended() { kubectl get job "$1" --namespace "$2" --output 'jsonpath={.status.conditions[?(@.status=="True")].type}' | grep -qx "$3"; }
await ended done shop Complete
await ended old shop Complete
await ended kept shop Complete
await ended labelled shop Complete
await ended bad shop Failed
await ended done default Complete
jobs() { kubectl get jobs --namespace shop --output 'jsonpath={.items[*].metadata.name}'; }
running() { [[ $(kubectl get pods --namespace shop --selector job-name=busy --output 'jsonpath={.items[*].status.phase}') == Running ]]; }
await running
# One that ended eight days ago; the controller does not look at a finished job again.
reports /apis/batch/v1/namespaces/shop/jobs/old "{\"status\": {\"conditions\": [{\"type\": \"Complete\", \"status\": \"True\", \"lastTransitionTime\": \"$(date -u -d '-8 days' +%FT%TZ)\"}]}}"
run --namespace shop --dry-run
check 'a dry run names the old one, and only that' test "$(grep -c '^would delete: job ' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:1 jobs would be deleted'
check 'and deletes nothing' test "$(jobs)" = 'bad busy done kept labelled old'
run --namespace shop --days 9
check 'one that ended later stays' test "$(jobs)" = 'bad busy done kept labelled old'
run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the old one is gone' test "$(jobs)" = 'bad busy done kept labelled'
no_pods() { [[ -z $(kubectl get pods --namespace shop --selector job-name=old --output name) ]]; }
check 'and its pods' await no_pods
run --namespace shop --days 0 --outcome failed
check 'those that failed go on request' test "$(jobs)" = 'busy done kept labelled'
run --namespace shop --days 0 --outcome both
check 'so do all that have ended; one that runs stays' test "$(jobs)" = 'busy kept labelled'
check 'and one that Argo CD would make anew' grep -qx 'kept by Argo CD, left alone: job kept' <<<"$err"
check 'or one that it may know by its label' grep -q '^kept by Argo CD (perhaps.*, left alone: job labelled$' <<<"$err"
check 'with its pod' running
check 'another namespace is not touched' ended done default Complete
run --namespace shop --days 0 --outcome both
check 'a second run deletes nothing' grep -qx '0 deleted, 2 left alone, 0 failed' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace shop --context without-rights
check 'so is whoever may not look' test "$status" -eq 3
finish
