#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

policy() { # NAME: it lets nobody in but pods of the shop
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "$1", "namespace": "shop", "labels": {"team": "a"}, "annotations": {"why": "audit"}},
 "spec": {"podSelector": {"matchLabels": {"app": "cart"}}, "policyTypes": ["Ingress"], "ingress": [{"from": [{"podSelector": {"matchLabels": {"app": "web"}}}]}]}}
Y
}
policy deny
policy other
there() { [[ -n $(kubectl get networkpolicy "$1" --namespace shop --ignore-not-found --output name) ]]; }
facts() { kubectl get networkpolicy deny --namespace shop --output json | jq --sort-keys '[.spec, .metadata.labels, .metadata.annotations]'; }
before=$(facts)
run --policy deny --namespace shop --dry-run
check 'a dry run deletes nothing' there deny
check 'and saves nothing' test -z "$(ls ./*.json 2>/dev/null)"
check 'the pods it applies to are named' grep -q 'applies to the pods: {"matchLabels":{"app":"cart"}}$' <<<"$out"
kubectl label networkpolicy deny app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --policy deny --namespace shop --dry-run
check 'that Argo CD may make it anew is told' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps' <<<"$err"
kubectl label networkpolicy deny app.kubernetes.io/instance- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch networkpolicy other --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --policy other --namespace shop --dry-run
check 'so is an owner' grep -q '^warning: its owner (Namespace) keeps this policy' <<<"$err"
kubectl patch networkpolicy other --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --policy deny --namespace default
check 'in another namespace there is nothing to delete' test "$status" -eq 0 -a -n "$(grep '^nothing to delete' <<<"$out")"
check 'so it stays' there deny
run --policy deny --namespace shop --context without-rights
check 'without the right to see it, it is refused' test "$status" -eq 3
run --policy deny --namespace shop --backup-directory nowhere
check 'without a place for the copy it is refused' test "$status" -eq 3
mkdir 'two words'
run --policy deny --namespace shop --backup-directory 'two words'
check 'it succeeds' test "$status" -eq 0
undo=$(sed -n 's/^undo: //p' <<<"$out")
check 'the policy is gone' test -z "$(kubectl get networkpolicy deny --namespace shop --ignore-not-found --output name)"
check 'the other one stays' there other
check 'and is named' grep -qx 'deleted: network policy deny in namespace shop; left there of this kind: networkpolicy.networking.k8s.io/other' <<<"$out"
run --policy deny --namespace shop
check 'a second run has nothing to delete' test "$status" -eq 0 -a -n "$(grep '^nothing to delete' <<<"$out")"
eval "$undo" >/dev/null
check 'the copy makes it again as it was' test "$(facts)" = "$before"
run --policy deny --namespace shop --context elsewhere
check 'a context that is not there is refused' test "$status" -eq 3
finish
