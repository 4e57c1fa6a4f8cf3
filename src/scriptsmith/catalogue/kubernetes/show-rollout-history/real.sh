#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web:1 --replicas 2 --namespace shop >/dev/null
kubectl create deployment other --image other:9 --namespace shop >/dev/null
kubectl create deployment web --image elsewhere:1 >/dev/null
revision() { [[ $(kubectl get deployment web --namespace shop --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}:{.status.updatedReplicas}:{.status.replicas}:{.status.readyReplicas}') == "$1:2:2:2" ]]; }
await revision 1
run --deployment web --namespace shop
check 'at first there is one revision, the present one' grep -qE '^revision 1: made 20[0-9TZ:-]+, 2 pods, the present one$' <<<"$out"
check 'of which nothing has changed' grep -qx '  web: web:1' <<<"$out"
kubectl patch deployment web --namespace shop --type json --patch '[{"op": "add", "path": "/spec/template/spec/containers/-", "value": {"name": "proxy", "image": "proxy:1"}}]' >/dev/null
await revision 2
kubectl annotate deployment web --namespace shop kubernetes.io/change-cause='hot fix 3' >/dev/null
kubectl set image deployment/web web=web:3 --namespace shop >/dev/null
await revision 3
run --deployment web --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'as many are shown as kubectl knows' test "$(grep -c '^revision' <<<"$out")" -eq "$(kubectl rollout history deployment/web --namespace shop | grep -c '^[0-9]')"
check 'the newest is last, with its cause' grep -qE '^revision 3: made 20[0-9TZ:-]+, 2 pods, the present one, hot fix 3$' <<<"$(tail -n 4 <<<"$out")"
check 'its image is marked, that of the other container not' test "$(tail -n 3 <<<"$out" | head -n 2)" = "$(printf '  web: web:3  CHANGED\n  proxy: proxy:1')"
check 'an older one has no pods' grep -qE '^revision 1: made 20[0-9TZ:-]+, 0 pods$' <<<"$out"
check 'of others nothing is shown' test "$(grep -cE 'other|elsewhere' <<<"$out")" -eq 0
check 'they are counted' grep -q '^3 revisions; the rollout last moved at 20' <<<"$out"
kubectl rollout undo deployment/web --to-revision 1 --namespace shop >/dev/null
await revision 4
run --deployment web --namespace shop
check 'after a rollback the old one has a new number' test "$(sed -n 's/^revision \([0-9]*\):.*/\1/p' <<<"$out" | paste -sd ' ')" = '2 3 4'
check 'and is the present one, and was the first' grep -qE '^revision 4: made 20[0-9TZ:-]+, as revision 1, and gone back to since, 2 pods, the present one' <<<"$out"
check 'when that was is told' grep -q "^3 revisions; the rollout last moved at $(kubectl get deployment web --namespace shop --output 'jsonpath={.status.conditions[?(@.type=="Progressing")].lastUpdateTime}')" <<<"$out"
run --deployment other
check 'in another namespace it is not found' test "$status" -eq 3
kubectl --namespace shop create role deployments --verb get --resource deployments.apps >/dev/null
kubectl --namespace shop create rolebinding deployments --role deployments --user guest >/dev/null
run --deployment web --namespace shop --context without-rights
check 'who may not see replica sets learns no number' test "$status" -eq 3 -a -z "$out"
finish
