#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$(cat mode 2>/dev/null):$*" in
  ':top nodes --sort-by=memory --no-headers --request-timeout=30s')
    echo 'n2   250m   6%    7000Mi   91%'; echo 'n1   3900m   97%   1024Mi   13%'; echo 'n3   100m   2%   500Mi   6%'; echo 'n4   <unknown>   <unknown>   <unknown>   <unknown>' ;;
  ':top nodes --sort-by=cpu --no-headers --request-timeout=30s') echo 'n1   3900m   97%   1024Mi   13%' ;;
  silent:*) ;;
  *) echo 'error: Metrics API not available' >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a node is shown with its numbers' grep -Eq '^n3 +100m +2% +500Mi +6% *$' <<<"$out"
check 'one that is full of memory is marked' grep -Eq '^n2 .*91%  FULL$' <<<"$out"
check 'one that is full of work is marked' grep -Eq '^n1 .*FULL$' <<<"$out"
check 'one without measurements is marked' grep -Eq '^n4 .*NO MEASUREMENTS$' <<<"$out"
check 'they are counted' grep -qx '4 nodes: 2 at 85% or more, 1 without measurements' <<<"$out"
run --percent 95
check 'the percentage can be chosen' grep -qx '4 nodes: 1 at 95% or more, 1 without measurements' <<<"$out"
run --sort cpu
check 'the order can be chosen' grep -qx '1 nodes: 1 at 85% or more, 0 without measurements' <<<"$out"
echo silent >mode; run
check 'an empty answer is no good news' test "$status" -eq 3
echo off >mode; run
check 'without a metrics server it is refused' test "$status" -eq 3
run --percent 200
check 'more than everything is refused' test "$status" -eq 2

run --sort 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --sort '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
