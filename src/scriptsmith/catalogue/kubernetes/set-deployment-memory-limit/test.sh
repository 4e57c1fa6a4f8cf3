#!/usr/bin/env bash
. "$HARNESS"

echo 'cart|256Mi|128Mi' >cart; printf 'api||\nproxy|1Gi|1G\n' >api; echo 's|1Mi|' >stubborn; echo 's|1Mi|' >starved; echo 's|1Mi|' >quota; echo 's|1Mi|' >held; echo 's|1Mi|' >owned; echo 's|1Mi|' >lost; echo 's|500M|' >odd; : >bare
for it in mute locked vanishing; do echo 's|1Mi|' >$it; done
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.spec.paused}') [ "$name" != mute ] || exit 1; [ "$name" != held ] || echo true ;;
  'get --namespace shop --request-timeout=30s deployment/starved --output jsonpath={.status.conditions'*'type=="ReplicaFailure"'*) printf 'exceeded\n quota' ;;
  'get --namespace shop --request-timeout=30s deployment/starved --output jsonpath={.status.conditions'*) printf 'Deployment has minimum availability.' ;;
  'get --namespace shop --request-timeout=30s deployment/slow --output jsonpath={.status.conditions'*) ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'set resources --namespace shop --request-timeout=30s deployment/quota '*) echo 'Error: exceeded quota' >&2; exit 1 ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=memory='*' --dry-run=server') echo "deployment.apps/$name resource requirements updated (server dry run)" ;;
  'set resources --namespace shop --request-timeout=30s deployment/stubborn '*) ;;
  'set resources --namespace shop --request-timeout=30s deployment/locked '*) exit 1 ;;
  'set resources --namespace shop --request-timeout=30s deployment/vanishing '*) rm vanishing ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=memory='*)
    c=${7#*=}; l=${8##*=}; r=${9##*=}; awk -F'|' -v OFS='|' -v c="$c" -v l="$l" -v r="$r" '$1 == c { $2 = l; if (r != "") $3 = r } { print }' "$name" >t; mv t "$name" ;;
  'rollout status --namespace shop --timeout=10s deployment/starved' | 'rollout status --namespace shop --timeout=300s deployment/slow') exit 1 ;;
  'rollout status --namespace shop --timeout=5s deployment/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s deployment/owned') echo 's|1Mi|' >owned ;;
  'rollout status --namespace shop --timeout='*'s deployment/lost') rm -f lost ;;
  'rollout status --namespace shop --timeout='*'s deployment/'*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --deployment cart --memory 512 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: memory limit of container cart in deployment cart to 512Mi' <<<"$out"
check 'a dry run changes nothing' grep -qx 'cart|256Mi|128Mi' cart
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --memory 512 --namespace shop --dry-run
  check "that the limit may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the limit back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --deployment cart --memory 512 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the limit is set, the request stays' grep -qx 'cart|512Mi|128Mi' cart
check 'the former limit is told' grep -qx 'former limit: 256Mi' <<<"$out"
check 'the undo names namespace and context' grep -qx "undo, .*: kubectl rollout undo --namespace shop deployment/cart --context 'test-cluster'" <<<"$out"
run --deployment cart --memory 0512 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --deployment api --container proxy --memory 1024 --namespace shop
check 'the same limit in another unit is the same' grep -q '^nothing to change' <<<"$out"
run --deployment api --container proxy --memory 500 --namespace shop
check 'a request above the limit is lowered' grep -qx 'proxy|500Mi|500Mi' api
check 'of one with a request nothing is noted' test -z "$(grep '^note: ' <<<"$out")"
check 'the other container stays' grep -qx 'api||' api
run --deployment api --memory 500 --namespace shop
check 'one of several containers must be named' test "$status" -eq 2
run --deployment api --container nope --memory 500 --namespace shop
check 'one that does not exist is refused' test "$status:$(grep -c 'has no container nope' <<<"$err")" = 3:1
run --deployment bare --memory 500 --namespace shop
check 'so is a deployment without any' test "$status:$(grep -c 'has no containers' <<<"$err")" = 3:1
run --deployment mute --memory 500 --namespace shop
check 'and one of which it cannot be told whether it is paused' test "$status:$(cat mute)" = '3:s|1Mi|'
while read -r limit mebibytes; do
  echo "s|$limit|" >unit
  run --deployment unit --memory "$mebibytes" --namespace shop
  check "$limit is $mebibytes MiB" test "$status:$(grep -c "^nothing to change: container s has the memory limit $limit already" <<<"$out")" = 0:1
