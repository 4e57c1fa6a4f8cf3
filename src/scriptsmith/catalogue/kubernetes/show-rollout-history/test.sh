#!/usr/bin/env bash
. "$HARNESS"

cat >rs.json <<'EOF'
{"items":[
 {"metadata":{"name":"cart-b","creationTimestamp":"2026-02-02T03:00:00Z","annotations":{"deployment.kubernetes.io/revision":"10","kubernetes.io/change-cause":"hot\u001b fix"},"ownerReferences":[{"uid":"u1"}]},"spec":{"template":{"spec":{"containers":[{"name":"cart","image":"example/cart:2"},{"name":"proxy","image":"example/proxy:1"}]}}},"status":{"replicas":3}},
 {"metadata":{"name":"cart-a","creationTimestamp":"2026-01-01T03:00:00Z","annotations":{"deployment.kubernetes.io/revision":"9"},"ownerReferences":[{"uid":"u1"}]},"spec":{"template":{"spec":{"containers":[{"name":"cart","image":"example/cart:1"},{"name":"proxy","image":"example/proxy:1"}]}}},"status":{}},
 {"metadata":{"name":"cart-c","creationTimestamp":"2025-01-01T03:00:00Z","annotations":{"deployment.kubernetes.io/revision":"11","deployment.kubernetes.io/revision-history":"3,7"},"ownerReferences":[{"uid":"u3"}]},"spec":{"template":{"spec":{"containers":[{"name":"cart","image":"example/cart:0"}]}}},"status":{"replicas":3}},
 {"metadata":{"name":"other","creationTimestamp":"2026-01-01T03:00:00Z","annotations":{"deployment.kubernetes.io/revision":"1"},"ownerReferences":[{"uid":"u2"}]},"spec":{"template":{"spec":{"containers":[{"name":"x","image":"example/other:1"}]}}},"status":{"replicas":1}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/cart --output jsonpath={.metadata.uid} {.status.conditions[?(@.type=="Progressing")].lastUpdateTime}') echo 'u1 2026-02-02T03:01:00Z' ;;
  'get --namespace shop --request-timeout=30s deployment/new --output jsonpath='*) echo 'u9 ' ;;
  'get --namespace shop --request-timeout=30s deployment/back --output jsonpath='*) echo 'u3 2026-02-03T00:00:00Z' ;;
  'get --namespace quiet --request-timeout=30s deployment/cart --output jsonpath={.metadata.uid} {.status.conditions[?(@.type=="Progressing")].lastUpdateTime}') echo 'u1 2026-02-02T03:01:00Z' ;;
  'get --namespace shop --request-timeout=30s replicasets.apps --output json') cat rs.json ;;
  'get --namespace quiet --request-timeout=30s replicasets.apps --output json') ;;
  'get --namespace blind --request-timeout=30s deployment/cart --output jsonpath={.metadata.uid} {.status.conditions[?(@.type=="Progressing")].lastUpdateTime}') echo 'u1 2026-02-02T03:01:00Z' ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (NotFound)' >&2; exit 1 ;;
esac
EOF
run --deployment cart --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first, by number' grep -qx 'revision 9: made 2026-01-01T03:00:00Z, 0 pods' <<<"$(head -n 1 <<<"$out")"
check 'the present one is told, with its cause' grep -qx 'revision 10: made 2026-02-02T03:00:00Z, 3 pods, the present one, hot  fix' <<<"$out"
check 'an image that changed is marked' grep -qx '  cart: example/cart:2  CHANGED' <<<"$out"
check 'one that did not is not' test "$(grep -cx '  proxy: example/proxy:1' <<<"$out")" -eq 2
check 'revisions of others are not shown' test "$(grep -c 'other' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 revisions; the rollout last moved at 2026-02-02T03:01:00Z' <<<"$out"
run --deployment back --namespace shop
check 'that one was gone back to is told, for it is older than its rollout' grep -qx 'revision 11: made 2025-01-01T03:00:00Z, as revision 3, and gone back to since, 3 pods, the present one' <<<"$out"
run --deployment new --namespace shop
check 'none is fine' test "$status:$out" = '0:0 revisions; the rollout last moved at a time that is not told'
run --deployment cart --namespace quiet
check 'an empty answer is refused' test "$status" -eq 3
run --deployment cart --namespace blind
check 'replica sets that cannot be read are refused, without a number' test "$status" -eq 3 -a -z "$out"
run --deployment absent --namespace shop
check 'a missing deployment is refused' test "$status" -eq 3
run --namespace shop
check 'the deployment is required' test "$status" -eq 2

run --deployment 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --deployment cart >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
