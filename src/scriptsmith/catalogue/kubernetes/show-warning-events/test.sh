#!/usr/bin/env bash
. "$HARNESS"

now=$(date -u +%Y-%m-%dT%H:%M:%SZ) ago=$(date -u -d '-20 minutes' +%Y-%m-%dT%H:%M:%S)
cat >list.json <<EOF
{"items":[
 {"metadata":{"namespace":"shop"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"cart-1"},"reason":"BackOff","count":5,"lastTimestamp":"${ago}Z","message":"older"},
 {"metadata":{"namespace":"shop"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"cart-1"},"reason":"BackOff","count":7,"lastTimestamp":"$now","message":"Back-off\u001b restarting"},
 {"metadata":{"namespace":"jobs"},"involvedObject":{"kind":"Pod","namespace":"jobs","name":"etl-1"},"reason":"FailedScheduling","eventTime":"${ago}.123456Z","lastTimestamp":null,"message":"0/3 nodes\nare available"},
 {"metadata":{"namespace":"default"},"involvedObject":{"kind":"Node","name":"n1"},"reason":"Old","count":1,"lastTimestamp":"2026-01-01T00:00:00Z","message":"long ago"}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get events --all-namespaces --field-selector type=Warning --request-timeout=30s --output json') cat list.json ;;
  'get events --namespace shop --field-selector type=Warning --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get events --namespace quiet --field-selector type=Warning --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get events --namespace silent --field-selector type=Warning --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the newest comes first, repetitions are summed up' grep -Eq '  BackOff  x12  shop/Pod/cart-1$' <<<"$(head -n 1 <<<"$out")"
check 'with the latest message, without control characters' grep -qx '  Back-off  restarting' <<<"$out"
check 'an event with another kind of time is shown' grep -Eq 'Z  FailedScheduling  x1  jobs/Pod/etl-1$' <<<"$out"
check 'its message is one line' grep -qx '  0/3 nodes are available' <<<"$out"
check 'an old one is not shown' test "$(grep -c 'long ago' <<<"$out")" -eq 0
check 'they are counted by reason' grep -qx '3 warnings last occurred within 60 minutes, so often since they began: BackOff 12, FailedScheduling 1' <<<"$out"
run --minutes 10
check 'the time can be chosen' grep -qx '1 warnings last occurred within 10 minutes, so often since they began: BackOff 7' <<<"$out"
check 'for so long the cluster knows its events' test "$(grep -c '^a cluster forgets' <<<"$out")" -eq 0
run --minutes 61
check 'of a longer time the oldest is told' grep -qx 'a cluster forgets events after an hour, .* is of 2026-01-01T00:00:00Z' <<<"$out"
run --minutes 2160 --namespace quiet
check 'none is no good news of a day and a half' grep -q '^a cluster forgets events after an hour, .* is of no time' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' test "$(grep -c 'etl-1' <<<"$out")" -eq 0
run --namespace quiet
check 'none is fine' grep -qx '0 warnings last occurred within 60 minutes' <<<"$out"
run --minutes 0
check 'no time at all is refused' test "$status" -eq 2

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
