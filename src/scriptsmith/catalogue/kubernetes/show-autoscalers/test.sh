#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart"},"spec":{"scaleTargetRef":{"kind":"Deployment","name":"cart"},"minReplicas":2,"maxReplicas":5,"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}},{"type":"Pods","pods":{"metric":{"name":"queue"},"target":{"type":"AverageValue","averageValue":"10"}}}]},
  "status":{"currentReplicas":5,"desiredReplicas":5,"currentMetrics":[{"type":"Resource","resource":{"name":"cpu","current":{"averageUtilization":93,"averageValue":"465m"}}},{"type":"Pods","pods":{"metric":{"name":"queue"},"current":{"averageValue":"7"}}}],"conditions":[{"type":"ScalingActive","status":"True"}]}},
 {"metadata":{"namespace":"jobs","name":"etl"},"spec":{"scaleTargetRef":{"kind":"Deployment","name":"etl"},"maxReplicas":3,"metrics":[{"type":"Resource","resource":{"name":"memory","target":{"type":"Utilization","averageUtilization":70}}},{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":60}}}]},
  "status":{"currentReplicas":1,"desiredReplicas":0,"currentMetrics":[{"type":"Resource","resource":{"name":"cpu","current":{"averageUtilization":12}}}],"conditions":[{"type":"AbleToScale","status":"True"},{"type":"ScalingActive","status":"False","reason":"FailedGetResourceMetric","message":"unable to get\u001b metrics"}]}}]}
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
  'api-versions --request-timeout=30s') printf 'autoscaling/v1\nautoscaling/v2beta2\n'; [ -e old ] || echo autoscaling/v2; exit ;;
  'get horizontalpodautoscalers.v2beta2.autoscaling --all-namespaces --request-timeout=30s --output json') cat list.json; exit ;;
esac
case "$*" in
  'get horizontalpodautoscalers.v2.autoscaling --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get horizontalpodautoscalers.v2.autoscaling --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get horizontalpodautoscalers.v2.autoscaling --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get horizontalpodautoscalers.v2.autoscaling --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'an autoscaler is shown with its bounds' grep -qx 'shop/cart -> Deployment/cart: 5 replicas, wants 5, bounds 2 to 5  AT MAXIMUM' <<<"$out"
check 'a utilisation is shown' grep -qx '  cpu: 93% of 80%' <<<"$out"
check 'another metric is shown' grep -qx '  queue: 7 of 10' <<<"$out"
check 'a metric without a value is told' grep -qx '  memory: unknown of 70%' <<<"$out"
check 'one that was read before is told as such' grep -qx '  cpu: 12% of 60% (read before it could read no more)' <<<"$out"
check 'the reason is told without control characters' grep -qx '  NOT SCALING: FailedGetResourceMetric: unable to get  metrics' <<<"$out"
check 'the least number is 1 by default' grep -q 'wants 0, bounds 1 to 3$' <<<"$out"
check 'they are counted' grep -qx '2 autoscalers: 1 at maximum, 1 not scaling' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '1 autoscalers: 1 at maximum, 0 not scaling' <<<"$out"
touch old; run
check 'before 1.23 the older version is asked' grep -qx '2 autoscalers: 1 at maximum, 1 not scaling' <<<"$out"
rm old; run --namespace quiet
check 'none is fine' grep -q '^0 autoscalers' <<<"$out"
run --namespace
check 'an option needs its value' test "$status" -eq 2

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
