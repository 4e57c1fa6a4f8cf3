#!/usr/bin/env bash
. "$HARNESS"

echo '3|3|RollingUpdate|' >db; echo '5|5|RollingUpdate' >agent; echo '3|2|RollingUpdate|' >sick; echo '0||RollingUpdate|' >none
echo '3|3|OnDelete|' >hand; for it in starved locked back owned lost crashing; do cp db $it; done; echo 6 | tee .at-back >.at-db
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*set/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s '*'set/'*' --output jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}') [ -e "$name" ] || exit 1; cat ".at-$name" 2>/dev/null || true ;;
  'get --namespace shop --request-timeout=30s daemonset/agent --output jsonpath={.status.desiredNumberScheduled}|'*) cat agent ;;
  'get --namespace shop --request-timeout=30s statefulset/'*' --output jsonpath={.spec.replicas}|'*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'rollout restart --namespace shop --request-timeout=30s statefulset/locked') exit 1 ;;
  'rollout restart --namespace shop --request-timeout=30s statefulset/back') ;;
  'rollout restart --namespace shop --request-timeout=30s '*'set/'*) echo 7 >".at-$name"; echo "$name restarted" ;;
  'rollout status --namespace shop --timeout=900s statefulset/starved') echo 'error: timed out waiting' >&2; exit 1 ;;
  'rollout status --namespace shop --timeout=5s statefulset/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s statefulset/owned') rm -f .at-owned ;;
  'rollout status --namespace shop --timeout='*'s statefulset/lost') rm -f lost ;;
  'rollout status --namespace shop --timeout='*'s '*'set/'*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --name db --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would restart: statefulset db, 3 pods' <<<"$out"
check 'a dry run restarts nothing' test -z "$(calls 'rollout restart')"
run --name db --namespace shop --timeout 60
check 'it succeeds' grep -qx 'restarted: statefulset db in namespace shop' <<<"$out"
check 'it is restarted' test "$(calls 'rollout restart .* statefulset/db$' | wc -l)" -eq 1
check 'and waited for' test -n "$(calls 'rollout status --namespace shop --timeout=60s statefulset/db$')"
run --name agent --kind daemonset --namespace shop
check 'a daemonset can be restarted' test "$status" -eq 0 -a -n "$(calls 'rollout restart .* daemonset/agent$')"
check 'of one that is ready nothing is warned' test -z "$(grep '^warning' <<<"$err")"
echo '5|3|RollingUpdate' >agent; rm .at-agent
run --name agent --kind daemonset --namespace shop
check 'a daemonset is restarted while some of its pods are not ready, with a warning' test "$status" -eq 0 -a -n "$(grep '^warning: 2 of its pods are not ready' <<<"$err")"
run --name starved --namespace shop
check 'pods that do not come up are a failure' test "$status" -eq 1
run --name crashing --namespace shop
check 'pods that crash a moment later are one too' test "$status:$(grep -c 'ten seconds later are not' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as restarted' test -z "$(grep '^restarted' <<<"$out")"
run --name back --namespace shop
check 'a restart that does not take is a failure' test "$status" -eq 1
run --name owned --namespace shop
check 'one that is set back during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'something has set the restart of statefulset owned back' <<<"$err")"
run --name lost --namespace shop
check 'one that cannot be read after the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'after the restart' <<<"$err")"
run --name locked --namespace shop
check 'a restart that is refused is a failure' test "$status" -eq 1
: >"$STUB_LOG"
run --name sick --namespace shop
check 'while a pod is not ready it is refused' test "$status" -eq 3
run --name hand --namespace shop
check 'pods that are replaced by hand are left alone' test "$status" -eq 3
run --name none --namespace shop
check 'nothing to restart is told' test "$status" -eq 3
run --name absent --namespace shop
check 'a missing workload is refused' test "$status" -eq 3
check 'refused runs restart nothing' test -z "$(calls 'rollout restart')"
run --name db --kind pod
check 'another kind is refused' test "$status" -eq 2

run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
