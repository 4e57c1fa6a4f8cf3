#!/usr/bin/env bash
. "$HARNESS"
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

echo 'cart|250m|100m' >cart; printf 'api||\nproxy|1|900m\n' >api; for it in stubborn starved quota locked vanishing owned lost crashing; do echo 's|100m|' >$it; done; echo 's||1k' >odd; : >bare
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) echo -n shop; exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.spec.paused}') [ -e "$name" ] || exit 1; [ ! -e paused ] || echo true; exit ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath='*.limits.cpu*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'set resources --namespace shop --request-timeout=30s deployment/quota '*) echo 'Error: exceeded quota' >&2; exit 1 ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=cpu='*' --dry-run=server') echo "updated (server dry run)" ;;
  'set resources --namespace shop --request-timeout=30s deployment/locked '*) exit 1 ;;
  'set resources --namespace shop --request-timeout=30s deployment/vanishing '*) rm vanishing ;;
  'set resources --namespace shop --request-timeout=30s deployment/stubborn '*) ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=cpu='*)
    c=${7#*=}; l=${8##*=}; r=${9-}; r=${r##*=}; awk -F'|' -v OFS='|' -v c="$c" -v l="$l" -v r="$r" '$1 == c { $2 = l; if (r != "") $3 = r } { print }' "$name" >t; mv t "$name" ;;
  'rollout status --namespace shop --timeout=10s deployment/starved') exit 1 ;;
  'rollout status --namespace shop --timeout=5s deployment/crashing') exit 1 ;;
  'rollout status --namespace shop --timeout='*'s deployment/owned') echo 's|100m|' >owned ;;
  'rollout status --namespace shop --timeout='*'s deployment/lost') rm -f lost ;;
  'rollout status --namespace shop --timeout='*'s deployment/'*) ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep </dev/null
run --deployment cart --cpu 500m --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would set: CPU limit of container cart in deployment cart to 500m'
check 'a dry run changes nothing' grep -qx 'cart|250m|100m' cart
run --deployment cart --cpu 0.5 --namespace shop
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:set: CPU limit of container cart in deployment cart is 500m'
check 'the limit is set, the request stays' grep -qx 'cart|500m|100m' cart
check 'the former limit is told' grep -qx 'former limit: 250m' <<<"$out"
check 'the way back is told whole' grep -qx "undo: kubectl rollout undo deployment/cart --namespace shop --context 'test-cluster'" <<<"$out"
touch paused; refused 3 'is paused' --deployment cart --cpu 100m; rm paused
run --deployment cart --cpu 100m --dry-run
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --cpu 100m --dry-run
  check "that the limit may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the limit back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
: >"$STUB_LOG"; run --deployment cart --cpu 0500m
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(calls 'set resources')" = 0:1:
check 'but waits for the pods' test "$(calls 'rollout status' | wc -l)" -eq 2
run --deployment cart --cpu 0500m --dry-run
check 'not in a dry run' test "$status:$(calls 'rollout status' | wc -l)" = 0:2
run --deployment api --container proxy --cpu 1000m
check 'the same limit in another unit is the same' grep -q '^nothing to change: container proxy' <<<"$out"
run --deployment api --container proxy --cpu 0.25
check 'a request above the limit is lowered' grep -qx 'proxy|250m|250m' api
check 'which is told' grep -qx 'the CPU request is lowered as well, from 900m' <<<"$out"
check 'the other container stays' grep -qx 'api||' api
run --deployment api --container proxy --cpu 2
check 'a request below it stays' grep -qx 'proxy|2000m|250m' api
run --deployment api --container proxy --cpu 250m
check 'an equal one is not touched' test -z "$(grep lowered <<<"$out")"
run --deployment api --container api --cpu 1.5
check 'one without a limit gets one' grep -qx 'api|1500m|' api
refused 2 'name one with --container' --deployment api --cpu 500m
refused 3 'has no container nope' --deployment api --cpu 500m --container nope
refused 3 'would not accept' --deployment quota --cpu 500m
refused 3 "request '1k' of container s is not understood" --deployment odd --cpu 500m
refused 3 'cannot read deployment absent' --deployment absent --cpu 500m
refused 3 'has no containers' --deployment bare --cpu 500m
refused 1 'something sets it back' --deployment stubborn --cpu 500m
refused 1 'not ready after 10 s, or only for a moment; former limit: 100m' --deployment starved --cpu 500m --timeout 010
refused 1 'not ready after 300 s, or only for a moment; former limit: 100m' --deployment crashing --cpu 500m
check 'pods that crash a moment later are not told as done' test "$(grep -c '^set:' <<<"$out"):$(calls '^sleep' | tail -n 1)" = '0:sleep 10'
refused 1 'set before, but the pods are not ready after 10 s, or only for a moment; back to the revision before with: kubectl rollout undo' --deployment starved --cpu 500m --timeout 010
refused 1 'could not set' --deployment locked --cpu 500m
refused 1 'after the change' --deployment vanishing --cpu 500m
refused 1 'something has set it back' --deployment owned --cpu 500m
refused 1 'after the rollout' --deployment lost --cpu 500m
for bad in 0 0.0 0m 1k 1.2345 -1 x '1;touch pwned' '$(touch pwned)'; do
  run --deployment cart --cpu "$bad"
  check "no CPU limit: $bad" test "$status" -eq 2 -a ! -e pwned
done
refused 2 '--deployment is required' --cpu 1
refused 2 '--cpu is required' --deployment cart
run --deployment cart --cpu 010 --dry-run
check 'numbers are decimal' grep -q 'to 10000m$' <<<"$out"
run --deployment cart --cpu 1.08 --dry-run
check 'behind the point too' grep -q 'to 1080m$' <<<"$out"
run --deployment cart --cpu 010m --dry-run
check 'and of thousandths' grep -q 'to 10m$' <<<"$out"
for bad in '--container X' '--namespace X' '--timeout 0' '--context -x' '--deployment -x'; do
  run --deployment cart --cpu 1 $bad
  check "refused: $bad" test "$status" -eq 2
done
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --deployment cart --cpu 1 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
