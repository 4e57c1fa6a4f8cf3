#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create quota team.small --hard pods=1,limits.cpu=4 --scopes NotTerminating --namespace shop >/dev/null
kubectl annotate quota team.small note='for "you"' --namespace shop >/dev/null
kubectl create quota other --hard pods=9 --namespace shop >/dev/null
known() { [[ -n $(kubectl get quota team.small --namespace shop --output 'jsonpath={.status.hard}') ]]; }
await known
names() { kubectl get quota --namespace shop --output 'jsonpath={.items[*].metadata.name}'; }
mkdir 'my copies'
run --quota team.small --namespace shop --backup-directory 'my copies' --dry-run
check 'a dry run deletes and saves nothing' test "$(names):$(ls 'my copies')" = 'other team.small:'
kubectl label quota team.small kustomize.toolkit.fluxcd.io/name=apps --namespace shop >/dev/null
run --quota team.small --namespace shop --backup-directory 'my copies' --dry-run
check 'that Flux keeps it is told' grep -q '^warning: Flux keeps this quota' <<<"$err"
kubectl label quota team.small kustomize.toolkit.fluxcd.io/name- --namespace shop >/dev/null
kubectl label quota team.small app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --quota team.small --namespace shop --backup-directory 'my copies' --dry-run
check 'that Argo CD may keep it too' grep -qF 'warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps' <<<"$err"
before=$(kubectl get quota team.small --namespace shop --output json | jq -S '[.spec, .metadata.annotations]')
run --quota team.small --namespace shop --backup-directory 'my copies'
check 'it succeeds' test "$status" -eq 0
check 'the quota is gone, and no other' test "$(names)" = other
check 'what is left is told' grep -q 'left there: resourcequota/other$' <<<"$out"
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'its copy makes the same one again' test "$(kubectl get quota team.small --namespace shop --output json | jq -S '[.spec, .metadata.annotations]')" = "$before"
run --quota other --namespace shop --backup-directory nowhere
check 'without a place for the copy it is refused' test "$status:$(names)" = '3:other team.small'
kubectl create role reader --verb get,list --resource resourcequotas --namespace shop >/dev/null
kubectl create rolebinding reader --role reader --user guest --namespace shop >/dev/null
run --quota team.small --namespace shop --context without-rights
check 'one that may not be deleted is a failure' test "$status:$(names)" = '1:other team.small'
run --quota absent --namespace shop
check 'where there is none there is nothing to do' grep -q '^nothing to delete' <<<"$out"
run --quota team.small --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
finish
