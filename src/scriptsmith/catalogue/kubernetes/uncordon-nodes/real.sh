#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

closed() { kubectl get nodes --output 'jsonpath={.items[?(@.spec.unschedulable)].metadata.name}'; }
kubectl label node n1 node-role.kubernetes.io/control-plane= >/dev/null
run
check 'where none is cordoned there is nothing to do' test "$status" -eq 0 -a -n "$(grep -x '0 uncordoned, 0 failed' <<<"$out")"
kubectl cordon n1 >/dev/null && kubectl cordon n2 >/dev/null && kubectl cordon n3 >/dev/null
kubectl run waits --image web >/dev/null
run --dry-run
check 'a dry run names the workers' test "$(grep '^would uncordon' <<<"$out" | tr '\n' ,)" = 'would uncordon: n2,would uncordon: n3,'
check 'and changes nothing' test "$(closed)" = 'n1 n2 n3'
kubectl taint node n3 soft=yes:PreferNoSchedule >/dev/null
kubectl taint node n2 repair=yes:NoSchedule >/dev/null
run --dry-run
check 'a taint that keeps pods away is told' test "$(grep -c taint <<<"$err"):$(grep -cx 'warning: node n2 keeps the taint repair:NoSchedule, which lets in only pods that tolerate it' <<<"$err")" = 1:1
kubectl uncordon n2 >/dev/null
run --node n2
check 'of one that is not cordoned, the taint that keeps pods away is told' test "$status:$(grep -cx 'not cordoned: n2' <<<"$out"):$(grep -c '^warning: node n2 keeps the taint repair:NoSchedule' <<<"$err")" = 0:1:1
kubectl cordon n2 >/dev/null
kubectl taint node n2 repair- >/dev/null
run --node n3
check 'one node can be chosen' test "$status:$(closed)" = '0:n1 n2'
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo that it prints closes it again' test "$(closed)" = 'n1 n2 n3'
check 'in the context that it names' grep -q '^undo: .* --context ' <<<"$out"
run --node n3
placed() { [[ $(kubectl get pod waits --output 'jsonpath={.spec.nodeName}') == n3 ]]; }
check 'and takes pods again' await placed
reports /api/v1/nodes/n2 "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"False\", \"lastHeartbeatTime\": \"$(date -u +%FT%TZ)\"}]}}"
run
check 'it succeeds' test "$status" -eq 0
check 'the workers are free, the control plane is not' test "$(closed)" = n1
check 'one that is not Ready is warned of' grep -qx 'warning: node n2 is not Ready' <<<"$err"
check 'it is counted' grep -qx '1 uncordoned, 0 failed' <<<"$out"
run --node n1
check 'a node of the control plane is taken when it is named' test "$status:$(closed)" = 0:
run --node n1
check 'a second run is harmless' test "$status" -eq 0 -a -n "$(grep -x '0 uncordoned, 0 failed' <<<"$out")"
run --node absent
check 'one that is not there is refused' test "$status" -eq 3
run --context without-rights
check 'so is whoever may not see nodes' test "$status" -eq 3
finish
