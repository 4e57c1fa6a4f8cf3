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
kubectl create deployment slow --image web --replicas 3 --namespace shop >/dev/null
kubectl patch deployment slow --namespace shop --type=merge --patch '{"spec":{"template":{"metadata":{"labels":{"slow-to-end":"yes"}}}}}' >/dev/null
await ready slow 3
await bash -c '[ "$(kubectl get pods --namespace shop --selector app=slow,slow-to-end=yes --output name | wc -l)" = 3 ]'
run --deployment slow --replicas 1 --namespace shop --timeout 5
check 'pods that do not end are a failure' bash -c '[ "$1" = 1 ] && grep -q "2 pods too many still run or end" <<<"$2"' _ "$status" "$err"
kubectl delete pods --selector app=slow --namespace shop --force >/dev/null 2>&1
await ready slow 1
kubectl delete deployment slow --namespace shop >/dev/null
kubectl label deployment web app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --deployment web --replicas 2 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment' <<<"$err"
kubectl annotate deployment web meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --deployment web --replicas 2 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
kubectl label deployment web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate deployment web meta.helm.sh/release-name- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch deployment web --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --deployment web --replicas 2 --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this deployment' <<<"$err"
kubectl patch deployment web --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
kubectl annotate deployment web argocd.argoproj.io/tracking-id=x --namespace shop >/dev/null
run --deployment web --replicas 2 --namespace shop --dry-run
check 'that a repository may set it back is told' grep -q '^warning: Argo CD keeps' <<<"$err"
kubectl autoscale deployment web --max 5 --namespace shop >/dev/null
kubectl create role deployments --verb get --resource deployments --namespace shop >/dev/null
kubectl create rolebinding deployments --role deployments --user guest --namespace shop >/dev/null
run --deployment web --replicas 2 --namespace shop --context without-rights --dry-run
check 'autoscalers that may not be seen are not told as none' test "$status:$(grep -c '^note: the autoscalers cannot be listed' <<<"$err")" = 0:1
run --deployment web --replicas 1 --namespace shop --timeout 60
check 'an autoscaler is told' grep -q '^warning: autoscaler web governs' <<<"$err"
kubectl delete hpa web --namespace shop >/dev/null
kubectl set image deployment/web web=broken --namespace shop >/dev/null
run --deployment web --replicas 3 --namespace shop --timeout 4
check 'pods that do not become ready are a failure' test "$status" -eq 1
run --deployment web --replicas 2
check 'in another namespace it is not found' test "$status" -eq 3
# What a kubelet would report of pods that crash soon after they were ready.
kubectl create deployment short --image short:1 --namespace shop >/dev/null
await ready short 1
before=$(kubectl get deployment short --namespace shop --output 'jsonpath={.metadata.generation}')
(
  for ((i = 0; i < 300; i++)); do
    [[ $(kubectl get deployment short --namespace shop --output 'jsonpath={.metadata.generation}') == "$before" ]] || break
    sleep 0.1
  done
  kubectl rollout status deployment/short --namespace shop --timeout 60s
  sleep 2
  for pod in $(kubectl get pods --namespace shop --selector app=short --output 'jsonpath={.items[*].metadata.name}'); do
    reports "/api/v1/namespaces/shop/pods/$pod" '{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"ContainersReady","status":"False"}]}}'
  done
) >/dev/null &
run --deployment short --replicas 2 --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
