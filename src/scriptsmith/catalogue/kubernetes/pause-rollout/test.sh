#!/usr/bin/env bash
. "$HARNESS"

echo '|3|1|3' >cart; echo '|3|1|3' >locked; echo '|3|1|3' >stubborn
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'rollout pause --namespace shop --request-timeout=30s deployment/cart') grep -q ^true cart && { echo 'error: deployments.apps "cart" is already paused' >&2; exit 1; }; echo 'true|3|1|3' >cart ;;
  'rollout pause --namespace shop --request-timeout=30s deployment/stubborn') ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --deployment cart --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would pause: the rollout of deployment cart in namespace shop' <<<"$out"
check 'it shows how far the rollout is' grep -qx 'pods wanted: 3, of the new version: 1, ready: 3' <<<"$out"
check 'a dry run changes nothing' grep -q '^|' cart
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --namespace shop --dry-run
  check "that it may be resumed is told: $who" grep -qxF "warning: $who keeps this deployment and may resume its rollout; pause it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --deployment cart --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the deployment is paused' grep -q '^true' cart
check 'the way back is told' grep -q 'kubectl rollout resume deployment/cart --namespace shop --context .test-cluster.$' <<<"$out"
run --deployment cart --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and pauses nothing' test "$(calls 'rollout pause' | wc -l)" -eq 1
run --deployment stubborn --namespace shop
check 'a pause that does not take is a failure' test "$status" -eq 1
run --deployment locked --namespace shop
check 'a pause that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not pause deployment locked" <<<"$2"' _ "$status" "$err"
run --deployment absent --namespace shop
check 'a missing deployment is refused' test "$status" -eq 3
run --deployment cart --namespace shop --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --deployment cart --namespace shop --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --deployment cart --namespace shop --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
for namespace in Shop -x 'a b'; do
  run --deployment cart --namespace "$namespace" --dry-run
  check "no namespace: $namespace" test "$status" -eq 2
done
run --namespace shop
check 'the deployment is required' test "$status" -eq 2

run --deployment 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --deployment cart >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo '|3|1|3' >cart; stub sleep <<<"echo '|3|1|3' >cart"; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --deployment cart --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something has resumed it' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
