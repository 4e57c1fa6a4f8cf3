#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --replicas 3 --namespace shop >/dev/null
kubectl create pdb loose --selector app=web --max-unavailable 1 --namespace shop >/dev/null
kubectl create pdb full --selector app=web --min-available 100% --namespace shop >/dev/null
kubectl create pdb nothing --selector app=nothing --min-available 1 --namespace shop >/dev/null
kubectl create deployment half --image web --replicas 3 >/dev/null
kubectl create pdb half --selector app=half --min-available 2 >/dev/null
kubectl run alone --image web --labels app=alone >/dev/null
kubectl create pdb alone --selector app=alone --max-unavailable 1 >/dev/null
kubectl create deployment twice --image web --replicas 2 --namespace shop >/dev/null
for it in twin-1 twin-2; do kubectl create pdb $it --selector app=twice --max-unavailable 1 --namespace shop >/dev/null; done
healthy() { [[ $(kubectl get pdb "$2" --namespace "$1" --output 'jsonpath={.status.currentHealthy}') == "$3" ]]; }
await healthy shop loose 3
await healthy shop full 3
await healthy default half 3
await healthy shop twin-1 2
await healthy shop twin-2 2
worked_out() { [[ $(kubectl get pdb nothing --namespace shop --output 'jsonpath={.status.observedGeneration}') == 1 ]]; }
await worked_out
evicts() { # NAMESPACE POD: whether the server would let it be evicted
  printf '{"apiVersion": "policy/v1beta1", "kind": "Eviction", "metadata": {"name": "%s", "namespace": "%s"}, "deleteOptions": {"dryRun": ["All"]}}' "$2" "$1" |
    kubectl create --raw "/api/v1/namespaces/$1/pods/$2/eviction" --filename -
}
says() { test "$(grep -A 1 -x "$1" <<<"$out" | tail -n 1)" = "$2"; }
run
check 'it succeeds' test "$status" -eq 0
check 'one that allows an eviction is shown with its numbers' grep -qx 'shop/loose: 1 evictions allowed, 3 of 3 pods healthy, 2 needed (at most 1 unavailable)' <<<"$out"
check 'one that needs all of its pods always blocks' says 'shop/full: 0 evictions allowed, 3 of 3 pods healthy, 3 needed (at least 100% available)' '  BLOCKS ALWAYS: it needs all of its pods'
check 'one that selects nothing does not' says 'shop/nothing: 0 evictions allowed, 0 of 0 pods healthy, 1 needed (at least 1 available)' '  BLOCKS NOTHING: it selects no pods'
check 'one that the controller cannot work out does' grep -A 1 '^default/alone: 0 evictions allowed, 0 of 0 pods healthy' <<<"$out"
check 'which is said' test "$(grep -A 1 '^default/alone' <<<"$out" | grep -c '  BLOCKS: it is not worked out')" -eq 1
check 'as who tries it sees' bash -c "$(declare -f evicts); ! evicts default alone"
check 'they are counted' grep -q '^7 budgets, 2 block evictions; whether two cover one pod' <<<"$out"
check 'those that allow one are not said to block' test "$(grep -A 1 '^shop/twin' <<<"$out" | grep -c BLOCKS)" -eq 0
check 'though a pod of two of them cannot be evicted' bash -c "$(declare -f evicts); ! evicts shop $(kubectl get pods --namespace shop --selector app=twice --output 'jsonpath={.items[0].metadata.name}')"
unready() { reports "/api/v1/namespaces/default/pods/$1" '{"status": {"conditions": [{"type": "Ready", "status": "False"}]}}'; }
read -r one two _ <<<"$(kubectl get pods --selector app=half --output 'jsonpath={.items[*].metadata.name}')"
unready "$one"
await healthy default half 2
run --namespace default
check 'just enough healthy pods block' says 'default/half: 0 evictions allowed, 2 of 3 pods healthy, 2 needed (at least 2 available)' '  BLOCKS: just as many pods are healthy as it needs'
unready "$two"
await healthy default half 1
run --namespace default
check 'and too few' says 'default/half: 0 evictions allowed, 1 of 3 pods healthy, 2 needed (at least 2 available)' '  BLOCKS: 1 pods too few are healthy'
check 'they alone are counted' grep -q '^2 budgets, 2 block evictions;' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --context without-rights
check 'who may not see them learns no number' test "$status" -eq 3 -a -z "$out"
finish
