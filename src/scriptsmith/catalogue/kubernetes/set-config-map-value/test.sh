#!/usr/bin/env bash
. "$HARNESS"

echo '{"metadata":{"resourceVersion":"7"},"data":{"level":"debug","app.conf":"a=1\nb=2\n","line":"x\n"}}' >app.json
cp app.json back.json; cp app.json locked.json; jq -c '.immutable = true' app.json >fixed.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*configmap/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s configmap/'*' --output json') [ -e "$name.json" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name.json" ;;
  *' configmap/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'patch --namespace shop --request-timeout=30s configmap/locked '*) echo 'Error from server (Conflict)' >&2; exit 1 ;;
  'patch --namespace shop --request-timeout=30s configmap/back '*) ;;
  'patch --namespace shop --request-timeout=30s configmap/vanishing '*) rm vanishing.json ;;
  'patch --namespace shop --request-timeout=30s configmap/app --type=merge --patch={"metadata":{"resourceVersion":"7"},"data":{'*'}}')
    jq -c --argjson patch "${all#*--patch=}" '.data += $patch.data' app.json >n && mv n app.json ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --configmap app --key level --value info --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: level in ConfigMap app of namespace shop to info' <<<"$out"
check 'the former value is told' grep -qx 'former value: debug' <<<"$out"
check 'a dry run changes nothing' grep -q '"level":"debug"' app.json
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --configmap app --key level --value info --namespace shop --dry-run
  check "that it may be set back is told: $who" grep -qxF "warning: $who keeps this ConfigMap and may set the value back; change it there too" <<<"$err"
done <<'E'
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --configmap app --key level --value 'two  words' --namespace shop --dry-run
check 'a value with blanks is told whole' grep -qx 'would set: level in ConfigMap app of namespace shop to two\\ \\ words' <<<"$out"
run --configmap app --key level --value '-1 "x": $(touch pwned); {}' --namespace shop
check 'a value is taken as it is, and runs nothing' test "$status" -eq 0 -a ! -e pwned
check 'and it arrives' test "$(jq -r .data.level app.json)" = '-1 "x": $(touch pwned); {}'
check 'other keys stay' test "$(jq -r '.data["app.conf"]' app.json)" = $'a=1\nb=2'
run --configmap app --key level --value '-1 "x": $(touch pwned); {}' --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls ' patch ' | wc -l)" -eq 1
run --configmap app --key line --value x --namespace shop
check 'a last line break is no difference' grep -q '^nothing to change' <<<"$out"
run --configmap app --key line --value y --namespace shop
check 'and stays' test "$status:$(jq .data.line app.json)" = '0:"y\n"'
run --configmap app --key app.conf --value x --namespace shop
check 'a whole file is not replaced' test "$status" -eq 3
run --configmap app --key levle --value x --namespace shop
check 'a new key is refused' test "$status" -eq 3
run --configmap fixed --key level --value x --namespace shop
check 'an immutable ConfigMap is refused' test "$status" -eq 3
run --configmap back --key level --value x --namespace shop
check 'a change that does not take is a failure' test "$status:$(grep -c 'another value after the change' <<<"$err")" = 1:1
run --configmap locked --key level --value x --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not change ConfigMap locked' <<<"$err")" = 1:1
cp back.json vanishing.json; echo '<html>' >odd.json; : >void.json
run --configmap vanishing --key level --value x --namespace shop
check 'one that goes meanwhile is a failure' test "$status:$(grep -c 'cannot read ConfigMap vanishing after the change' <<<"$err")" = 1:1
run --configmap odd --key level --value x --namespace shop
check 'what is no JSON is refused' test "$status:$(grep -c 'is not understood' <<<"$err")" = 3:1
run --configmap void --key level --value x --namespace shop
check 'so is no answer' test "$status:$(grep -c 'cannot read ConfigMap void' <<<"$err")" = 3:1
run --configmap absent --key level --value x --namespace shop
check 'a missing ConfigMap is refused' test "$status" -eq 3
run --configmap app --key level --value $'a\nb' --namespace shop
check 'a value of several lines is refused' test "$status" -eq 2
run --configmap 'x; touch pwned' --key level --value x
check 'a hostile name is refused' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo '{"metadata":{"resourceVersion":"7"},"data":{"level":"debug"}}' | tee app.json >kept; stub sleep <<<'cp kept app.json'; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --configmap app --key level --value info --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
