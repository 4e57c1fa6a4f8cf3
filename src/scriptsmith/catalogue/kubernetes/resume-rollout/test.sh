#!/usr/bin/env bash
. "$HARNESS"

echo true >cart; echo true >locked; echo true >stubborn; echo true >starved; echo true >owned; echo true >lost; echo true >crashing
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.spec.paused}') [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'get --namespace shop --request-timeout=30s deployment/'*'={.metadata.ownerReferences'*) if [ -e owner ]; then echo 'Rollout|{} {}'; elif [ -e argo ]; then echo '|{} {"argocd.argoproj.io/tracking-id":"x"}'; fi ;;
  'rollout resume --namespace shop --request-timeout=30s deployment/locked') exit 1 ;;
  'rollout resume --namespace shop --request-timeout=30s deployment/stubborn') ;;
  'rollout resume --namespace shop --request-timeout=30s deployment/'*) : >"$name" ;;
  'rollout status --namespace shop --timeout='*'s deployment/starved') echo 'error: timed out waiting for the condition' >&2; exit 1 ;;
  'rollout status --namespace shop --timeout=5s deployment/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s deployment/crashing') ;;
  'rollout status --namespace shop --timeout='*'s deployment/owned') echo true >owned ;;
  'rollout status --namespace shop --timeout='*'s deployment/lost') rm -f lost ;;
  'rollout status --namespace shop --timeout='*'s deployment/cart') echo 'successfully rolled out' ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --deployment cart --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would resume: the rollout of deployment cart in namespace shop' <<<"$out"
check 'a dry run changes nothing' grep -qx true cart
check 'nobody is said to keep it where nothing tells so' test -z "$err"
touch argo; run --deployment cart --namespace shop --dry-run; rm argo
check 'that a repository may pause it again is told' test "$status:$(grep -c '^warning: Argo CD keeps this deployment' <<<"$err")" = 0:1
touch owner; run --deployment cart --namespace shop --dry-run; rm owner
check 'and an owner' test "$status:$(grep -cF 'warning: its owner (Rollout) keeps this deployment' <<<"$err")" = 0:1
run --deployment cart --namespace shop --timeout 90
check 'it succeeds' test "$status" -eq 0
check 'the deployment is resumed' test ! -s cart
check 'the undo names namespace and context' grep -qx "resumed; to pause it again: kubectl rollout pause deployment/cart --namespace shop --context 'test-cluster'" <<<"$out"
check 'it waits' test -n "$(calls 'rollout status .*--timeout=90s deployment/cart$')"
run --deployment cart --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and resumes nothing' test "$(calls 'rollout resume' | wc -l)" -eq 1
check 'but waits, too' test "$(calls 'rollout status .*=300s deployment/cart$' | wc -l):$(tail -n 1 <<<"$out")" = '1:complete: the rollout of deployment cart in namespace shop'
: >"$STUB_LOG"; run --deployment cart --namespace shop --dry-run
check 'a dry run waits for nothing' test "$status:$(calls 'rollout status')" = 0:
run --deployment starved --namespace shop
check 'pods that do not come up are a failure' test "$status" -eq 1
check 'the way back is told whole' grep -q "after 300 s, or only for a moment; to the former version: kubectl rollout undo deployment/starved --namespace shop --context 'test-cluster'$" <<<"$err"
run --deployment starved --namespace shop
check 'also of one that is not paused any more' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
run --deployment crashing --namespace shop
check 'pods that crash a moment later are a failure' test "$status:$(grep -c 'not ready after 300 s, or only for a moment' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as complete' test -z "$(grep '^complete' <<<"$out")"
run --deployment stubborn --namespace shop
check 'a resumption that does not take is a failure' grep -q 'still paused' <<<"$err"
run --deployment owned --namespace shop
check 'one that is paused again during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'is paused again' <<<"$err")"
run --deployment lost --namespace shop
check 'one that cannot be read after the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'after the rollout' <<<"$err")"
run --deployment locked --namespace shop
check 'one that is refused is a failure' test "$status" -eq 1
run --deployment absent --namespace shop
check 'a missing deployment is refused' test "$status" -eq 3
run --deployment cart --timeout 0
check 'no time at all is refused' test "$status" -eq 2

run --deployment 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
