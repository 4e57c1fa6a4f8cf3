#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
field() { shop get deployment "$1" --output "jsonpath={$2}"; }
ready() { [[ $(field "$1" .status.readyReplicas) == "$2" ]]; }
images() { shop get pods --selector app=web --field-selector status.phase!=Failed --output 'jsonpath={range .items[*]}{.spec.containers[*].image}{"\n"}{end}' | sort | uniq -c | tr -s ' \n' ' '; }
shop create deployment web --image web:1 --replicas 4 >/dev/null
await ready web 4
shop set image deployment/web web=broken:2 >/dev/null # the rollout halts half way
halfway() { [[ $(field web '.status.updatedReplicas}{.status.readyReplicas') == 23 ]]; }
await halfway
run --deployment web --namespace shop --dry-run
check 'a dry run pauses nothing' test -z "$(field web .spec.paused)"
shop label deployment web app.kubernetes.io/instance=shop >/dev/null
run --deployment web --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment' <<<"$err"
shop annotate deployment web meta.helm.sh/release-name=shop >/dev/null
run --deployment web --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
shop label deployment web app.kubernetes.io/instance- >/dev/null
shop annotate deployment web meta.helm.sh/release-name- >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
shop patch deployment web --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --deployment web --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this deployment' <<<"$err"
shop patch deployment web --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --deployment web --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'the deployment is paused' test "$(field web .spec.paused)" = true
check 'how far it has come is told' grep -qx 'pods wanted: 4, of the new version: 2, ready: 3' <<<"$out"
before=$(images)
shop set image deployment/web web=web:3 >/dev/null
noticed() { [[ $(field web .status.observedGeneration) == "$(field web .metadata.generation)" ]]; }
await noticed
check 'a change of the template replaces no pods' test "$(images)" = "$before"
shop scale deployment/web --replicas 7 >/dev/null
more() { [[ $(shop get pods --selector app=web --output name | wc -l) -gt 5 ]]; }
check 'scaling goes on' await more
run --deployment web --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
shop rollout resume deployment/web >/dev/null
check 'what it names goes on with the rollout' shop rollout status deployment/web --timeout 60s
run --deployment web
check 'in another namespace it is not found' test "$status" -eq 3
run --deployment web --context elsewhere
check 'nor in a context that is not there' test "$status" -eq 3
finish
