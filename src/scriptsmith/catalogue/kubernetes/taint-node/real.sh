#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

taints() { kubectl get node "$1" --output 'jsonpath={range .spec.taints[*]}{.key}={.value}:{.effect}{"\n"}{end}' | sort | paste -sd ' '; }
kubectl run stays --image web --overrides '{"spec": {"nodeName": "n1"}}' >/dev/null
run --node n1 --key dedicated --value gpu --dry-run
check 'a dry run changes nothing' test -z "$(taints n1)"
run --node n1 --key dedicated --value gpu
check 'it succeeds' test "$status" -eq 0
check 'the taint is there' test "$(taints n1)" = 'dedicated=gpu:NoSchedule'
check 'other nodes have none' test -z "$(taints n2)$(taints n3)"
check 'a pod that runs there stays' test -n "$(kubectl get pod stays --output name)"
back=$(sed -n 's/.*undo: //p' <<<"$out")
run --node n1 --key dedicated --value gpu
check 'a second run has nothing to change' grep -q '^nothing to change' <<<"$out"
run --node n1 --key dedicated --value ssd
check 'another value is not overwritten' test "$status" -eq 3 -a "$(taints n1)" = 'dedicated=gpu:NoSchedule'
run --node n1 --key dedicated --effect PreferNoSchedule
check 'another effect of the same key is another taint' test "$status:$(taints n1)" = '0:dedicated=:PreferNoSchedule dedicated=gpu:NoSchedule'
bash -c "$back" >/dev/null
check 'the undo takes that one off' test "$(taints n1)" = 'dedicated=:PreferNoSchedule'
run --node n2 --key example.org/repair
check 'a key may have a domain' test "$(taints n2)" = 'example.org/repair=:NoSchedule'
run --node n2 --key node.kubernetes.io/unschedulable
check 'the taints of the control plane are refused' test "$status:$(taints n2)" = '3:example.org/repair=:NoSchedule'
run --node n2 --key maintenance --effect NoExecute
check 'an effect that evicts is refused' test "$status" -eq 2
run --node absent --key dedicated
check 'a node that is not there is refused' test "$status" -eq 3
kubectl create clusterrole nodes --verb get --resource nodes >/dev/null
kubectl create clusterrolebinding nodes --clusterrole nodes --user guest >/dev/null
run --node n3 --key dedicated --context without-rights
check 'who may not change it, fails' test "$status" -eq 1 -a -z "$(taints n3)"
finish
