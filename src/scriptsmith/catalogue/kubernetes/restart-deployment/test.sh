#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  get*restartedAt*) [ "$name" != lost ] || [ ! -e lost ] || exit 1; cat ".at-$name" 2>/dev/null || true ;;
  'rollout --namespace'*restart*) echo "$((1 + $(cat ".at-$name" 2>/dev/null || echo 0)))" >".at-$name" ;;
  'rollout status'*owned) rm -f .at-owned ;;
  'rollout status'*kept) echo 1 >.at-kept ;;
  'rollout status'*lost) touch lost ;;
  *absent*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  get*paused-one*) printf '2|true|RollingUpdate' ;;
  get*asleep*) printf '0||RollingUpdate' ;;
  get*deployment/single*) printf '1||Recreate' ;;
  get*deployment/*) printf '2||RollingUpdate' ;;
  'rollout status'*broken*) exit 1 ;;
  'rollout status'*--timeout=5s*crashing*) exit 1 ;;
  config*) echo test-cluster ;;
esac
EOF

stub sleep </dev/null
run --deployment cart --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would restart: deployment cart in namespace shop' <<<"$out"
check 'a dry run restarts nothing' test -z "$(calls 'rollout restart')"

run --deployment cart --namespace shop --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the deployment is restarted' test "$(calls 'rollout --namespace shop .*restart deployment/cart$' | wc -l)" -eq 1
check 'it waits for the rollout' test -n "$(calls 'rollout status --namespace shop --timeout=60s deployment/cart')"
check 'it says so' grep -q 'restarted: deployment cart' <<<"$out"
check 'of one that has pods nothing is noted' test -z "$(grep -E '^(note|warning)' <<<"$err")"
run --deployment single --dry-run
check 'that all pods end first is told' test "$status:$(grep -c '^warning: the strategy of single is Recreate' <<<"$err")" = 0:1
run --deployment asleep
check 'one without pods is restarted, with a note' test "$status:$(grep -c '^note: asleep is scaled to 0' <<<"$err")" = 0:1

run --deployment cart
check 'a second run works, in the default namespace' test "$status" -eq 0 -a -n "$(calls 'restart .*deployment/cart|rollout --namespace default')"

run --deployment owned
check 'one that is set back during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'something has set the restart of owned back' <<<"$err")"
echo 1 >.at-kept
run --deployment kept
check 'so is one that is set back to a former restart' test "$status" -eq 1 -a -n "$(grep 'something has set the restart of kept back' <<<"$err")"
run --deployment lost
check 'one that cannot be read after the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'after the restart' <<<"$err")"
run --deployment broken --timeout 010
check 'a rollout that does not finish is a failure' test "$status:$(grep -c 'the new pods of broken are not ready after 10 s' <<<"$err")" = 1:1
check 'and is not told as a restart' test -z "$(grep '^restarted' <<<"$out")"
check 'the way back names the cluster' grep -q 'kubectl rollout undo --namespace [a-z]* deployment/broken --context .[a-z-]*.$' <<<"$err"
run --deployment crashing
check 'pods that crash a moment later are a failure' bash -c '[ "$1" = 1 ] && grep -q "not ready after 300 s, or only for a moment" <<<"$2"' _ "$status" "$err"
check 'after ten seconds' test -n "$(calls '^sleep 10$')"
run --deployment absent
check 'a missing deployment is a failed precondition' test "$status" -eq 3
run --deployment paused-one
check 'a paused deployment is refused' test "$status" -eq 3
run
check 'the name is required' test "$status" -eq 2
run --deployment 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --deployment cart --timeout soon
check 'a bad timeout is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
