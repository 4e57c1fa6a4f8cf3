#!/usr/bin/env bash
. "$HARNESS"

printf 'n1||True\nn2||True\nn3|true|True\n' >nodes
printf 'shop/cart-1|ReplicaSet|Running\nkube-system/proxy|DaemonSet|Running\nkube-system/etcd|Node|Running\njobs/done|Job|Succeeded\n' >pods
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --request-timeout=30s nodes --output jsonpath='*) cat nodes ;;
  'get --request-timeout=30s pods --all-namespaces --field-selector spec.nodeName=,status.phase=Pending --output jsonpath='*)
    [ ! -e unseen ] || exit 1; echo jobs/old; [ ! -e cordoned ] || [ ! -e full ] || printf 'shop/cart-2\nshop/cart-3\n' ;;
  'get --request-timeout=30s pods --all-namespaces --field-selector spec.nodeName='*' --output jsonpath='*) cat pods ;;
  'get --request-timeout=30s node/n1 --output jsonpath='*) [ ! -e unread ] || exit 1; [ ! -e cordoned ] || [ -e uncordoned ] || echo true ;;
  *--delete-emptydir-data* | *--grace-period=*) touch data-gone ;;
  'drain n1 --ignore-daemonsets --timeout='*'s --dry-run=client')
    [ ! -e refuses ] || { echo 'error: cannot delete Pods that declare no controller' >&2; exit 1; }
    echo 'node/n1 cordoned (dry run)'; echo 'evicting pod shop/cart-1 (dry run)' ;;
  'drain n1 --ignore-daemonsets --timeout='*s)
    touch cordoned; [ ! -e refuses ] || exit 1
    [ -e lies ] || grep -v cart pods >p; [ -e lies ] || mv p pods ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep <<<'[ ! -e roomy ] || rm -f full'
run --node n1 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what would go' grep -q '^evicting pod shop/cart-1 (dry run)$' <<<"$out"
printf 'n1||True\nn2||True|PreferNoSchedule\nn3||True|PreferNoSchedule NoSchedule\n' >some; cp nodes all; mv some nodes; run --node n1 --dry-run; mv all nodes
check 'a node that is only to be avoided takes pods, one with a stricter taint beside that does not' grep -qx 'pods to move: 1, other nodes to take them: 1' <<<"$out"
run --node n1 --dry-run
check 'only pods that move are counted' grep -qx 'pods to move: 1, other nodes to take them: 1' <<<"$out"
check 'a dry run changes nothing' test ! -e cordoned
run --node n1 --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the node is drained' test -e cordoned
check 'within the given time' test -n "$(calls 'drain n1 --ignore-daemonsets --timeout=60s$')"
check 'and the way back is told' grep -q '^drained: node n1.*kubectl uncordon n1 --context .test-cluster.$' <<<"$out"
check 'local data is not given up' test ! -e data-gone
check 'pods that waited before are none of its own' test -z "$err"
: >"$STUB_LOG"; rm cordoned; printf 'shop/cart-1|ReplicaSet|Running\n' >pods; touch full; run --node n1
check 'pods that find no other node are named' test "$status:$(grep -c '^warning: these pods find no node to run on .*: shop/cart-2, shop/cart-3$' <<<"$err"):$(calls '^sleep 5' | wc -l)" = 0:1:6
rm cordoned; printf 'shop/cart-1|ReplicaSet|Running\n' >pods; touch roomy; run --node n1; rm roomy
check 'unless they do so a moment later' test "$status:$err" = 0:
printf 'shop/cart-1|ReplicaSet|Running\n' >pods; touch unseen; run --node n1; rm unseen
check 'without a look at those that wait nothing is drained' test "$status" -eq 3
: >pods
run --node n1
check 'a second run succeeds' grep -q '^pods to move: 0,' <<<"$out"
touch refuses; run --node n1
check 'a drain that is refused is a failure' test "$status" -eq 1
run --node n1 --dry-run
check 'a dry run tells that it would be refused' test "$status" -eq 3
rm refuses; touch lies; printf 'shop/cart-1|ReplicaSet|Running\n' >pods
run --node n1
check 'pods that are left are a failure' grep -q 'still on node n1: shop/cart-1' <<<"$err"
rm lies
touch uncordoned
run --node n1
check 'a node that takes pods again is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "somebody else has uncordoned it" <<<"$2"' _ "$status" "$err"
touch unread
run --node n1
check 'so is one that cannot be read any more' bash -c '[ "$1" -eq 1 ] && grep -q "cannot read node n1 after" <<<"$2"' _ "$status" "$err"
rm uncordoned unread
run --node n1 --grace 010
check 'the grace of pods is theirs unless it is given' test "$(calls '--grace-period' | sed 's/.* //')" = --grace-period=10
check 'which nodes take pods is told by their state' test -n "$(calls '@.type=="Ready"')"
rm data-gone; touch lies; printf 'shop/cart-1|ReplicaSet|Running\n' >pods
run --node n1 --empty-dir delete
check 'local data goes on request only' test -e data-gone
run --node absent
check 'a missing node is refused' test "$status" -eq 3
printf 'n1||True\nn2||Unknown\nn3|true|True\n' >nodes; : >"$STUB_LOG"
run --node n1
check 'the last usable node is not drained' test "$status" -eq 3 -a -z "$(calls ' drain ')"
run
check 'the node is required' test "$status" -eq 2

run --node 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --node '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
