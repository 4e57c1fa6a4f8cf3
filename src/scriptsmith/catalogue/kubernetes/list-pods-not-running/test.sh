#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *forbidden*) exit 1 ;;
  *all-namespaces*)
    echo 'shop   cart-1   1/1  Running            0             3d  10.0.0.1 n1 <none> <none>'
    echo 'shop   ad-1     0/1  CrashLoopBackOff   17 (2m ago)   3d  10.0.0.2 n1 <none> <none>'
    echo 'shop   slow-1   1/2  Running            1 (9m ago)    3d  10.0.0.3 n1 <none> <none>'
    echo 'jobs   done-1   0/1  Completed          0             3d  10.0.0.4 n1 <none> <none>'
    echo 'jobs   wait-1   0/1  Pending            0             3d  <none> <none> <none> <none>' ;;
  *'--namespace quiet'*) ;;
  *'--namespace shop'*) echo 'ad-1     0/1  ImagePullBackOff   0   3d  10.0.0.2 n1 <none> <none>' ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a crashing pod is listed' grep -Eq '^shop/ad-1 +0/1 +CrashLoopBackOff' <<<"$out"
check 'a pending pod is listed' grep -Eq '^jobs/wait-1 +0/1 +Pending' <<<"$out"
check 'a running pod that is not ready is listed' grep -q '^shop/slow-1' <<<"$out"
check 'a healthy pod is not' test -z "$(grep cart-1 <<<"$out")"
check 'a completed pod is not' test -z "$(grep done-1 <<<"$out")"
check 'they are counted' grep -q '^3 of 5 pods' <<<"$out"

run --namespace shop
check 'one namespace can be chosen' grep -Eq '^shop/ad-1 +0/1 +ImagePullBackOff' <<<"$out"
run --namespace quiet
check 'an empty namespace is fine' grep -q '^0 of 0 pods' <<<"$out"
check 'it only reads' test -z "$(calls '^kubectl (delete|apply|patch)')"
run --namespace forbidden
check 'an unreadable cluster is refused' test "$status" -eq 3
run --what
check 'an unknown argument is refused' test "$status" -eq 2
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
