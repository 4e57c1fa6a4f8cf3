#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
images() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].image}'; }
pods() { kubectl get pods --namespace shop --selector app=web --field-selector status.phase=Running --output 'jsonpath={range .items[*]}{.metadata.uid}{"\n"}{end}'; }
kubectl create deployment web --image web:1 --replicas 2 --namespace shop >/dev/null
await ready web 2
before=$(pods)
run --deployment web --namespace shop --dry-run
check 'a dry run restarts nothing' test "$(pods)" = "$before"
run --deployment web --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
others() { [[ -z $(pods | grep -xF "$before") ]]; }
await others # those of before are ready no more, and still end
check 'every pod is another one' others
check 'as many as before are ready' ready web 2
check 'the cluster is named before anything is changed' grep -qx 'context: shop-cluster' <<<"$(head -n 1 <<<"$out")"
# What a kubelet would report of pods that crash soon after they were ready.
crash() {
  local pod
  await others
  for pod in $(kubectl get pods --namespace shop --selector app=web --output 'jsonpath={.items[*].metadata.name}'); do
    reports "/api/v1/namespaces/shop/pods/$pod" '{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"ContainersReady","status":"False"}]}}'
  done
}
before=$(pods)
(sleep 6; crash) &
run --deployment web --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -q "not ready after 60 s, or only for a moment" <<<"$2"' _ "$status" "$err"
kubectl rollout restart deployment/web --namespace shop >/dev/null
await ready web 2
# Something that keeps the deployment as it stands in a repository.
stamp() { kubectl get deployment web --namespace shop --output 'jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}'; }
stamp=$(stamp)
kubectl patch deployment web --namespace shop --patch '{"spec": {"minReadySeconds": 3}}' >/dev/null
(while [[ $(stamp) == "$stamp" ]]; do sleep 0.1; done; kubectl rollout undo deployment/web --namespace shop >/dev/null) &
run --deployment web --namespace shop --timeout 60
check 'a restart that is set back meanwhile is a failure' test "$status:$(stamp)" = "1:$stamp"
check 'which is told' grep -q 'something has set the restart of web back' <<<"$err"
wait "$!"
kubectl create deployment one --image web:1 --namespace shop --output json --dry-run=client | jq '.spec.strategy = {type: "Recreate"}' | kubectl create --namespace shop --filename - >/dev/null
await ready one 1
run --deployment one --namespace shop --timeout 60
check 'that all pods end first is told' test "$status:$(grep -c '^warning: the strategy of one is Recreate' <<<"$err")" = 0:1
kubectl rollout pause deployment/web --namespace shop >/dev/null
run --deployment web --namespace shop
check 'a paused one is refused' test "$status" -eq 3
run --deployment web
check 'in another namespace it is not found' test "$status" -eq 3
run --deployment web --context elsewhere
check 'nor in a context that is not there' test "$status" -eq 3
finish
