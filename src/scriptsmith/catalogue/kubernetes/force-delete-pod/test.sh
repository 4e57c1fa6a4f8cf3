#!/usr/bin/env bash
. "$HARNESS"
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

pod() { # NAME DELETED OWNER NODE CLAIMS FINALIZERS
  jq -n --arg name "$1" --arg at "${2:+$(date -u -d "$2" +%FT%TZ)}" --arg owner "$3" --arg node "$4" --argjson claims "$5" --argjson finalizers "$6" '{metadata: ({uid: "u-\($name)", finalizers: $finalizers}
    + (if $at == "" then {} else {deletionTimestamp: $at} end) + (if $owner == "" then {} else {ownerReferences: [{kind: "Odd"}, {kind: $owner, controller: true}]} end)),
    spec: ({volumes: ([{emptyDir: {}}] + $claims)} + (if $node == "" then {} else {nodeName: $node} end))}' >"$1.json"
}
claim='[{"persistentVolumeClaim": {"claimName": "x"}}]'
pod web '5 minutes ago' ReplicaSet n1 '[]' null
pod stays '5 minutes ago' ReplicaSet n1 '[]' '[]'
pod again '5 minutes ago' ReplicaSet n1 '[]' '[]'
pod unseen '5 minutes ago' ReplicaSet n1 '[]' '[]'
pod locked '5 minutes ago' ReplicaSet n1 '[]' '[]'
pod lost '5 minutes ago' StatefulSet gone "$claim" null
pod db-0 '5 minutes ago' StatefulSet n1 '[]' null
pod files '5 minutes ago' ReplicaSet n1 "$claim" null
pod scratch '5 minutes ago' ReplicaSet n1 '[{"ephemeral": {}}]' null
pod alive '' ReplicaSet n1 '[]' null
pod young '10 minutes' ReplicaSet n1 '[]' null
pod waits '5 minutes ago' ReplicaSet n1 '[]' '["example.org/clean"]'
pod alone '5 minutes ago' '' '' '[]' null
pod blind '5 minutes ago' StatefulSet hidden '[]' null
echo '[' >odd.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) echo -n shop; exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s pod down '*) exit 1 ;;
  'get --namespace shop --request-timeout=30s pod '*' --ignore-not-found --output json') [ ! -e "$6.json" ] || cat "$6.json" ;;
  'get --namespace shop --request-timeout=30s pod '*' --ignore-not-found --output jsonpath={.metadata.uid}')
    [ "$6" != again ] || { echo -n other; exit; }; [ "$6" != unseen ] || exit 1
    [ ! -e "$6.json" ] || jq -j .metadata.uid "$6.json" ;;
  'get --namespace shop --request-timeout=30s node hidden '*) exit 1 ;;
  'get --namespace shop --request-timeout=30s node n1 --ignore-not-found '*) echo -n 'n1 Unknown' ;;
  'get --namespace shop --request-timeout=30s node gone --ignore-not-found '*) ;;
  'delete pod locked '*) exit 1 ;;
  'delete pod '*' --namespace shop --force --grace-period=0 --timeout=60s') [ "$3" = stays ] || rm "$3.json" ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --pod web --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would force-delete: pod web in namespace shop'
check 'a dry run deletes nothing' test -e web.json
run --pod web --namespace shop
check 'it is gone' test "$status" -eq 0 -a ! -e web.json
check 'it is told with its node and age' grep -Eqx 'pod web of ReplicaSet on node n1 \(n1 Unknown\), 3[0-9]{2} s overdue, 0 volume claims' <<<"$out"
run --pod web
check 'a second run has nothing to do' test "$status:$(calls 'delete pod web' | wc -l)" = 0:1
run --pod lost
check 'one of a node that is gone is deleted, whatever it had' test "$status" -eq 0 -a ! -e lost.json
run --pod alone
check 'one without a node too' test "$status" -eq 0
for it in db-0 files scratch; do
  run --pod $it
  check "$it may still run: refused" test "$status" -eq 3 -a -e $it.json
  run --pod $it --node-is-off yes
  check "unless somebody made sure: $it" test "$status" -eq 0 -a ! -e $it.json
done
for it in alive young waits blind odd down; do
  run --pod $it --node-is-off yes
  check "refused: $it" test "$status" -eq 3
done
check 'nothing of these was deleted' test -z "$(calls 'delete pod (alive|young|waits|blind|odd)')"
run --pod young
check 'how long it has left is told' grep -Eq 'has (5[0-9]{2}|600) s left' <<<"$err"
refused 1 'is still there' --pod stays
refused 1 'could not delete' --pod locked
refused 1 'cannot look whether' --pod unseen
run --pod again
check 'a new one of its name is none' test "$status:$(grep -c 'a new one of its name' <<<"$out")" = 0:1
refused 2 '--pod is required'
refused 3 'cannot read the pods' --pod down
refused 3 'is not understood' --pod odd
refused 3 'cannot read node hidden' --pod blind
for bad in '--pod -x' '--pod $(touch${IFS}pwned)' '--pod a --node-is-off maybe' '--pod a --namespace X' '--pod a --context -x'; do
  run $bad
  check "refused: $bad" test "$status" -eq 2 -a ! -e pwned
done
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --pod web >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
