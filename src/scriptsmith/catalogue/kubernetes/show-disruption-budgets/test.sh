#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"generation":2,"namespace":"shop","name":"web"},"spec":{"maxUnavailable":1},"status":{"disruptionsAllowed":1,"currentHealthy":3,"desiredHealthy":2,"observedGeneration":2,"expectedPods":3}},
 {"metadata":{"generation":2,"namespace":"shop","name":"cart"},"spec":{"minAvailable":2,"unhealthyPodEvictionPolicy":"AlwaysAllow"},"status":{"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":2,"observedGeneration":2,"expectedPods":3}},
 {"metadata":{"generation":2,"namespace":"jobs","name":"single"},"spec":{"minAvailable":"100%"},"status":{"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"observedGeneration":2,"expectedPods":1}},
 {"metadata":{"generation":2,"namespace":"jobs","name":"tight"},"spec":{"minAvailable":2},"status":{"disruptionsAllowed":0,"currentHealthy":2,"desiredHealthy":2,"observedGeneration":2,"expectedPods":3}},
 {"metadata":{"generation":2,"namespace":"jobs","name":"none\u001b"},"spec":{"minAvailable":1},"status":{"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":1,"observedGeneration":2,"expectedPods":0}},
 {"metadata":{"generation":1,"namespace":"ops","name":"bare"},"spec":{"maxUnavailable":1},"status":{"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0}},
 {"metadata":{"generation":1,"namespace":"ops","name":"failed"},"spec":{"maxUnavailable":1},"status":{"disruptionsAllowed":0,"currentHealthy":3,"desiredHealthy":2,"observedGeneration":1,"expectedPods":3,"conditions":[{"type":"DisruptionAllowed","status":"False","reason":"SyncFailed"}]}},
 {"metadata":{"generation":1,"namespace":"ops","name":"odd"},"spec":{"maxUnavailable":1},"status":{"disruptionsAllowed":0,"currentHealthy":3,"desiredHealthy":2,"observedGeneration":1,"expectedPods":3}}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in 'get namespace '*' --request-timeout=30s --output name')
  case $3 in
    absent) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
    hidden) echo 'Error from server (Forbidden): namespaces "hidden" is forbidden' >&2; exit 1 ;;
  esac
  echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get poddisruptionbudgets.policy --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get poddisruptionbudgets.policy --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get poddisruptionbudgets.policy --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get poddisruptionbudgets.policy --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get poddisruptionbudgets.policy --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a budget is shown with its numbers' grep -qx 'shop/web: 1 evictions allowed, 3 of 3 pods healthy, 2 needed (at most 1 unavailable)' <<<"$out"
check 'what is always allowed is told' grep -q '^shop/cart: 0 evictions allowed, .* (at least 2 available, pods that are not ready may always be evicted)$' <<<"$out"
check 'and that is said' grep -qx '  BLOCKS: 1 pods too few are healthy' <<<"$out"
check 'a budget that can never allow any is told apart' grep -qx '  BLOCKS ALWAYS: it needs all of its pods' <<<"$out"
check 'one that is just met is told apart' grep -qx '  BLOCKS: just as many pods are healthy as it needs' <<<"$out"
check 'one without pods blocks nothing' grep -qx '  BLOCKS NOTHING: it selects no pods' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'one that is not worked out blocks' test "$(grep -A1 '^ops/bare' <<<"$out" | grep -c 'BLOCKS: it is not worked out')" -eq 1
check 'so does one that could not be' test "$(grep -A1 '^ops/failed' <<<"$out" | grep -c 'BLOCKS: it is not worked out')" -eq 1
check 'more healthy pods than needed are told' test "$(grep -A1 '^ops/odd' <<<"$out" | grep -c 'BLOCKS: though more')" -eq 1
check 'they are counted, and what is not looked at is told' grep -qx '8 budgets, 6 block evictions; whether two cover one pod, .* is not looked at' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -q '^2 budgets, 1 block evictions;' <<<"$out"
jq '.items |= .[0:1]' list.json >n && mv n list.json
run
check 'one budget alone has no second' grep -qx '1 budgets, 0 block evictions' <<<"$out"
run --namespace quiet
check 'none is fine' grep -qx '0 budgets, 0 block evictions' <<<"$out"

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace hidden
check 'whoever may not look at namespaces may still look into one' test "$status" -eq 0

run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
