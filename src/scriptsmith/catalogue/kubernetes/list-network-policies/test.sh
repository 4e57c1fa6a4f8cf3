#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"deny-all"},"spec":{"podSelector":{},"policyTypes":["Ingress","Egress"]}},
 {"metadata":{"namespace":"shop","name":"cart"},"spec":{"podSelector":{"matchLabels":{"app":"cart"}},"policyTypes":["Ingress"],"ingress":[
   {"from":[{"podSelector":{"matchLabels":{"app":"web"}}},{"namespaceSelector":{"matchExpressions":[{"key":"team","operator":"In","values":["a","b"]}]},"podSelector":{}}],"ports":[{"port":8080},{"protocol":"UDP","port":1000,"endPort":1010}]},{}]}},
 {"metadata":{"namespace":"jobs","name":"out\u001b"},"spec":{"podSelector":{"matchLabels":{"app":"etl"}},"policyTypes":["Egress"],"egress":[{"to":[{"ipBlock":{"cidr":"10.0.0.0/8","except":["10.1.0.0/16"]}}]}]}}]}
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
  'get networkpolicies.networking.k8s.io --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get networkpolicies.networking.k8s.io --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get networkpolicies.networking.k8s.io --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get networkpolicies.networking.k8s.io --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get networkpolicies.networking.k8s.io --namespace silent --request-timeout=30s --output json') ;;
  'api-resources --verbs=list --output=name --request-timeout=30s') cat kinds ;;
  'get ciliumnetworkpolicies.cilium.io '*' --request-timeout=30s --output name') printf 'ciliumnetworkpolicy.cilium.io/%s\n' a b ;;
  'get adminnetworkpolicies.policy.networking.k8s.io '*) ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

printf '%s\n' pods networkpolicies.networking.k8s.io networkpolicies.extensions >kinds
run
check 'it succeeds' test "$status" -eq 0
check 'a policy is listed with its pods' grep -qx 'shop/cart: applies to pods app=cart' <<<"$out"
check 'a rule is told in short' grep -qx '  in: TCP 8080, UDP 1000-1010 pods app=web of this namespace; pods all in namespaces team In a,b' <<<"$out"
check 'an empty rule lets all through' grep -qx '  in: any port with anybody' <<<"$out"
check 'a policy without rules lets nothing through' test "$(grep -A2 '^shop/deny-all: applies to pods all$' <<<"$out" | grep -c 'NOTHING is allowed')" -eq 2
check 'addresses are shown' grep -qx '  out: any port addresses 10.0.0.0/8 except 10.1.0.0/16' <<<"$out"
check 'a direction that is not isolated is not mentioned' test "$(grep -A1 '^jobs/' <<<"$out" | grep -c '  in:')" -eq 0
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'they are counted' grep -qx '3 network policies' <<<"$out"
check 'that they may not be enforced is told' grep -qx 'note: whether the network plugin of this cluster enforces them is not looked at' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '2 network policies' <<<"$out"
run --namespace quiet
check 'none is fine' test "$out" = '0 network policies'
printf '%s\n' pods ciliumnetworkpolicies.cilium.io adminnetworkpolicies.policy.networking.k8s.io globalnetworkpolicies.crd.projectcalico.org >kinds
run --namespace quiet
check 'policies of other kinds are counted' grep -qx 'note: not shown, but they count as well: 2 ciliumnetworkpolicies.cilium.io' <<<"$out"
check 'of a kind without any nothing is said' test "$(grep -c adminnetwork <<<"$out")" -eq 0
check 'that they cannot be read is told' grep -qx 'note: not shown, and how many there are is not told: globalnetworkpolicies.crd.projectcalico.org' <<<"$out"
: >kinds; run --namespace quiet
check 'and that nobody knows of other kinds' test "$status:$(grep -c '^note: whether there are policies of other kinds is not known' <<<"$out")" = 0:1

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
