#!/usr/bin/env bash
. "$HARNESS"

echo 2 >.count
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*horizontal*) [ ! -e .blind ] || exit 1; printf 'Deployment/cart cart-hpa\n' ;;
  get*pods*) [ ! -e .unlisted ] || exit 1; if [ -s .ending ]; then cat .ending; sed -i '$d' .ending; fi ;;
  get*deployment/*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  get*deployment/*) cat .count ;;
  scale*stubborn*) ;;
  scale*locked*) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  'rollout status'*lost*) rm -f .count ;;
  scale*) echo "${*: -1}" | sed 's/.*=//' >.count ;;
  'rollout status'*starved* | 'rollout status'*--timeout=5s*crashing) exit 1 ;;
  config*) echo test-cluster ;;
esac
EOF
stub sleep </dev/null

run --deployment cart --replicas 5 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would scale: deployment cart in namespace shop from 2 to 5' <<<"$out"
check 'a dry run changes nothing' grep -qx 2 .count
check 'an autoscaler is pointed out' grep -q 'autoscaler cart-hpa' <<<"$err"
check 'and nothing is said to be unknown' test "$(grep -c 'not known' <<<"$err")" -eq 0
touch .blind; run --deployment cart --replicas 5 --namespace shop --dry-run
check 'autoscalers that cannot be listed are not told as none' test "$status:$(grep -c '^note: the autoscalers cannot be listed' <<<"$err")" = 0:1
rm .blind

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
stub sleep </dev/null
printf '%s\n' 'ReplicaSet/other-5d8f9 Running' 'ReplicaSet/other-more-5d8f9 Running' 'ReplicaSet/other-7c9b4 Succeeded' 'ReplicaSet/other-5d8f9 Running' >.ending
echo 2 >.count; run --deployment other --replicas 0
check 'pods that still end are waited for' test "$status:$(wc -l <.ending)" = 0:0
printf '%s\n' 'ReplicaSet/other-5d8f9 Running' 'Job/other Running' >.ending; cp .ending .stays
stub sleep <<<'cp .stays .ending; exec /bin/sleep 0.5'
echo 2 >.count; run --deployment other --replicas 0 --timeout 1
check 'those that stay are a failure' bash -c '[ "$1" = 1 ] && grep -q "the count is set, but 1 pods too many still run or end after 1 s" <<<"$2"' _ "$status" "$err"
printf '%s\n' 'ReplicaSet/other-5d8f9 Succeeded' 'ReplicaSet/other-5d8f9 Failed' >.ending; cp .ending .stays
stub sleep <<<'cp .stays .ending; exec /bin/sleep 0.5'
echo 2 >.count; run --deployment other --replicas 0 --timeout 1
check 'those that have ended are not too many' test "$status" -eq 0
rm .ending; touch .unlisted
echo 2 >.count; run --deployment other --replicas 0
check 'pods that cannot be listed are a failure' test "$status:$(grep -c 'the pods cannot be listed' <<<"$err")" = 1:1
rm .unlisted
echo 2 >.count; run --deployment other --replicas 4 --dry-run
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment other --replicas 4 --dry-run
  check "that the count may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the count back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
stub sleep </dev/null
echo 2 >.count
run --deployment stubborn --replicas 3
check 'a count that does not take is a failure' test "$status:$(grep -c 'is set to 2 replicas, not 3' <<<"$err")" = 1:1
run --deployment locked --replicas 3
check 'a count that is refused too' test "$status:$(grep -c 'could not scale locked' <<<"$err")" = 1:1
run --deployment starved --replicas 7 --timeout 010
check 'pods that do not come up are a failure' test "$status:$(grep -cE 'not ready after [0-9]+ s \(waited for at most 10 s\); former count: 2' <<<"$err")" = 1:1
check 'for which so many seconds are waited' test -n "$(calls 'rollout status .*--timeout=10s deployment/starved$')"
echo 2 >.count; run --deployment crashing --replicas 3
check 'pods that crash a moment later are a failure' test "$status:$(grep -c 'ten seconds later are not; former count: 2' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as done' test -z "$(grep '^scaled' <<<"$out")"
: >"$STUB_LOG"; echo 2 >.count; run --deployment crashing --replicas 0
check 'where none are wanted none are waited for' test "$status:$(calls '^sleep')" = 0:
echo 2 >.count; run --deployment other --replicas 010 --dry-run
check 'numbers are decimal' grep -q 'from 2 to 10 replicas' <<<"$out"
run --deployment lost --replicas 3
check 'one that cannot be read afterwards is a failure' test "$status:$(grep -c 'cannot read the deployment after scaling' <<<"$err")" = 1:1
echo 2 >.count
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
