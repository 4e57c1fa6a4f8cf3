#!/usr/bin/env bash
. "$HARNESS"

echo 2 >.count
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*horizontal*) printf 'Deployment/cart cart-hpa\n' ;;
  get*deployment/*) cat .count ;;
  scale*stubborn*) ;;
  scale*) echo "${*: -1}" | sed 's/.*=//' >.count ;;
  'rollout status'*starved*) exit 1 ;;
  config*) echo test-cluster ;;
esac
EOF

run --deployment cart --replicas 5 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would scale: deployment cart in namespace shop from 2 to 5' <<<"$out"
check 'a dry run changes nothing' grep -qx 2 .count
check 'an autoscaler is pointed out' grep -q 'autoscaler cart-hpa' <<<"$err"

run --deployment cart --replicas 05 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the count is set' grep -qx 5 .count
check 'only from the count that was read' test -n "$(calls 'scale --namespace shop .*--current-replicas=2 --replicas=5')"
check 'it waits' test -n "$(calls 'rollout status --namespace shop')"

run --deployment cart --replicas 5 --namespace shop
check 'a second run succeeds' test "$status" -eq 0
check 'a second run scales nothing' test "$(calls ' scale ' | wc -l)" -eq 1
run --deployment other --replicas 0
check 'zero is taken' grep -qx 0 .count
run --deployment stubborn --replicas 3
check 'a count that does not take is a failure' test "$status" -eq 1
run --deployment starved --replicas 7
check 'pods that do not come up are a failure' test "$status" -eq 1
run --deployment absent --replicas 3
check 'a missing deployment is refused' test "$status" -eq 3
run --deployment cart
check 'the count is required' test "$status" -eq 2
run --deployment cart --replicas -3
check 'a negative count is refused' test "$status" -eq 2
run --deployment cart --replicas '1; touch pwned'
check 'a hostile count is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
