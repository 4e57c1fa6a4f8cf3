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
run --node n1
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --node n2
run --node n3
check 'the last one is told' grep -q '^warning: no other node takes pods' <<<"$err"
run --node absent
check 'one that is not there is refused' test "$status" -eq 3
run --node n1 --context elsewhere
check 'so is a context that is not there' test "$status" -eq 3
finish
