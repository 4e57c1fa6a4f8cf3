#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

closed() { [[ $(kubectl get node "$1" --output 'jsonpath={.spec.unschedulable}') == true ]]; }
run --node n1 --dry-run
check 'a dry run changes nothing' test -z "$(kubectl get node n1 --output 'jsonpath={.spec.unschedulable}')"
run --node n1
check 'it succeeds' test "$status" -eq 0
check 'the node is closed' closed n1
check 'the others are counted' grep -qx 'cordoned: node n1 (2 other nodes still take pods)' <<<"$out"
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "agent"}]}}}}
Y
wanted() { [[ $(kubectl get daemonset agent --output 'jsonpath={.status.desiredNumberScheduled}') == 3 ]]; }
check 'a DaemonSet wants its pod there all the same' await wanted
check 'which is said' grep -q '^DaemonSets, and pods that tolerate it' <<<"$out"
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo that it prints opens it again' test -z "$(kubectl get node n1 --output 'jsonpath={.spec.unschedulable}')"
kubectl cordon n1 >/dev/null
run --node n1
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
kubectl taint node n3 dedicated=gpu:NoSchedule >/dev/null
run --node n2 --dry-run
check 'a node that takes no ordinary pods is no other one' bash -c 'grep -q "(0 other nodes still take pods)" <<<"$1" && grep -q "^warning: no other node takes pods" <<<"$2"' _ "$out" "$err"
kubectl taint node n3 dedicated- >/dev/null
reports /api/v1/nodes/n3 "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"False\", \"lastHeartbeatTime\": \"$(date -u +%FT%TZ)\", \"lastTransitionTime\": \"$(date -u +%FT%TZ)\"}]}}"
run --node n2 --dry-run
check 'nor is one that is not ready' grep -q '(0 other nodes still take pods)' <<<"$out"
run --node n2
run --node n3
check 'the last one is told' grep -q '^warning: no other node takes pods' <<<"$err"
run --node absent
check 'one that is not there is refused' test "$status" -eq 3
run --node n1 --context elsewhere
check 'so is a context that is not there' test "$status" -eq 3
finish
