#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create configmap settings --from-literal LEVEL=info --namespace shop >/dev/null
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
 "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [
  {"name": "web", "image": "web", "env": [{"name": "MODE", "value": "a|b"}, {"name": "HOST", "valueFrom": {"configMapKeyRef": {"name": "settings", "key": "LEVEL"}}}]},
  {"name": "proxy", "image": "proxy", "envFrom": [{"configMapRef": {"name": "settings"}}]}]}}}}
Y
ready() { [[ $(kubectl get deployment web --namespace shop --output 'jsonpath={.status.readyReplicas}:{.status.updatedReplicas}') == 2:2 ]]; }
await ready
env_of() { kubectl get "$1" --namespace shop --output json | jq --compact-output "[.. | .containers? // empty | .[] | select(.name == \"$2\").env[]? | select(.name == \"$3\").value]"; }
set_in() { run --deployment web --namespace shop --container "$@"; }
set_in web --variable MODE --value debug --dry-run
check 'a dry run changes nothing' test "$(env_of deployment/web web MODE)" = '["a|b"]'
check 'but tells the former value' grep -qxF 'former value: a\|b' <<<"$out"
set_in web --variable MODE --value 'x=1 $HOME "q" -'
check 'it succeeds' test "$status" -eq 0
check 'the value arrives as it is' test "$(env_of deployment/web web MODE)" = '["x=1 $HOME \"q\" -"]'
check 'other variables stay' test "$(kubectl get deployment web --namespace shop --output 'jsonpath={.spec.template.spec.containers[0].env[1].valueFrom.configMapKeyRef.name}')" = settings
check 'the new pods are ready' ready
check 'and have it' test -n "$(env_of pods web MODE | grep -F 'x=1')"
revision() { kubectl get deployment web --namespace shop --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}'; }
set_in web --variable MODE --value 'x=1 $HOME "q" -'
check 'a second run replaces no pod' test "$status:$(revision)" = 0:2
set_in proxy --variable LEVEL --value debug
check 'a new variable goes into the container that is named' test "$status:$(env_of deployment/web proxy LEVEL):$(env_of deployment/web web LEVEL)" = '0:["debug"]:[]'
check 'variables that are taken as a whole are pointed out' grep -q '^warning: all of settings is taken' <<<"$err"
kubectl set env deployment/web --namespace shop --containers web LEVEL=info >/dev/null
kubectl config current-context >.context; other=$(kubectl config get-contexts --output name | grep -vxF "$(<.context)" | head -n 1)
kubectl config use-context "$other" >/dev/null # somebody switches to another cluster
back=$(sed -n 's/^to take it away again: //p' <<<"$out")
eval "$back" >/dev/null
kubectl config use-context "$(<.context)" >/dev/null
check 'what it prints names the cluster' grep -qF -- "--context '$(<.context)' " <<<"$back"
check 'what it prints takes it from that container alone' test "$(env_of deployment/web proxy LEVEL):$(env_of deployment/web web LEVEL)" = '[]:["info"]'
kubectl patch deployment web --namespace shop --patch '{"spec": {"minReadySeconds": 3}}' >/dev/null
# Something that keeps the deployment as it stands in a repository.
(until [[ $(env_of deployment/web web LEVEL) == *warn* ]]; do sleep 0.1; done; kubectl set env deployment/web --namespace shop --containers web LEVEL=info >/dev/null) &
set_in web --variable LEVEL --value warn --timeout 60
check 'a value that is set back meanwhile is a failure' test "$status:$(env_of deployment/web web LEVEL)" = '1:["info"]'
wait "$!"
kubectl label deployment web app.kubernetes.io/instance=shop --namespace shop >/dev/null
set_in web --variable LEVEL --value warn --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment' <<<"$err"
kubectl annotate deployment web meta.helm.sh/release-name=shop --namespace shop >/dev/null
set_in web --variable LEVEL --value warn --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
kubectl label deployment web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate deployment web meta.helm.sh/release-name- --namespace shop >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
kubectl patch deployment web --namespace shop --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
set_in web --variable LEVEL --value warn --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this deployment' <<<"$err"
kubectl patch deployment web --namespace shop --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
kubectl annotate deployment web argocd.argoproj.io/tracking-id=x --namespace shop >/dev/null
set_in web --variable LEVEL --value warn --dry-run
check 'that a repository may set it back is told' grep -q '^warning: Argo CD keeps' <<<"$err"
before=$(revision)
run --deployment web --namespace shop --variable MODE --value x
check 'one of several containers must be named' test "$status" -eq 2
set_in absent --variable MODE --value x
check 'one that is not there is refused' test "$status" -eq 3
set_in web --variable HOST --value x
check 'a variable that comes from a ConfigMap is refused' test "$status" -eq 3
set_in web --variable DB_PASSWORD --value x
check 'so is a secret' test "$status" -eq 3
kubectl rollout pause deployment/web --namespace shop >/dev/null
set_in web --variable MODE --value x
check 'and a paused deployment' test "$status" -eq 3 -a "$(revision)" = "$before"
run --deployment web --variable MODE --value x
check 'in another namespace it is not found' test "$status" -eq 3
kubectl create deployment sick --image broken --namespace shop >/dev/null
run --deployment sick --namespace shop --variable A --value b --timeout 2
check 'pods that do not come up are a failure' test "$status" -eq 1
run --deployment sick --namespace shop --variable A --value b --timeout 2
check 'the second time, too' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
# What a kubelet would report of pods that crash soon after they were ready.
kubectl create deployment short --image short:1 --namespace shop >/dev/null
kubectl rollout status deployment/short --namespace shop >/dev/null
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
run --deployment short --variable MODE --value x --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
