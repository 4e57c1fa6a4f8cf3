#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'echo 100 >slept'
echo 'u1|ReplicaSet|cart-6d|o1|n1' >cart-1
echo 'u2||||n1' >bare
echo 'u1|Workflow|etl|o1|n1|Running|' >step
echo 'u3|Node|n1|o3|n1' >etcd-n1
echo 'u4|ReplicaSet|cart-6d|o1|n9' >stuck
echo 'u9|ReplicaSet|cart-6d|o1|n1|Failed|' >evicted
echo 'u9|Job|once|o9|n1|Succeeded|' >done
echo 'u9|ReplicaSet|cart-6d|o1|n1|Running|2026-02-02T03:00:00Z' >leaving
for it in final spare lost; do echo "u1|Job|$it|o1|n1|Running|" >$it-x; done
printf 'u1|o1\nu4|o1\nu7|o7\n' >pods
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s pods --output jsonpath='*'.ownerReferences[?(@.controller==true)].uid}'*) [ -e slept ] && printf 'u8|o1\n' >>pods; cat pods ;;
  'get --namespace shop --request-timeout=30s pod absent '*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get --namespace shop --request-timeout=30s pod '*' --output jsonpath='*)
    IFS='|' read -r uid kind name of rest <"$6" # what is asked of other owners than the controller is empty
    for field in kind name of; do
      part=${field/of/uid}
      [[ $* == *"[?(@.controller==true)].$part}"* ]] || printf -v "$field" ''
    done
    [ ! -s "$6" ] || echo "$uid|$kind|$name|$of|$rest" ;;
  'get --namespace shop --request-timeout=30s job final --output jsonpath={.spec.backoffLimit} {.status.failed}') echo '2 2' ;;
  'get --namespace shop --request-timeout=30s job spare --output jsonpath='*) echo '1 ' ;;
  'delete pod stuck --namespace shop --timeout='*s) exit 1 ;;
  'delete pod cart-1 --namespace shop --timeout='*s) sed -i /^u1/d pods; touch deleted; [ -e late ] || echo 'u5|o1' >>pods ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --pod cart-1 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would delete: pod cart-1 of ReplicaSet/cart-6d in namespace shop, on node n1' <<<"$out"
check 'a dry run deletes nothing' test ! -e deleted
check 'of a ReplicaSet nothing is warned' test -z "$err"
run --pod step --namespace shop --dry-run
check 'that its owner may make no other is told' test "$status:$(grep -c '^warning: whether Workflow/etl makes its pods anew is not known' <<<"$err")" = 0:1
for kind in StatefulSet DaemonSet ReplicationController; do
  echo "u1|$kind|x|o1|n1|Running|" >of-x
  run --pod of-x --namespace shop --dry-run
  check "a $kind makes its pods anew" test "$status:$err" = 0:
done
run --pod cart-1 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the pod is deleted' test -e deleted
check 'the successor is seen' grep -q '^deleted: pod cart-1; ReplicaSet/cart-6d has made a new one' <<<"$out"
check 'it waits a bounded time' test -n "$(calls 'delete pod cart-1 .*--timeout=120s$')"
touch late; sed -i /u5/d pods
run --pod cart-1 --namespace shop
check 'a successor that is late is waited for' test "$status" -eq 0 -a -e slept
rm slept; printf 'u1|o1\n' >pods; stub sleep </dev/null
: >"$STUB_LOG"
run --pod cart-1 --namespace shop --timeout 04
check 'it looks every two seconds' test "$status:$(calls ' pods --output' | wc -l):$(calls '^sleep 2$' | wc -l)" = 1:4:3
check 'leading zeros change nothing' test -n "$(calls 'delete pod cart-1 .*--timeout=4s$')"
printf 'u1|o1\n' >pods
run --pod cart-1 --namespace shop --timeout 010
check 'also of ten' test -n "$(calls 'delete pod cart-1 .*--timeout=10s$')"
printf 'u1|o1\n' >pods
run --pod cart-1 --namespace shop --timeout 1
check 'no successor is a failure' test "$status" -eq 1 -a -n "$(grep 'has not made a new one' <<<"$err")"
rm -f deleted
run --pod stuck --namespace shop
check 'a pod that does not end is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "is not gone after 120 s" <<<"$2"' _ "$status" "$err"
: >none
run --pod none --namespace shop
check 'one of which nothing is told is refused' bash -c '[ "$1" -eq 3 ] && grep -q "cannot read pod none" <<<"$2"' _ "$status" "$err"
run --pod bare --namespace shop
check 'a pod without a controller is refused' bash -c '[ "$1" -eq 3 ] && grep -q "has no controller" <<<"$2"' _ "$status" "$err"
run --pod etcd-n1 --namespace shop
check 'a static pod is refused' test "$status" -eq 3
for it in 'evicted has ended (Failed)' 'done has ended (Succeeded)' 'leaving is being deleted already'; do
  run --pod "${it%% *}" --namespace shop
  check "refused: $it" bash -c '[ "$1" -eq 3 ] && grep -qF "$3" <<<"$2"' _ "$status" "$err" "${it#* }"
done
run --pod final-x --namespace shop
check 'the last try of a Job is refused' test "$status:$(grep -c 'the last try of Job final (backoffLimit 2)' <<<"$err")" = 3:1
run --pod lost-x --namespace shop
check 'so is one of a Job that cannot be read' test "$status:$(grep -c 'cannot read Job lost' <<<"$err")" = 3:1
run --pod spare-x --namespace shop --dry-run
check 'of a Job nothing is warned' test -z "$err"
check 'one that the Job tries again is not' test "$status:$(tail -n 1 <<<"$out")" = '0:would delete: pod spare-x of Job/spare in namespace shop, on node n1'
run --pod absent --namespace shop
check 'a missing pod is refused' test "$status" -eq 3
check 'refused runs delete nothing' test ! -e deleted
run --pod cart-1 --namespace shop --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --pod cart-1 --namespace shop --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --pod cart-1 --namespace shop --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
for namespace in Shop -x 'a b'; do
  run --pod cart-1 --namespace "$namespace" --dry-run
  check "no namespace: $namespace" test "$status" -eq 2
done
run --pod cart-1 --namespace shop --timeout 99999 --dry-run
check 'the longest time is taken' test "$status" -eq 0
for seconds in 0 100000; do
  run --pod cart-1 --namespace shop --timeout $seconds --dry-run
  check "no time to wait: $seconds" test "$status" -eq 2
done
run --namespace shop
check 'the pod is required' test "$status" -eq 2

run --namespace shop --pod 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace shop --pod '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
