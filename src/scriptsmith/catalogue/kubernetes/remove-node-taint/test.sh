#!/usr/bin/env bash
. "$HARNESS"

printf 'maintenance=:NoSchedule\nmaintenance=yes:NoExecute\ndedicated=gpu:NoSchedule\nmaintenance-x=:NoSchedule\n' >taints
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --request-timeout=30s node/absent '*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get --request-timeout=30s node/'*' --output jsonpath='*) cat taints ;;
  'taint --request-timeout=30s nodes locked '*) echo Forbidden >&2; exit 1 ;;
  'taint --request-timeout=30s nodes stubborn '*-) echo node/stubborn untainted ;;
  'taint --request-timeout=30s nodes n1 maintenance:NoExecute-') sed -i /NoExecute/d taints ;;
  'taint --request-timeout=30s nodes n1 node.kubernetes.io/out-of-service-') sed -i /out-of-service/d taints ;;
  'taint --request-timeout=30s nodes n1 maintenance-') sed -i /^maintenance=/d taints ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --node n1 --dry-run --key maintenance
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the taints' grep -qx 'would remove: maintenance=:NoSchedule, maintenance=yes:NoExecute from node n1' <<<"$out"
check 'a dry run changes nothing' test "$(wc -l <taints)" -eq 4
run --node stubborn --key maintenance
check 'a taint that comes back is a failure' test "$status" -eq 1
run --node locked --key maintenance
check 'a change that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not remove the taint maintenance from node locked" <<<"$2"' _ "$status" "$err"
run --node n1 --effect NoExecute --key maintenance
check 'one effect can be chosen' test "$status" -eq 0 -a "$(grep -c ^maintenance= taints)" -eq 1
run --node n1 --key maintenance
check 'it succeeds' grep -qx 'removed: maintenance=:NoSchedule from node n1' <<<"$out"
check 'the undo names the context' grep -qx "undo: kubectl taint nodes n1 maintenance=:NoSchedule --context 'test-cluster'" <<<"$out"
check 'what still keeps pods away is told' grep -qx 'pods are still kept away by: dedicated=gpu:NoSchedule, maintenance-x=:NoSchedule' <<<"$out"
check 'other taints stay' test "$(grep -cE 'dedicated|maintenance-x' taints)" -eq 2
run --node n1 --key maintenance
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to remove' <<<"$out")"
check 'and removes nothing' test "$(calls ' taint .* n1' | wc -l)" -eq 2
run --node absent --key maintenance
check 'a missing node is refused' test "$status" -eq 3
run --node n1 --key node.kubernetes.io/unschedulable
check 'a cordoned node is not untainted' grep -q 'uncordon' <<<"$err"
run --node n1 --key node.kubernetes.io/not-ready
check 'nor is one that is not ready' bash -c '[ "$1" = 3 ] && grep -q "as long as node n1 is in that state" <<<"$2"' _ "$status" "$err"
run --node -n1 --key maintenance
check 'an option is no node' test "$status" -eq 2
run --node n1 --key maintenance-
check 'a key has no dash at its end' test "$status" -eq 2
run --node n1 --key maintenance --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --node n1 --key maintenance --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --node n1 --key maintenance --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
cp taints kept; echo 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute' >taints
run --node n1 --key node.kubernetes.io/out-of-service
check 'what a person set for a node that was down is removed' test "$status:$(wc -c <taints)" = 0:0
check 'and nothing is left that keeps pods away' bash -c '! grep -q "kept away" <<<"$1"' _ "$out"
mv kept taints
run --node n1 --effect All --key maintenance
check 'an unknown effect is refused' test "$status" -eq 2
run --key maintenance
check 'the node is required' test "$status" -eq 2

run --node n1 --key 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --node n1 --key '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
