#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"db-data","creationTimestamp":"2026-02-01T00:00:00Z"},"spec":{"storageClassName":"fast","accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"10Gi"}}},"status":{"phase":"Pending"}},
 {"metadata":{"namespace":"shop","name":"typo","creationTimestamp":"2026-02-02T00:00:00Z"},"spec":{"storageClassName":"fsat","resources":{"requests":{"storage":"1Gi"}}},"status":{"phase":"Pending"}},
 {"metadata":{"namespace":"jobs","name":"hand","creationTimestamp":"2026-02-03T00:00:00Z"},"spec":{"storageClassName":"","resources":{"requests":{"storage":"1Gi"}}},"status":{"phase":"Lost"}},
 {"metadata":{"namespace":"jobs","name":"fine","creationTimestamp":"2026-02-03T00:00:00Z"},"spec":{},"status":{"phase":"Bound"}}]}
EOF
cat >events.json <<'EOF'
{"items":[
 {"involvedObject":{"namespace":"shop","name":"db-data"},"reason":"Old","message":"old","lastTimestamp":"2026-02-01T00:00:01Z"},
 {"involvedObject":{"namespace":"shop","name":"db-data"},"reason":"ProvisioningFailed","message":"no space\u001b left","lastTimestamp":"2026-02-01T00:09:00Z"},
 {"type":"Warning","involvedObject":{"namespace":"shop","name":"typo"},"reason":"ProvisioningFailed","message":"over the quota","lastTimestamp":"2026-02-01T00:03:00Z"},
 {"type":"Warning","involvedObject":{"namespace":"shop","name":"typo"},"reason":"ProvisioningFailed","message":"no such pool","lastTimestamp":null,"eventTime":"2026-02-01T00:01:00.000000Z","series":{"lastObservedTime":"2026-02-01T00:05:00.000000Z"}},
 {"type":"Normal","involvedObject":{"namespace":"shop","name":"typo"},"reason":"ExternalProvisioning","message":"waiting for a volume","lastTimestamp":"2026-02-01T00:09:00Z"}]}
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
  'get storageclasses --request-timeout=30s --output jsonpath='*) [ ! -e denied ] || exit 1; printf 'fast=WaitForFirstConsumer\nslow=Immediate\n' ;;
  'get events --'*' --field-selector involvedObject.kind=PersistentVolumeClaim --request-timeout=30s --output json') [ ! -e denied ] || exit 1; cat events.json ;;
  'get persistentvolumeclaims --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get persistentvolumeclaims --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get persistentvolumeclaims --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get persistentvolumeclaims --namespace silent --request-timeout=30s --output json') ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'an open claim is listed' grep -qx 'shop/db-data: Pending, asks for 10Gi ReadWriteOnce, since 2026-02-01T00:00:00Z' <<<"$out"
check 'with the mode of its class' grep -qx '  storage class: fast, binds WaitForFirstConsumer' <<<"$out"
check 'and the latest event, without control characters' grep -qx '  ProvisioningFailed: no space  left' <<<"$out"
check 'an older event is not repeated' test "$(grep -c 'Old' <<<"$out")" -eq 0
check 'a warning is told though something else was said later' test "$(grep -A 3 '^shop/typo' <<<"$out" | tail -n 2)" = "$(printf '  ProvisioningFailed: no such pool (at 2026-02-01T00:05:00.000000Z)\n  ExternalProvisioning: waiting for a volume')"
check 'a class that does not exist is told' grep -qx '  storage class: fsat DOES NOT EXIST' <<<"$out"
check 'a claim without a class is told' grep -q '^  storage class: none, so a volume must be made by hand' <<<"$out"
check 'a bound claim is not listed' test "$(grep -c 'jobs/fine' <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 of 4 claims are not bound' <<<"$out"
touch denied; run --namespace shop
check 'it works without the right to see classes and events' test "$status" -eq 0 -a -n "$(grep 'fast (you may not see classes)' <<<"$out")"
check 'nor is it said then that there are none' test "$(grep -c '^  events cannot be read$' <<<"$out"):$(grep -c 'no events' <<<"$out")" = 2:0
run --namespace quiet
check 'none is fine' grep -qx '0 of 0 claims are not bound' <<<"$out"

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused' test "$status" -eq 3
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
