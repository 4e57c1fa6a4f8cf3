#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"team"},"spec":{"hard":{"pods":"10"}},"status":{"hard":{"pods":"10","requests.memory":"2Gi","requests.cpu":"2"},"used":{"pods":"10","requests.memory":"1536Mi","requests.cpu":"500m"}}},
 {"metadata":{"namespace":"jobs","name":"best"},"spec":{"hard":{"pods":"0"},"scopes":["BestEffort"]},"status":{"hard":{"pods":"0"},"used":{"pods":"0"}}},
 {"metadata":{"namespace":"jobs","name":"new"},"spec":{"hard":{"count/jobs.batch":"5"}},"status":{}},
 {"metadata":{"namespace":"odd","name":"exp"},"spec":{},"status":{"hard":{"requests.memory":"2.5e9","requests.x":"7Zi"},"used":{"requests.memory":"2e9","requests.x":"1"}}},
 {"metadata":{"namespace":"big","name":"high"},"spec":{"hard":{"requests.storage":"1Ei"},"scopeSelector":{"matchExpressions":[{"scopeName":"PriorityClass","operator":"In","values":["high","higher"]},{"scopeName":"Terminating","operator":"Exists"}]}},"status":{"hard":{"requests.storage":"1Ei"},"used":{"requests.storage":"512Pi"}}}]}
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
  'get resourcequotas --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get resourcequotas --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get resourcequotas --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get resourcequotas --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get resourcequotas --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'an exhausted bound is marked' grep -qx '100%  shop/team  pods: 10 of 10  EXHAUSTED' <<<"$out"
check 'sizes of different units are compared' grep -qx '75%  shop/team  requests.memory: 1536Mi of 2Gi' <<<"$out"
check 'thousandths of a processor are understood' grep -qx '25%  shop/team  requests.cpu: 500m of 2' <<<"$out"
check 'a bound of nothing is reached' grep -qx '100%  jobs/best  pods: 0 of 0  (only BestEffort)  EXHAUSTED' <<<"$out"
check 'a quota without a status is shown as unused' grep -qx '0%  jobs/new  count/jobs.batch: 0 of 5' <<<"$out"
check 'a scope selector is shown, and large units are understood' grep -qx '50%  big/high  requests.storage: 512Pi of 1Ei  (only PriorityClass In high or higher, Terminating Exists)' <<<"$out"
check 'a quantity with an exponent is understood' grep -qx '80%  odd/exp  requests.memory: 2e9 of 2.5e9' <<<"$out"
check 'one that is not understood is told, not left out' grep -qx '?%  odd/exp  requests.x: 1 of 7Zi' <<<"$out"
check 'the fullest come first' grep -q '^100%' <<<"$(head -n 1 <<<"$out")"
check 'they are counted' grep -qx '5 quotas, 2 bounds reached' <<<"$out"
check 'and that pods are refused below 100% is told' grep -q '^refused is a pod that asks for more than is left, below 100% too' <<<"$out"
run --percent 80
check 'only full ones can be chosen' test "$(grep -cE '^[0-9?]+%' <<<"$out")" -eq 4
check 'with those that are not understood' grep -q '^?%' <<<"$out"
run --percent 101
check 'more than everything is refused' test "$status" -eq 2
run --namespace shop
check 'one namespace can be chosen' test "$(grep -c 'jobs/' <<<"$out")" -eq 0
run --namespace quiet
check 'none is fine' test "$out" = '0 quotas, 0 bounds reached'

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
