#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*jsonpath*) printf 'setup\napp\nside\n' ;;
  get*wide*) echo 'NAME READY STATUS' ;;
  logs*mute*) exit 1 ;;
  logs*previous*app*|logs*app*previous*) echo 'panic: before the restart' ;;
  logs*previous*) echo 'previous terminated container not found' >&2; exit 1 ;;
  logs*'--container app'*) printf 'hello from app\033[2J\n' ;;
  logs*) echo 'some other line' ;;
esac
EOF

run --pod cart-1 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the log of a container is shown' grep -q 'hello from app' <<<"$out"
check 'escapes of the log do not reach the terminal' grep -qx 'hello from app?\[2J' <<<"$out"
check 'each container has a heading' test "$(grep -c '^==> ' <<<"$out")" -eq 3
check '100 lines are asked for' test -n "$(calls 'logs --namespace shop .*--container app --tail=100')"

run --pod cart-1 --lines 0200 --container side
check 'one container can be chosen' test "$(grep -c '^==> ' <<<"$out")" -eq 1
check 'the number of lines is used' test -n "$(calls '--container side --tail=200')"
run --pod cart-1 --instance previous
check 'the log before the restart is shown' grep -q 'before the restart' <<<"$out"
check 'containers that never restarted do no harm' test "$status" -eq 0
check 'it only reads' test -z "$(calls '^kubectl (delete|apply|exec|patch)')"

run --pod mute
check 'a pod without a readable log is a failure' test "$status" -eq 1
run --pod absent
check 'a missing pod is refused' test "$status" -eq 3
run --pod cart-1 --container nosuch
check 'a missing container is refused' test "$status" -eq 3
run
check 'the pod is required' test "$status" -eq 2
run --pod cart-1 --lines many
check 'a bad number is refused' test "$status" -eq 2
run --pod 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
