#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --namespace shop >/dev/null
kubectl autoscale deployment web --min 1 --max 4 --cpu-percent 80 --namespace shop >/dev/null
bounds() { kubectl get hpa web --namespace shop --output 'jsonpath={.spec.minReplicas}-{.spec.maxReplicas} {.spec.targetCPUUtilizationPercentage}'; }
replicas() { [[ $(kubectl get deployment web --namespace shop --output 'jsonpath={.spec.replicas}') == "$1" ]]; }
run --autoscaler web --minimum 3 --maximum 6 --namespace shop --dry-run
check 'a dry run says what it would do' grep -qx 'would set: bounds of autoscaler web (Deployment/web) from 1-4 to 3-6' <<<"$out"
check 'and changes nothing' test "$(bounds)" = '1-4 80'
kubectl label hpa web app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --autoscaler web --minimum 3 --maximum 6 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this autoscaler' <<<"$err"
kubectl annotate hpa web meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --autoscaler web --minimum 3 --maximum 6 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this autoscaler' <<<"$err"
kubectl label hpa web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate hpa web meta.helm.sh/release-name- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch hpa web --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --autoscaler web --minimum 3 --maximum 6 --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this autoscaler' <<<"$err"
kubectl patch hpa web --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --autoscaler web --minimum 3 --maximum 6 --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'the bounds are set, and nothing else' test "$(bounds)" = '3-6 80'
check 'the former ones are told' grep -qx 'set: bounds of autoscaler web are 3 to 6 (before: 1 to 4)' <<<"$out"
check 'the autoscaler scales to the new minimum' await replicas 3
run --autoscaler web --minimum 03 --maximum 6 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
seen() { [[ $(kubectl get hpa web --namespace shop --output 'jsonpath={.status.currentReplicas}') == 3 ]]; }
await seen
run --autoscaler web --minimum 1 --maximum 2 --namespace shop
check 'fewer than run now are warned of' grep -qx 'warning: Deployment/web has 3 pods and will be scaled down to 2' <<<"$err"
check 'and come' await replicas 2
kubectl patch hpa web --namespace shop --type merge --patch "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"web\",\"controller\":true,\"uid\":\"$(kubectl get deployment web --namespace shop --output 'jsonpath={.metadata.uid}')\"}]}}" >/dev/null
run --autoscaler web --minimum 1 --maximum 3 --namespace shop
check 'one that another object owns is refused' test "$status:$(bounds)" = '3:1-2 80'
kubectl patch hpa web --namespace shop --type merge --patch '{"metadata":{"ownerReferences":null}}' >/dev/null
run --autoscaler web --minimum 5 --maximum 4 --namespace shop
check 'a minimum above the maximum is refused' test "$status:$(bounds)" = '2:1-2 80'
run --autoscaler web --minimum 1 --maximum 2
check 'in another namespace it is not found' test "$status" -eq 3
run --autoscaler web --minimum 1 --maximum 2 --namespace shop --context without-rights
check 'nor without rights' test "$status" -eq 3
finish
