#!/usr/bin/env bash
. "$HARNESS"

: >taints
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --request-timeout=30s node/gone '*) [ ! -e gone ] || exit 1 ;;
  'taint --request-timeout=30s nodes gone '*) touch gone ;;
  'get --request-timeout=30s node/absent '*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get --request-timeout=30s node/'*' --output jsonpath='*) cat taints ;;
  'taint --request-timeout=30s nodes locked '*) echo 'Forbidden' >&2; exit 1 ;;
  'taint --request-timeout=30s nodes stubborn '*) echo node/stubborn tainted ;;
  'taint --request-timeout=30s nodes n1 '*:*) echo "$5" >>taints; echo node/n1 tainted ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --node n1 --key dedicated --value gpu --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would taint: node n1 with dedicated=gpu:NoSchedule' <<<"$out"
check 'a dry run changes nothing' test ! -s taints
run --node n1 --key dedicated --value gpu
check 'it succeeds' test "$status" -eq 0
check 'the taint is there' grep -qx 'dedicated=gpu:NoSchedule' taints
check 'that pods stay is told' grep -q '^note: pods that run on the node already stay' <<<"$out"
check 'the way back is told' grep -q 'undo: kubectl taint nodes n1 dedicated:NoSchedule- --context .test-cluster.$' <<<"$out"
run --node n1 --key dedicated --value gpu
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and taints nothing' test "$(calls ' taint ' | wc -l)" -eq 1
run --node n1 --key dedicated --value ssd
check 'another value is not overwritten' test "$status:$(grep -c 'has the taint dedicated=gpu:NoSchedule' <<<"$err")" = 3:1
run --node n1 --key maintenance --effect PreferNoSchedule
check 'a taint without a value is put' grep -qx 'maintenance=:PreferNoSchedule' taints
run --node stubborn --key x
check 'a taint that does not take is a failure' test "$status:$(grep -c 'does not have the taint x=:NoSchedule after the change' <<<"$err")" = 1:1
run --node gone --key x
check 'a node that goes meanwhile is a failure' test "$status:$(grep -c 'cannot read node gone after the change' <<<"$err")" = 1:1
run --node locked --key x
check 'a taint that is refused is a failure' test "$status:$(grep -c 'could not taint node locked' <<<"$err")" = 1:1
run --node absent --key maintenance
check 'a missing node is refused' test "$status" -eq 3
run --node n1 --key node.kubernetes.io/unreachable
check 'the taints of the control plane are left to it' test "$status" -eq 3
run --node n1 --effect NoExecute
check 'an effect that evicts is refused' test "$status" -eq 2
run --key x
check 'the node is required' test "$status" -eq 2

run --node n1 --value 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --node n1 --value '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

run --node 'x; touch pwned'
check 'a hostile node is refused' test "$status" -eq 2
run --node '$(touch pwned)'
check 'a hostile node runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
