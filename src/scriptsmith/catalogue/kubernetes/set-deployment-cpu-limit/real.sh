#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
cpu() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={range .spec.template.spec.containers[*]}{.name}={.resources.limits.cpu}/{.resources.requests.cpu} {end}'; }
kubectl create deployment web --image web --replicas 2 --namespace shop >/dev/null
await ready web 2
run --deployment web --cpu 500m --namespace shop --dry-run
check 'a dry run changes nothing' test "$(cpu web)" = 'web=/ '
kubectl label deployment web app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --deployment web --cpu 500m --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment' <<<"$err"
kubectl annotate deployment web meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --deployment web --cpu 500m --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
kubectl label deployment web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate deployment web meta.helm.sh/release-name- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch deployment web --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --deployment web --cpu 500m --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this deployment' <<<"$err"
kubectl patch deployment web --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --deployment web --cpu 0.5 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the limit is set' test "$(cpu web)" = 'web=500m/ '
check 'the pods have it' test -z "$(kubectl get pods --namespace shop --field-selector status.phase=Running --output 'jsonpath={range .items[?(@.spec.containers[0].resources.limits.cpu!="500m")]}{.metadata.deletionTimestamp}{"x"}{end}' | grep -v T)"
run --deployment web --cpu 500m --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
kubectl set resources deployment/web --requests cpu=400m --namespace shop >/dev/null
run --deployment web --cpu 250m --namespace shop --timeout 60
check 'a request above it is lowered' test "$status:$(cpu web)" = '0:web=250m/250m '
check 'the former limit is told' grep -qx 'former limit: 500m' <<<"$out"
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo brings limit and request back' test "$(cpu web)" = 'web=500m/400m '
kubectl rollout undo deployment/web --namespace shop >/dev/null
# Something that keeps the deployment as it stands in a repository.
kubectl patch deployment web --namespace shop --patch '{"spec": {"minReadySeconds": 5}}' >/dev/null
(while [[ $(cpu web) != web=700m/* ]]; do sleep 0.1; done; sleep 1; kubectl set resources deployment/web --limits cpu=250m --namespace shop >/dev/null) &
run --deployment web --cpu 700m --namespace shop --timeout 60
check 'a limit that is set back meanwhile is a failure' test "$status:$(cpu web)" = '1:web=250m/250m '
check 'which is told' grep -q 'something has set it back' <<<"$err"
wait "$!"
kubectl rollout pause deployment/web --namespace shop >/dev/null
run --deployment web --cpu 300m --namespace shop --timeout 5
check 'a paused one is refused' test "$status:$(cpu web)" = '3:web=250m/250m '
kubectl rollout resume deployment/web --namespace shop >/dev/null
kubectl create --filename - >/dev/null <<'X'
{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q", "namespace": "shop"}, "spec": {"hard": {"limits.cpu": "1"}}}
X
run --deployment web --cpu 4 --namespace shop --timeout 5
check 'what the quota stops is a failure, after all' test "$status" -eq 1
check 'with the former limit' grep -q 'former limit: 250m' <<<"$err"
run --deployment web --cpu 4 --namespace shop --timeout 5
check 'and is one the second time, too' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
run --deployment web --cpu 1
check 'in another namespace it is not found' test "$status" -eq 3
# What a kubelet would report of pods that crash soon after they were ready.
kubectl delete resourcequota q --namespace shop >/dev/null
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
run --deployment short --cpu 300m --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
