#!/usr/bin/env bash
. "$HARNESS"

echo 'cart=example/cart:1.0' >cart; printf 'api=example/api:1.0\nproxy=example/proxy:9\n' >api
echo 's=x:1' >stubborn; echo 's=x:1' >starved; echo 's=x:1' >frozen; echo 's=x:1' >locked; echo 's=x:1' | tee asleep vanishing lost mute crashing >owned; : >bare
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/frozen --output jsonpath={.spec.paused}'*) echo 'true|1' ;;
  'get --namespace shop --request-timeout=30s deployment/mute --output jsonpath={.spec.paused}'*) exit 1 ;;
  'get --namespace shop --request-timeout=30s deployment/asleep --output jsonpath={.spec.paused}|{.spec.replicas}') echo '|0' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.spec.paused}'*) echo '|10' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'set image --namespace shop --request-timeout=30s deployment/stubborn '*) ;;
  'set image --namespace shop --request-timeout=30s deployment/locked '*) exit 1 ;;
  'set image --namespace shop --request-timeout=30s deployment/vanishing '*) rm vanishing ;;
  'set image --namespace shop --request-timeout=30s deployment/'*' '*=*) c=${7%%=*}; sed -i "s|^$c=.*|$7|" "$name" ;;
  'rollout status --namespace shop --timeout=10s deployment/starved') exit 1 ;;
  'rollout status --namespace shop --timeout=5s deployment/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s deployment/lost') rm -f lost ;;
  'rollout status --namespace shop --timeout='*'s deployment/owned') echo 's=x:1' >owned ;;
  'rollout status --namespace shop --timeout='*'s deployment/'*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --deployment cart --image example/cart:1.4 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: image of container cart in deployment cart of namespace shop from example/cart:1.0 to example/cart:1.4' <<<"$out"
check 'a dry run changes nothing' grep -qx 'cart=example/cart:1.0' cart
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --image example/cart:1.4 --namespace shop --dry-run
  check "that the image may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the image back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --deployment cart --image example/cart:1.4 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the image is set' grep -qx 'cart=example/cart:1.4' cart
check 'the former one is told' grep -qx 'former image: example/cart:1.0' <<<"$out"
check 'how long it was looked at is told' grep -qx 'set: container cart of deployment cart in namespace shop has the image example/cart:1.4, and its pods are ready ten seconds after the rollout' <<<"$out"
check 'it waits' test -n "$(calls 'rollout status .*deployment/cart$')"
run --deployment cart --image example/cart:1.4 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and sets nothing' test "$(calls 'set image' | wc -l)" -eq 1
run --deployment asleep --image x:2 --namespace shop
check 'with 0 replicas it is not told as running' grep -qx 'set: container s of deployment asleep in namespace shop has the image x:2, which nothing runs, and nobody has tried to pull it: there are 0 replicas' <<<"$out"
run --deployment asleep --image x:2 --namespace shop
check 'nor where it was set before' grep -qx 'nothing to change: container s has the image x:2 already, which nothing runs, .* 0 replicas' <<<"$out"
: >"$STUB_LOG"
run --deployment api --image example/api:2 --namespace shop
check 'one of several containers must be named' test "$status:$(grep -c 'name one with --container: api=example/api:1.0, proxy=example/proxy:9$' <<<"$err")" = 2:1
run --deployment api --image localhost:5000/proxy@sha256:00aa --container proxy --namespace shop
check 'the named container alone is changed' test "$(tr '\n' ' ' <api)" = 'api=example/api:1.0 proxy=localhost:5000/proxy@sha256:00aa '
run --deployment api --image x:1 --container nope --namespace shop
check 'a container that does not exist is refused' test "$status:$(grep -c 'has no container nope' <<<"$err")" = 3:1
run --deployment bare --image x:1 --namespace shop
check 'so is a deployment without any' test "$status:$(grep -c 'has no containers' <<<"$err")" = 3:1
run --deployment absent --image x:1 --namespace shop
check 'and one that does not exist' test "$status:$(grep -c 'cannot read deployment absent in namespace shop' <<<"$err")" = 3:1
run --deployment mute --image x:2 --namespace shop
check 'and one of which it cannot be told whether it is paused' test "$status:$(cat mute)" = 3:s=x:1
run --deployment frozen --image x:2 --namespace shop
check 'a paused deployment is refused' test "$status" -eq 3
run --deployment stubborn --image x:2 --namespace shop
check 'an image that does not take is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls 'rollout status .*stubborn')" = 1:1:
run --deployment locked --image x:2 --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not set the image' <<<"$err")" = 1:1
run --deployment vanishing --image x:2 --namespace shop
check 'so is one after which it cannot be read' test "$status:$(grep -c 'after the change' <<<"$err")" = 1:1
run --deployment lost --image x:2 --namespace shop
check 'or not after the rollout' test "$status:$(grep -c 'after the rollout' <<<"$err")" = 1:1
run --deployment starved --image x:2 --namespace shop --timeout 010
check 'pods that do not come up are a failure' test "$status:$(grep -c 'not ready after 10 s, or only for a moment; former image: x:1' <<<"$err")" = 1:1
run --deployment starved --image x:2 --namespace shop --timeout 010
check 'so they are the second time, and the way back is told' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(grep -c "not ready after 10 s, or only for a moment; back to .*: kubectl rollout undo --namespace shop deployment/starved --context 'test-cluster'$" <<<"$err")" = 1:1:1
: >"$STUB_LOG"; run --deployment starved --image x:2 --namespace shop --timeout 010 --dry-run
check 'a dry run does not wait for them' test "$status:$(calls 'rollout status')" = 0:
run --deployment crashing --image x:2 --namespace shop
check 'pods that crash a moment later are one too' test "$status:$(grep -c 'not ready after 300 s, or only for a moment; former image: x:1' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as done' test -z "$(grep '^set:' <<<"$out")"
run --deployment crashing --image x:2 --namespace shop
check 'also the second time' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
run --deployment owned --image x:2 --namespace shop
check 'one that is set back during the rollout is a failure' test "$status" -eq 1 -a -n "$(grep 'something has set it back' <<<"$err")"
run --deployment cart --image localhost:5000/cart
check 'an image without a tag is refused' test "$status" -eq 2

run --deployment cart --image 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment cart --image '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
