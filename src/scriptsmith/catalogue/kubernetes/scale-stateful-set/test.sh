#!/usr/bin/env bash
. "$HARNESS"
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

echo '3|3|3|7|7||' >db; echo '3|3|3|7|7|Delete|' >tidy; echo '3|3|3|7|7||10' >tens
for it in owned hidden starved stubborn locked half late crash again vanishing; do cp db $it; done
stub sleep <<<'exit 0'
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) echo -n shop; exit ;; esac
all=$*; name=${all##*statefulset/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s statefulset/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s statefulset/'*'={.metadata.ownerReferences['*) case $name in owned) echo RabbitmqCluster/mq ;; hidden) exit 1 ;; *) echo / ;; esac ;;
  'get --namespace shop --request-timeout=30s horizontalpodautoscalers '*) [ ! -e blind ] || exit 1; printf 'Deployment/db other\nStatefulSet/db db-hpa\n' ;;
  'get --namespace shop --request-timeout=30s statefulset/'*' --output jsonpath={.spec.replicas}|{.status.replicas}|'*)
    [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; [ -e "$name.next" ] && { cat "$name"; mv "$name.next" "$name"; exit; }; cat "$name" ;;
  'scale --namespace shop --request-timeout=30s statefulset/locked '*) exit 1 ;;
  'scale --namespace shop --request-timeout=30s statefulset/'*' --current-replicas=3 --replicas='*)
    n=${all##*=}
    case $name in
      starved) echo "$n|$n|3|8|8|" ;; stubborn) echo '3|3|3|8|8|' ;; half) echo "$n|4|4|8|8|" ;;
      late) echo "$n|$n|$n|8|8|" >late.next; echo "$n|$n|$n|8|7|" ;;
      crash) echo "$n|$n|3|8|8|" >crash.next; echo "$n|$n|$n|8|8|" ;;
      again) echo "$n|$n|$n|8|8|" >again.next; echo "$n|$n|3|8|8|" ;;
      vanishing) rm vanishing; exit ;;
      *) echo "$n|$n|$n|8|8|" ;;
    esac >"$name" ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --statefulset db --replicas 5 --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would scale: StatefulSet db in namespace shop from 3 to 5 replicas'
check 'a dry run changes nothing' test -z "$(calls ' scale ')"
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --statefulset db --replicas 5 --dry-run
  check "that the count may be set back is told: $who" grep -qxF "warning: $who keeps this StatefulSet and may set the count back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
refused 3 'RabbitmqCluster/mq owns StatefulSet owned' --statefulset owned --replicas 0
refused 3 'cannot read who owns' --statefulset hidden --replicas 0
check 'and neither is scaled' test -z "$(calls ' scale ')"
run --statefulset db --replicas 5 --dry-run
check 'its autoscaler is told, and no other' test "$(grep -c '^warning: autoscaler db-hpa' <<<"$err"):$(grep -c other <<<"$err")" = 1:0
check 'and nothing is said to be unknown' test "$(grep -c 'not known' <<<"$err")" -eq 0
touch blind; run --statefulset db --replicas 5 --dry-run
check 'autoscalers that cannot be listed are not told as none' test "$status:$(grep -c '^note: the autoscalers cannot be listed' <<<"$err")" = 0:1
rm blind
run --statefulset db --replicas 05 --namespace shop
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:scaled: StatefulSet db in namespace shop has 5 replicas (before: 3)'
check 'nothing goes' test -z "$(grep 'pods that go' <<<"$out")"
: >"$STUB_LOG"; run --statefulset db --replicas 5
check 'a second run scales nothing' test "$status:$(calls ' scale ')" = 0:
run --statefulset db --replicas 5 --dry-run
check 'nor does a dry run wait' test "$status:$(grep -c '^scaled' <<<"$out")" = 0:0
echo '3|3|3|7|7|' >db
: >"$STUB_LOG"; run --statefulset db --replicas 0
check 'where none is wanted, one look is enough' test "$status:$(calls '^sleep')" = 0:
check 'zero is taken, and who goes is told' grep -qx 'pods that go: db-0 to db-2; their volume claims stay' <<<"$out"
check 'of none that stays no data can be missed' test -z "$(grep 'told to leave' <<<"$err")"
run --statefulset tens --replicas 2 --dry-run
check 'pods may be numbered from another number on' grep -qx 'pods that go: tens-12 to tens-12; their volume claims stay' <<<"$out"
check 'that members are not told to leave is said' grep -q '^warning: members of a cluster of data are not told' <<<"$err"
run --statefulset tens --replicas 4 --dry-run
check 'but not when more come' test -z "$(grep 'told to leave' <<<"$err")"
run --statefulset tidy --replicas 2
check 'claims that would be deleted are refused' test "$status" -eq 3
check 'and nothing is scaled' grep -qx '3|3|3|7|7|Delete|' tidy
run --statefulset tidy --replicas 4
check 'but not upwards' test "$status" -eq 0
run --statefulset late --replicas 4
check 'the controller must have seen it' test "$status" -eq 0
check 'which is awaited' test "$(calls 'statefulset/late --output jsonpath=..spec' | wc -l)" -eq 8
: >"$STUB_LOG"; run --statefulset again --replicas 4 --timeout 2
check 'pods that are ready at the last look are looked at for ten seconds' test "$status:$(calls '^sleep 2' | wc -l)" = 0:6
refused 1 '4 pods are there and 3 ready after 6 s' --statefulset crash --replicas 4 --timeout 6
: >"$STUB_LOG"; run --statefulset starved --replicas 4 --timeout 6
check 'pods that do not become ready are a failure' test "$status:$(calls '^sleep 2' | wc -l)" = 1:4
check 'with what is there' grep -q '4 pods are there and 3 ready after 6 s' <<<"$err"
refused 1 '4 pods are there and 4 ready after 10 s' --statefulset half --replicas 2 --timeout 010
refused 1 'set to 3 replicas, not 4: something else' --statefulset stubborn --replicas 4
refused 1 'could not scale locked' --statefulset locked --replicas 4
refused 1 'any more; former count: 3' --statefulset vanishing --replicas 4
run --statefulset absent --replicas 3
check 'a missing one is refused' test "$status" -eq 3
refused 2 '--replicas is required' --statefulset db
refused 2 '--statefulset is required' --replicas 2
run --statefulset db --replicas 010 --dry-run
check 'numbers are decimal' grep -q 'to 10 replicas' <<<"$out"
run --statefulset db --replicas -3
check 'a negative count is refused' test "$status" -eq 2
run --statefulset db --replicas 3 --timeout 0
check 'no time is refused' test "$status" -eq 2
run --statefulset db --replicas '1; touch pwned'
check 'a hostile count is refused' test "$status" -eq 2
for bad in '--statefulset $(touch${IFS}pwned) --replicas 1' '--statefulset db --replicas 1 --namespace X' '--statefulset db --replicas 1 --context -x'; do
  run $bad
  check "refused: $bad" test "$status" -eq 2 -a ! -e pwned
done
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --statefulset db --replicas 1 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
