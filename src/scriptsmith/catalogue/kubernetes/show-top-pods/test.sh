#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get pods '*' --field-selector=status.phase=Running --no-headers --request-timeout=30s --output=custom-columns=NAMESPACE:.metadata.namespace,POD:.metadata.name,NODE:.spec.nodeName')
    case "$*" in *' --all-namespaces '*) cat running ;; *) grep "^${4} " running ;; esac
    if [ -e forbidden ]; then echo 'Error from server (Forbidden): pods is forbidden' >&2; exit 1; fi
    exit 0 ;;
esac
case "$*" in
  'top pods --all-namespaces --sort-by=memory --no-headers --request-timeout=30s')
    echo 'shop   db-0     250m   2048Mi'; echo 'shop   cart-1   1500m   512Mi'; echo 'jobs   etl-1    1m   1Gi' ;;
  'top pods --namespace shop --sort-by=cpu --no-headers --request-timeout=30s')
    echo 'cart-1   1500m   512Mi'; echo 'db-0     250m   2048Mi' ;;
  'top pods --namespace quiet --sort-by=memory --no-headers --request-timeout=30s') echo 'No resources found in quiet namespace.' >&2 ;;
  *) echo 'error: Metrics API not available' >&2; exit 1 ;;
esac
EOF
printf '%s\n' 'shop   db-0   node-1' 'shop   cart-1   node-2' 'jobs   etl-1   node-1' >running
run
check 'it succeeds' test "$status" -eq 0
check 'a pod is shown with both numbers' grep -Eqx 'shop/db-0 +250m +2048Mi' <<<"$out"
check 'the order of kubectl is kept' grep -q 'db-0' <<<"$(sed -n 2p <<<"$out")"
check 'a heading says what is what' grep -Eqx 'POD +CPU +MEMORY' <<<"$(head -n 1 <<<"$out")"
check 'they are summed up' grep -qx '3 pods use 3584 MiB of memory and 1.8 processors in all, on whatever node' <<<"$out"
run --limit 1
check 'their number can be chosen, the sum is of all' test "$(grep -c /  <<<"$out")" -eq 1 -a -n "$(grep '^3 pods' <<<"$out")"
run --namespace shop --sort cpu
check 'one namespace can be chosen, and the order' grep -Eq '^shop/cart-1 +1500m' <<<"$(sed -n 2p <<<"$out")"
run --namespace quiet
check 'no pods are fine' test "$status:$out" = '0:0 pods use 0 MiB of memory and 0.0 processors in all, on whatever node'
run --namespace blind
check 'without a metrics server it is refused' test "$status" -eq 3
cp running healthy; { printf 'shop   hog-%d   node-7\n' {1..30}; echo 'quiet   loop-0   node-2'; } >>running
run
check 'pods that run and are not measured are told, the node with the most first' test "$(grep '^not measured' <<<"$out")" = 'not measured, may use more than those above: 30 pods that run on node-7: shop/hog-1 shop/hog-2 shop/hog-3 shop/hog-4 shop/hog-5 ...
not measured, may use more than those above: 1 pods that run on node-2: quiet/loop-0'
check 'and the sum is not that of all' grep -qx '3 pods use 3584 MiB of memory and 1.8 processors, without the 31 that run and are not measured' <<<"$out"
run --namespace quiet
check 'those of one namespace too' test "$(grep -c '^not measured.* 1 pods that run on node-2: quiet/loop-0$' <<<"$out"):$(grep -c hog <<<"$out")" = 1:0
printf 'shop   lone   node-%d\n' {20..32} >>running
run
check 'of many nodes ten are named, and the others counted' test "$(grep -c '^not measured, ' <<<"$out"):$(grep -c '^not measured: pods on 5 more nodes$' <<<"$out")" = 10:1
mv healthy running; touch forbidden
run
check 'that the pods that run cannot be listed is told' grep -q '^whether some pods have no measurement is not known' <<<"$out"
check 'and the sum is then not said to be that of all' grep -qx '3 pods use 3584 MiB of memory and 1.8 processors, on whatever node' <<<"$out"
rm forbidden
run --sort disk
check 'an unknown order is refused' test "$status" -eq 2
run --limit 0
check 'no pods to show are refused' test "$status" -eq 2

run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --namespace 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
