#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

taints() { kubectl get node "$1" --output 'jsonpath={range .spec.taints[*]}{.key}={.value}:{.effect}{"\n"}{end}' | sort | paste -sd ' '; }
kubectl taint node n1 maintenance=:NoSchedule maintenance=disk:PreferNoSchedule maintenance-x=:NoSchedule >/dev/null
kubectl taint node n2 maintenance=:NoSchedule >/dev/null
before=$(taints n1)
run --node n1 --key maintenance --dry-run
check 'a dry run changes nothing' test "$(taints n1)" = "$before"
check 'but names both' grep -qx 'would remove: maintenance=:NoSchedule, maintenance=disk:PreferNoSchedule from node n1' <<<"$out"
run --node n1 --key maintenance --effect PreferNoSchedule
check 'one effect can be chosen' test "$status:$(taints n1)" = '0:maintenance-x=:NoSchedule maintenance=:NoSchedule'
kubectl taint node n1 maintenance=disk:PreferNoSchedule >/dev/null
run --node n1 --key maintenance
check 'without one, all effects go, and no other key' test "$status:$(taints n1)" = '0:maintenance-x=:NoSchedule'
check 'other nodes keep theirs' test "$(taints n2)" = 'maintenance=:NoSchedule'
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo that it prints puts them back' test "$(taints n1)" = "$before"
check 'in the context that it names' grep -q '^undo: .* --context ' <<<"$out"
run --node n3 --key maintenance
check 'where there is none, there is nothing to remove' test "$status" -eq 0 -a -n "$(grep '^nothing to remove: .*(it has: none)$' <<<"$out")"
kubectl cordon n3 >/dev/null
cordoned() { [[ $(taints n3) == *unschedulable* ]]; }
await cordoned
run --node n3 --key node.kubernetes.io/unschedulable
check 'a cordoned node is not untainted' test "$status" -eq 3 -a -n "$(grep 'kubectl uncordon n3' <<<"$err")"
check 'it stays closed' cordoned
run --node absent --key maintenance
check 'a node that is not there is refused' test "$status" -eq 3
run --node n2 --key maintenance --context without-rights
check 'without the right to see it, it is refused' test "$status" -eq 3
kubectl taint node n2 node-role.kubernetes.io/master=:NoSchedule >/dev/null
run --node n2 --key node-role.kubernetes.io/master
check 'opening a control plane node to all pods is warned of' grep -q '^warning: ordinary pods' <<<"$err"
finish
