#!/usr/bin/env bash
. "$HARNESS"

cat >nodes.json <<'EOF'
{"kind":"List","items":[
 {"metadata":{"name":"n1"},"spec":{},"status":{"conditions":[{"type":"MemoryPressure","status":"False"},{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z","lastHeartbeatTime":"BEFORE"}]}},
 {"metadata":{"name":"n2"},"spec":{"unschedulable":true},"status":{"conditions":[{"type":"Ready","status":"Unknown","reason":"NodeStatusUnknown","message":"Kubelet stopped\nposting\u001b[31m","lastTransitionTime":"2026-02-02T03:00:00Z","lastHeartbeatTime":"2026-02-02T02:59:00Z"}]}},
 {"metadata":{"name":"n3"},"spec":{},"status":{"conditions":[{"type":"Ready","status":"False","reason":"KubeletNotReady","message":"cni plugin not initialized","lastTransitionTime":"2026-02-01T00:00:00Z"}]}},
 {"metadata":{"name":"n4"},"spec":{"unschedulable":true},"status":{"conditions":[{"type":"Ready","status":"True"}]}},
 {"metadata":{"name":"n6","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{},"status":{"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"LATELY"}]}},
 {"metadata":{"name":"n7","creationTimestamp":"LATELY"},"spec":{},"status":{"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"LATELY"}]}},
 {"metadata":{"name":"n8","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{},"status":{"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-02T00:00:00Z"}]}},
 {"metadata":{"name":"n11","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{},"status":{"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady","lastTransitionTime":"LATELY","lastHeartbeatTime":"LATELY"}]}},
 {"metadata":{"name":"n5"},"spec":{},"status":{}}]}
EOF
lately=$(date -u -d '-5 hours' +%FT%TZ); sed -i "s/LATELY/$lately/g; s/BEFORE/$(date -u -d '-20 minutes' +%FT%TZ)/" nodes.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in 'get events --namespace default --field-selector involvedObject.kind=Node,reason=RemovingNode --request-timeout=30s --output jsonpath='*)
  [ ! -e denied ] || exit 1; [ ! -e .gone ] || printf 'n9\nn10\nn9\n'; exit ;; esac
[ "$*" = 'get nodes --request-timeout=30s --output json' ] || { echo "error: unknown: $*" >&2; exit 1; }
case $(cat .mode 2>/dev/null) in
  silent) ;;
  fail) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Unable to connect to the server' >&2; exit 1 ;;
  empty) echo '{"kind":"List","items":[]}' ;;
  *) cat nodes.json ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a silent node is listed' grep -q '^not ready: n2  Ready=Unknown since 2026-02-02T03:00:00Z, cordoned$' <<<"$out"
check 'a node that says so is listed' grep -q '^not ready: n3  Ready=False' <<<"$out"
check 'with the reason' grep -q 'KubeletNotReady: cni plugin not initialized' <<<"$out"
check 'one that is called ready and says nothing any more is told' grep -qx "not ready: n11  Ready=True since $lately, BUT ITS KUBELET IS SILENT" <<<"$out"
check 'a node without conditions counts as broken' grep -q '^not ready: n5 ' <<<"$out"
check 'a ready node is not listed' test "$(grep -cE 'ready.*: n(1|4|7|8)( |$)' <<<"$out")" -eq 0
check 'one that is ready again is told' test "$(grep '^ready again' <<<"$out")" = "ready again: n6  since $lately"
check 'that none was removed is told for as long as it is known' grep -qx 'nodes that were removed within about an hour (before that is not known): none' <<<"$out"
check 'control characters of a message are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'they are counted' grep -qx '4 of 9 nodes are not ready, 2 cordoned' <<<"$out"
touch .gone; run
check 'those that were removed are told' grep -qx 'nodes that were removed .*: n10 n9' <<<"$out"
touch denied; run
check 'and that it cannot be seen' grep -qx 'nodes that were removed .*: not known, for the events cannot be listed' <<<"$out"
echo empty >.mode; run
check 'no nodes at all is told' grep -q '^0 of 0 nodes' <<<"$out"
echo silent >.mode; run
check 'an empty answer is no good news' test "$status" -eq 3
echo fail >.mode; run
check 'a cluster that does not answer is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --node n1
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing kubectl is refused' test "$?" -eq 3
finish
