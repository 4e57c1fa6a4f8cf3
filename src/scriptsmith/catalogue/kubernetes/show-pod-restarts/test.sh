#!/usr/bin/env bash
. "$HARNESS"

lately=$(date -u -d '-5 hours' +%FT%TZ)
cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","creationTimestamp":"LATELY"},"status":{"containerStatuses":[{"name":"cart","restartCount":3,"ready":true,"lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled","finishedAt":"2026-02-02T03:00:00Z"}}},{"name":"proxy","restartCount":0,"ready":true,"lastState":{}}]}},
 {"metadata":{"namespace":"jobs","name":"etl-1"},"status":{"initContainerStatuses":[{"name":"wait","restartCount":12,"ready":false,"lastState":{"terminated":{"exitCode":1,"reason":"Err\u001b[2Jor","finishedAt":"2026-02-02T04:00:00Z"}}}],"containerStatuses":[{"name":"etl","restartCount":0,"ready":false}]}},
 {"metadata":{"namespace":"shop","name":"new-1","creationTimestamp":"LATELY"},"status":{"phase":"Pending"}},
 {"metadata":{"namespace":"shop","name":"odd-1","creationTimestamp":"2026-01-01T00:00:00Z"},"status":{"containerStatuses":[{"name":"odd","restartCount":1,"ready":true,"lastState":{}}]}}]}
EOF

sed -i "s/LATELY/$lately/g" pods.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get pods --all-namespaces --request-timeout=30s --output json') cat pods.json ;;
  'get pods --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' pods.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the worst comes first' grep -q '^12 restarts: jobs/etl-1, container wait, not ready, last end: Err' <<<"$(head -n 1 <<<"$out")"
check 'with the last end' grep -qx '3 restarts: shop/cart-1, container cart, last end: OOMKilled (exit 137) at 2026-02-02T03:00:00Z' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'a missing last state is told' grep -q 'container odd, last end: not recorded' <<<"$out"
check 'a container without restarts is not listed' test "$(grep -c proxy <<<"$out")" -eq 0
check 'those that were made lately count from then' grep -qx '2 of 4 pods were made within a day, and count from then' <<<"$out"
check 'they are summed up' grep -qx '3 containers with 1 or more restarts, 16 restarts in all' <<<"$out"
run --min-restarts 010
check 'the least number can be chosen' grep -qx '1 containers with 10 or more restarts, 12 restarts in all' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' test "$(grep -c jobs/ <<<"$out")" -eq 0
run --namespace quiet
check 'an empty namespace is fine' grep -q '^0 containers' <<<"$out"
run --min-restarts 0
check 'a minimum of 0 is refused' test "$status" -eq 2

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
