#!/usr/bin/env bash
. "$HARNESS"

soon=$(date -u -d '+30 minutes' +%Y-%m-%dT%H:%M:%SZ) late=$(date -u -d '-20 minutes' +%Y-%m-%dT%H:%M:%SZ)
cat >pods.json <<EOF
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","deletionTimestamp":"$late","finalizers":["example.org/keep","foo\u001b"],"ownerReferences":[{"kind":"StatefulSet","name":"cart","controller":true}]},"spec":{"nodeName":"n1"},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"jobs","name":"etl-1","deletionTimestamp":"2026-01-02T03:00:00Z"},"spec":{"nodeName":"n9"},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"data","name":"mount-1","deletionTimestamp":"$late"},"spec":{"nodeName":"n2"},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"shop","name":"soon-1","deletionTimestamp":"$soon"},"spec":{"nodeName":"n1"},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"shop","name":"fine-1"},"spec":{"nodeName":"n1"},"status":{"phase":"Running"}}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get nodes --request-timeout=30s --output jsonpath='*) [ ! -e .denied ] || exit 1; printf 'n1=False\nn2=True\n' ;;
  'get pods --all-namespaces --request-timeout=30s --output json') cat pods.json ;;
  'get pods --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' pods.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a stuck pod is listed with its node' grep -Eqx 'shop/cart-1: overdue by (20|21) minutes, phase Running, node n1 \(Ready: False\)' <<<"$out"
check 'with what holds it' grep -qx '  finalizers: example.org/keep, foo ' <<<"$out"
check 'where neither node nor finalizer holds it, the events are pointed to' test "$(grep -A 1 '^data/mount-1' <<<"$out" | grep -c '^  no finalizer, and its node answers')" -eq 1
check 'and only there' test "$(grep -c 'no finalizer, and' <<<"$out")" -eq 1
check 'with its owner' grep -qx '  owner: StatefulSet/cart' <<<"$out"
check 'the longest overdue comes first' grep -q '^jobs/etl-1: .*node n9 (Ready: there is no such node)' <<<"$(head -n 1 <<<"$out")"
check 'a pod within its grace period is not stuck' test "$(grep -c soon-1 <<<"$out")" -eq 0
check 'a living pod is not listed' test "$(grep -c fine-1 <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 pods are stuck, 4 are being deleted' <<<"$out"
run --minutes 60
check 'the time can be chosen' grep -qx '1 pods are stuck, 4 are being deleted' <<<"$out"
touch .denied
run --namespace shop
check 'it works without the right to see nodes' grep -q 'cart-1.*(Ready: not known)' <<<"$out"
run --minutes 5m
check 'a time with a unit is refused' test "$status" -eq 2

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
run --namespace
check 'an option needs its value' test "$status" -eq 2
finish
