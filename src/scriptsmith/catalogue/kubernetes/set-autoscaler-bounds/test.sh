#!/usr/bin/env bash
. "$HARNESS"

echo '|10|7|Deployment/cart' >cart; cp cart stubborn; cp cart locked
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*horizontalpodautoscaler/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s horizontalpodautoscaler/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s horizontalpodautoscaler/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }
    IFS='|' read -r low high current target owner <"$name"
    kind=${owner%/*} of=${owner#*/}
    # Nothing but its controller owns any of these.
    [[ $* == *'@.controller==true)].kind}'* ]] || kind=''
    [[ $* == *'@.controller==true)].name}'* ]] || of=''
    echo "$low|$high|$current|$target|$kind/$of" ;;
  'patch --namespace shop --request-timeout=30s horizontalpodautoscaler/half '*) echo '2|10|7|Deployment/half' >half ;;
  'patch --namespace shop --request-timeout=30s horizontalpodautoscaler/vanishing '*) rm vanishing ;;
  'patch --namespace shop --request-timeout=30s horizontalpodautoscaler/cart --type=merge --patch={'*)
    [[ ${!#} =~ minReplicas\":([0-9]+),\"maxReplicas\":([0-9]+)\}\}$ ]] || exit 1
    echo "${BASH_REMATCH[1]}|${BASH_REMATCH[2]}|7|Deployment/cart" >cart ;;
  'patch --namespace shop --request-timeout=30s horizontalpodautoscaler/stubborn '*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --autoscaler cart --minimum 3 --maximum 12 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: bounds of autoscaler cart (Deployment/cart) from 1-10 to 3-12' <<<"$out"
check 'a dry run changes nothing' grep -q '^|10' cart
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --autoscaler cart --minimum 3 --maximum 12 --namespace shop --dry-run
  check "that the bounds may be set back is told: $who" grep -qxF "warning: $who keeps this autoscaler and may set its bounds back; change them there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --autoscaler cart --minimum 03 --maximum 12 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the bounds are set' grep -q '^3|12|' cart
check 'the former ones are told' grep -qx 'set: bounds of autoscaler cart are 3 to 12 (before: 1 to 10)' <<<"$out"
run --autoscaler cart --minimum 3 --maximum 12 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and patches nothing' test "$(calls ' patch ' | wc -l)" -eq 1
for bounds in '3 13' '2 12'; do
  run --autoscaler cart --minimum "${bounds% *}" --maximum "${bounds#* }" --namespace shop --dry-run
  check "one bound that differs is enough ($bounds)" grep -qx "would set: bounds of autoscaler cart (Deployment/cart) from 3-12 to ${bounds/ /-}" <<<"$out"
done
run --autoscaler cart --minimum 010 --maximum 10 --namespace shop --dry-run
check 'numbers are decimal, and both bounds may be the same' grep -q 'from 3-12 to 10-10$' <<<"$out"
run --autoscaler cart --minimum 1 --maximum 7 --namespace shop --dry-run
check 'as many pods as the maximum are no reason to warn' test "$status:$err" = 0:
run --autoscaler cart --minimum 2 --maximum 4 --namespace shop
check 'scaling down is warned of' grep -q 'has 7 pods and will be scaled down to 4' <<<"$err"
run --autoscaler stubborn --minimum 2 --maximum 4 --namespace shop
check 'bounds that do not take are a failure' test "$status" -eq 1
echo '1|10|7|Deployment/half' | tee half >vanishing; echo '||7|Deployment/odd' >odd
run --autoscaler half --minimum 2 --maximum 4 --namespace shop
check 'one bound that does not take too' test "$status:$(grep -c 'the bounds are 2 to 10 after the change' <<<"$err")" = 1:1
run --autoscaler locked --minimum 2 --maximum 4 --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not change autoscaler locked' <<<"$err")" = 1:1
run --autoscaler vanishing --minimum 2 --maximum 4 --namespace shop
check 'one that goes meanwhile is a failure' test "$status:$(grep -c 'cannot read autoscaler vanishing after the change' <<<"$err")" = 1:1
run --autoscaler odd --minimum 2 --maximum 4 --namespace shop
check 'one without bounds is refused' test "$status:$(grep -c 'cannot read the bounds' <<<"$err")" = 3:1
echo '1|10|7|Deployment/cart|ScaledObject/cart-scaler' >owned; echo '1|10|7|Deployment/cart|/' >free
run --autoscaler owned --minimum 2 --maximum 4 --namespace shop
check 'one that another object owns is refused' bash -c '[ "$1" = 3 ] && grep -q "ScaledObject/cart-scaler owns" <<<"$2"' _ "$status" "$err"
run --autoscaler free --minimum 2 --maximum 4 --namespace shop --dry-run
check 'one that nothing owns is not' test "$status" -eq 0
run --autoscaler absent --minimum 2 --maximum 4 --namespace shop
check 'a missing autoscaler is refused' test "$status" -eq 3
run --autoscaler cart --minimum 5 --maximum 4
check 'bounds the wrong way round are refused' test "$status" -eq 2
run --autoscaler cart --minimum 0 --maximum 4
check 'a minimum of 0 is refused' test "$status" -eq 2
run --autoscaler cart --minimum 1 --maximum 9999 --namespace shop --dry-run
check 'four digits are taken' test "$status" -eq 0
run --autoscaler cart --minimum 1 --maximum 10000 --namespace shop --dry-run
check 'five are refused' test "$status" -eq 2
run --autoscaler cart --minimum 1
check 'the maximum is required' test "$status" -eq 2

run --autoscaler cart --minimum 1 --maximum 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --autoscaler cart --minimum 1 --maximum '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo '|10|7|Deployment/cart' | tee cart >kept; stub sleep <<<'cp kept cart'; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --autoscaler cart --minimum 2 --maximum 4 --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets them back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
