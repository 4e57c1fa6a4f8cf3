#!/usr/bin/env bash
. "$HARNESS"

mkdir pods
printf 'u1 Failed' >pods/job-a
printf 'u2 Failed' >pods/web-b
printf 'u9 Running' >pods/db-0
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace nowhere'*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get namespace denied'*) echo 'Error from server (Forbidden): nodes' >&2; exit 1 ;;
  'get namespace'*) echo ok ;;
  get*'--namespace locked '*' pods '*) printf 'stuck|u5||n1\n' ;;
  get*'--namespace locked'*) printf 'u5 Failed' ;;
  get*status.phase=Failed*)
    [ -e pods/job-a ] && printf 'job-a|u1||n1\n'
    [ -e pods/web-b ] && printf 'web-b|u2|Evicted|n2\n'
    [ -e pods/db-0 ] && printf 'db-0|u3|Evicted|n2\n' ;;
  get*' pod '*) cat "pods/$6" ;;
  *stuck*) exit 1 ;;
  'delete pod '*) rm -- "pods/$3" ;;
  config*) echo test-cluster ;;
esac
exit 0
EOF

run --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names a pod and why' grep -q 'would delete: web-b (Evicted, on n2)' <<<"$out"
check 'a dry run deletes nothing' test -e pods/job-a -a -e pods/web-b

run --namespace shop --reason Evicted
check 'evicted pods alone are deleted' test -e pods/job-a -a ! -e pods/web-b
check 'what was done is counted' grep -qx '1 deleted, 1 left alone, 0 failed' <<<"$out"
run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'failed pods are deleted' test ! -e pods/job-a
check 'a live pod with the name of a failed one stays' test -e pods/db-0
check 'and that is said' grep -q 'left alone: db-0' <<<"$err"
rm pods/db-0
run --namespace shop
check 'a second run has nothing to do' grep -q '^0 deleted, 0 left alone, 0 failed' <<<"$out"

run --namespace denied
check 'it works without the right to see namespaces' test "$status" -eq 0
run --namespace locked
check 'a pod that cannot be deleted is a failure' test "$status" -eq 1
check 'and is counted' grep -qx '0 deleted, 0 left alone, 1 failed' <<<"$out"
run --namespace nowhere
check 'a missing namespace is refused' test "$status" -eq 3
run
check 'the namespace is required' test "$status" -eq 2
run --namespace shop --reason All
check 'an unknown reason is refused' test "$status" -eq 2
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
