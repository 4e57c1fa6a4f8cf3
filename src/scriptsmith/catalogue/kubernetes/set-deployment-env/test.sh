#!/usr/bin/env bash
. "$HARNESS"

echo '{"spec":{"template":{"spec":{"containers":[{"name":"cart","env":[{"name":"LOG_LEVEL","value":"info"},{"name":"DB_HOST","valueFrom":{"configMapKeyRef":{"name":"c","key":"k"}}}]}]}}}}' >cart.json
jq -c '.spec.template.spec.containers += [{"name":"proxy"}]' cart.json >api.json
for it in locked back starved owned vanishing lost crashing; do cp cart.json $it.json; done
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/'*' --output json') [ -e "$name.json" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name.json" ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'set env --namespace shop --request-timeout=30s deployment/locked '*) exit 1 ;;
  'set env --namespace shop --request-timeout=30s deployment/back '*) ;;
  'set env --namespace shop --request-timeout=30s deployment/vanishing '*) rm vanishing.json ;;
  'set env --namespace shop --request-timeout=30s deployment/'*' --containers='*) c=${7#*=} v=${8%%=*}
    jq -c --arg c "$c" --arg v "$v" --arg x "${8#*=}" '(.spec.template.spec.containers[] | select(.name == $c)).env |= ([.[]? | select(.name != $v)] + [{name: $v, value: $x}])' "$name.json" >n && mv n "$name.json" ;;
  'rollout status --namespace shop --timeout=10s deployment/starved') exit 1 ;;
  'rollout status --namespace shop --timeout=5s deployment/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s deployment/lost') rm -f lost.json ;;
  'rollout status --namespace shop --timeout='*'s deployment/owned') cp locked.json owned.json ;;
  'rollout status --namespace shop --timeout='*'s deployment/'*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --deployment cart --variable LOG_LEVEL --value debug --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: LOG_LEVEL of container cart in deployment cart to debug' <<<"$out"
check 'the former value is told' grep -qx 'former value: info' <<<"$out"
check 'a dry run changes nothing' grep -q '"value":"info"' cart.json
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --variable LOG_LEVEL --value debug --namespace shop --dry-run
  check "that it may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the variable back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --deployment cart --variable LOG_LEVEL --value 'two  words' --namespace shop --dry-run
check 'a value with blanks is told whole' grep -qx 'would set: LOG_LEVEL of container cart in deployment cart to two\\ \\ words' <<<"$out"
run --deployment cart --variable LOG_LEVEL --value '-x=1; $(touch pwned)' --namespace shop
check 'a value is taken as it is, and runs nothing' test "$status" -eq 0 -a ! -e pwned
check 'and it arrives' test "$(jq -r '.spec.template.spec.containers[0].env[] | select(.name == "LOG_LEVEL").value' cart.json)" = '-x=1; $(touch pwned)'
check 'it waits' test -n "$(calls 'rollout status .*deployment/cart$')"
run --deployment cart --variable LOG_LEVEL --value '-x=1; $(touch pwned)' --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls 'set env' | wc -l)" -eq 1
run --deployment api --variable NEW --value 1 --namespace shop
check 'one of several containers must be named' test "$status:$(grep -c 'name one with --container: cart, proxy$' <<<"$err")" = 2:1
run --deployment api --variable NEW --value 1 --container nope --namespace shop
check 'one that does not exist is refused' test "$status:$(grep -c 'has no such container, only: cart, proxy$' <<<"$err")" = 3:1
run --deployment api --variable NEW --value 1 --container proxy --namespace shop
check 'a new variable is set in the named container' test "$(jq -c '.spec.template.spec.containers[1].env' api.json)" = '[{"name":"NEW","value":"1"}]'
check 'no warning where nothing is taken as a whole' test -z "$err"
check 'the command that takes it away names the container' grep -qx "to take it away again: kubectl --context 'test-cluster' set env deployment/api --namespace shop --containers proxy NEW-" <<<"$out"
run --deployment crashing --variable LOG_LEVEL --value debug --namespace shop
check 'pods that crash a moment later are one too' test "$status:$(grep -c 'not ready after 300 s, or only for a moment' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as done' test -z "$(grep '^set:' <<<"$out")"
run --deployment crashing --variable LOG_LEVEL --value debug --namespace shop
check 'also the second time' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
run --deployment owned --variable A --value x --namespace shop
check 'one that is set back during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'something has set it back' <<<"$err")"
run --deployment cart --variable DB_HOST --value x --namespace shop
check 'one that comes from a ConfigMap is refused' test "$status:$(grep -c 'comes from elsewhere (configMapKeyRef)' <<<"$err")" = 3:1
run --deployment cart --variable db_password --value x --namespace shop
check 'a secret is refused' test "$status" -eq 3
run --deployment back --variable A --value x --namespace shop
check 'a change that does not take is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls 'rollout status .*back')" = 1:1:
run --deployment vanishing --variable A --value x --namespace shop
check 'so is one after which it cannot be read' test "$status:$(grep -c 'cannot read deployment vanishing after the change' <<<"$err")" = 1:1
run --deployment lost --variable A --value x --namespace shop
check 'or not after the rollout' test "$status:$(grep -c 'after the rollout' <<<"$err")" = 1:1
jq -c '.spec.paused = true' cart.json >stopped.json; : >"$STUB_LOG"
run --deployment stopped --variable A --value x --namespace shop
check 'a paused deployment is refused' test "$status" -eq 3 -a -z "$(calls 'set env')"
jq -c '.spec.template.spec.containers[0].envFrom = [{"configMapRef": {"name": "all"}}, {"secretRef": {"name": "keys"}}]' cart.json >whole.json
run --deployment whole --variable A --value x --namespace shop
check 'variables that are taken as a whole are pointed out' grep -q '^warning: all of all, keys is taken as variables too' <<<"$err"
run --deployment locked --variable A --value x --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not change deployment locked' <<<"$err")" = 1:1
run --deployment starved --variable A --value x --namespace shop --timeout 010
check 'pods that do not come up are a failure' test "$status:$(grep -c 'not ready after 10 s' <<<"$err")" = 1:1
run --deployment starved --variable A --value x --namespace shop --timeout 010
check 'so they are the second time, and the way back is told' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(grep -c "not ready after 10 s, or only for a moment; back to .*: kubectl rollout undo --namespace shop deployment/starved --context 'test-cluster'$" <<<"$err")" = 1:1:1
: >"$STUB_LOG"; run --deployment starved --variable A --value x --namespace shop --timeout 010 --dry-run
check 'a dry run does not wait for them' test "$status:$(calls 'rollout status')" = 0:
run --deployment absent --variable A --value x --namespace shop
check 'a missing deployment is refused' test "$status:$(grep -c 'cannot read deployment absent' <<<"$err")" = 3:1
run --deployment cart --variable 'x; touch pwned' --value x
check 'a hostile name is refused' test "$status" -eq 2 -a ! -e pwned
finish