done <<'X'
2097152 2
2048Ki 2
010Mi 10
2Gi 2048
2Ti 2097152
1048576k 1000
16384M 15625
2048G 1953125
X
while read -r request limit lowered; do
  echo "s|1Mi|$request" >unit
  run --deployment unit --memory "$limit" --namespace shop --dry-run
  check "a request of $request is above $limit MiB: $lowered" test "$status:$(grep -c 'the memory request is lowered' <<<"$out")" = "0:$lowered"
done <<'X'
1T 953674 1
1T 953675 0
512Mi 512 0
99999999Gi 1024 1
X
for request in 999999999Gi 1.5Gi 1Ei; do
  echo "s|1Mi|$request" >unit
  run --deployment unit --memory 1024 --namespace shop
  check "a request that is not understood is refused: $request" test "$status:$(grep -cF "the memory request '$request' of container s is not understood" <<<"$err"):$(cat unit)" = "3:1:s|1Mi|$request"
done
run --deployment quota --memory 500 --namespace shop
check 'what the API server refuses is refused' test "$status" -eq 3
run --deployment stubborn --memory 500 --namespace shop --dry-run
check 'that a limit alone is requested in full is told' test "$status:$(grep -c '^note: it requests no memory of its own, so its pods request all of the limit' <<<"$out")" = 0:1
run --deployment stubborn --memory 500 --namespace shop
check 'a limit that does not take is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls 'rollout status .*stubborn')" = 1:1:
run --deployment locked --memory 500 --namespace shop
check 'so is one that is refused' test "$status:$(grep -c 'could not set the memory limit' <<<"$err")" = 1:1
run --deployment vanishing --memory 500 --namespace shop
check 'and one after which it cannot be read' test "$status:$(grep -c 'after the change' <<<"$err")" = 1:1
run --deployment owned --memory 500 --namespace shop
check 'one that is set back during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'something has set it back' <<<"$err")"
run --deployment lost --memory 500 --namespace shop
check 'one that cannot be read after the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'after the rollout' <<<"$err")"
echo 's|1Mi|' >crashing
run --deployment crashing --memory 500 --namespace shop
check 'pods that crash a moment later are a failure' test "$status:$(grep -c 'not ready after 300 s, or only for a moment; back out with' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as done' test -z "$(grep '^set:' <<<"$out")"
echo 's|1Mi|' >slow
run --deployment slow --memory 500 --namespace shop
check 'where no pod is refused none is told so' test "$status:$(grep -c 'new pods are refused' <<<"$err")" = 1:0
run --deployment starved --memory 500 --namespace shop --timeout 010
check 'the way back names the cluster' grep -q 'kubectl rollout undo --namespace shop deployment/starved --context .test-cluster.$' <<<"$err"
check 'pods that do not come up are a failure' test "$status:$(grep -c 'not ready after 10 s' <<<"$err")" = 1:1
check 'and why is told on one line' grep -qx 'new pods are refused: exceeded  quota' <<<"$err"
run --deployment starved --memory 500 --namespace shop --timeout 010
check 'so they are the second time, and the way back is told' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(grep -c "not ready after 10 s, or only for a moment; back to .*: kubectl rollout undo --namespace shop deployment/starved --context 'test-cluster'$" <<<"$err")" = 1:1:1
: >"$STUB_LOG"; run --deployment starved --memory 500 --namespace shop --timeout 010 --dry-run
check 'a dry run does not wait for them' test "$status:$(calls 'rollout status')" = 0:
run --deployment held --memory 500 --namespace shop
check 'a paused deployment is refused' test "$status" -eq 3 -a "$(cat held)" = 's|1Mi|'
run --deployment odd --memory 477 --namespace shop
check 'nearly the same is not the same' grep -qx 's|477Mi|' odd
run --deployment absent --memory 500 --namespace shop
check 'a missing deployment is refused' test "$status" -eq 3
run --deployment cart --memory 0
check 'no memory at all is refused' test "$status" -eq 2

run --deployment cart --memory 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment cart --memory '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
