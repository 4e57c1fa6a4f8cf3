#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"kind":"List","items":[
 {"kind":"Namespace","metadata":{"name":"shop"},"status":{"phase":"Active"}},
 {"kind":"Namespace","metadata":{"name":"old","deletionTimestamp":"2026-02-02T03:00:00Z"},"spec":{"finalizers":["kubernetes"]},"status":{"phase":"Terminating","conditions":[
   {"type":"NamespaceDeletionDiscoveryFailure","status":"False","message":"fine"},
   {"type":"NamespaceContentRemaining","status":"True","message":"Some resources are remaining: configmaps. has 1 resource instances, widgets.example.org has 22 resource\ninstances"},
   {"type":"NamespaceFinalizersRemaining","status":"True","message":"Some content has finalizers\u001b remaining: example.org/keep in 2 resource instances"}]}},
 {"kind":"Namespace","metadata":{"name":"fresh","deletionTimestamp":"2026-02-03T03:00:00Z"},"spec":{},"status":{"phase":"Terminating"}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespaces --request-timeout=30s --output json') [ ! -e silent ] || exit 0; cat list.json ;;
  'get namespace shop --request-timeout=30s --output json') jq '.items[0]' list.json ;;
  'get namespace old --request-timeout=30s --output json') jq '.items[1]' list.json ;;
  'get configmaps. --namespace old --request-timeout=30s --output json') echo '{"items":[{"metadata":{"name":"plain"}}]}' ;;
  'get widgets.example.org --namespace old --request-timeout=30s --output json')
    [ ! -e denied ] || { echo '{"items":[]}'; exit 1; }
    jq -n '{items: [range(22) | {metadata: {name: "w\(.)", finalizers: (if . == 0 then ["example.org/keep", "odd\u001b"] else null end)}}]}' ;;
  'get apiservices --request-timeout=30s --output jsonpath='*) [ ! -e denied ] || exit 1; printf 'v1.|True|Local\nv1beta1.metrics.k8s.io|False|MissingEndpoints\n' ;;
  *) echo 'Error from server (NotFound)' >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a hanging namespace is listed' grep -qx 'namespace old: deleted at 2026-02-02T03:00:00Z, still Terminating' <<<"$out"
check 'with what is left, on one line' grep -qx '  NamespaceContentRemaining: Some resources are remaining: configmaps. has 1 resource instances, widgets.example.org has 22 resource instances' <<<"$out"
check 'and what holds it, without control characters' grep -q 'finalizers  remaining: example.org/keep' <<<"$out"
check 'what is left has its name' grep -qx 'left: old/configmaps/plain' <<<"$out"
check 'and its finalizers' grep -qx 'left: old/widgets.example.org/w0, finalizers: example.org/keep, odd ' <<<"$out"
check 'of many twenty are named, and the rest is counted' test "$(grep -c '^left: old/widgets.example.org/w' <<<"$out"):$(grep -cx 'left: 2 more of old/widgets.example.org' <<<"$out")" = 20:1
check 'a condition that is false says nothing' test "$(grep -c 'DiscoveryFailure' <<<"$out")" -eq 0
check 'its own finalizers are shown' grep -qx '  finalizers of the namespace: kubernetes' <<<"$out"
check 'a namespace without conditions is told' grep -q 'no condition says what is left' <<<"$out"
check 'a living one is not listed' test "$(grep -c 'namespace shop' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 of 3 namespaces are being deleted' <<<"$out"
check 'a broken API service is told' grep -qx 'API service not available: v1beta1.metrics.k8s.io (MissingEndpoints)' <<<"$out"
run --namespace old
check 'one namespace can be chosen' grep -qx '1 of 1 namespaces are being deleted' <<<"$out"
run --namespace shop
check 'a living namespace is told' grep -qx '0 of 1 namespaces are being deleted' <<<"$out"
touch denied; run
check 'it works without the right to see API services' test "$status" -eq 0
check 'what may not be listed is not said to be nothing' grep -qx 'left: old/widgets.example.org, of which the names could not be listed' <<<"$out"
touch silent; run
check 'an empty answer is refused' test "$status" -eq 3
run --namespace absent
check 'a missing namespace is refused' test "$status" -eq 3

run --namespace 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
