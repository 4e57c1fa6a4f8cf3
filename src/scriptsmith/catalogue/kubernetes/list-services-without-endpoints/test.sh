#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"kind":"Service","metadata":{"namespace":"shop","name":"cart"},"spec":{"type":"ClusterIP","selector":{"app":"crat"},"ports":[{"port":80,"targetPort":8080}]}},
 {"kind":"Service","metadata":{"namespace":"shop","name":"api"},"spec":{"selector":{"app":"api"},"ports":[{"port":80,"targetPort":"http"}]}},
 {"kind":"Service","metadata":{"namespace":"shop","name":"web"},"spec":{"selector":{"app":"web"},"ports":[{"port":80}]}},
 {"kind":"Service","metadata":{"namespace":"ops","name":"manual"},"spec":{"clusterIP":"None"}},
 {"kind":"Service","metadata":{"namespace":"ops","name":"alias"},"spec":{"type":"ExternalName","externalName":"db.example.org"}},
 {"kind":"EndpointSlice","metadata":{"namespace":"shop","name":"cart-x","labels":{"kubernetes.io/service-name":"cart"}},"endpoints":null},
 {"kind":"EndpointSlice","metadata":{"namespace":"shop","name":"api-x","labels":{"kubernetes.io/service-name":"api"}},"endpoints":[{"conditions":{"ready":false}},{"conditions":{"ready":false}}]},
 {"kind":"EndpointSlice","metadata":{"namespace":"shop","name":"web-x","labels":{"kubernetes.io/service-name":"web"}},"endpoints":[{"conditions":{"ready":false}}]},
 {"kind":"EndpointSlice","metadata":{"namespace":"shop","name":"web-y","labels":{"kubernetes.io/service-name":"web"}},"ports":[{"name":"","port":80}],"endpoints":[{"conditions":{"ready":true}}]},
 {"kind":"Service","metadata":{"namespace":"old","name":"renamed"},"spec":{"selector":{"app":"r"},"ports":[{"port":80,"targetPort":"http"}]}},
 {"kind":"EndpointSlice","metadata":{"namespace":"old","name":"renamed-x","labels":{"kubernetes.io/service-name":"renamed"}},"ports":null,"endpoints":[{"conditions":{"ready":true}},{"conditions":{}},{"conditions":{"ready":false}}]},
 {"kind":"Service","metadata":{"namespace":"old","name":"peers"},"spec":{"clusterIP":"None","selector":{"app":"p"}}},
 {"kind":"EndpointSlice","metadata":{"namespace":"old","name":"peers-x","labels":{"kubernetes.io/service-name":"peers"}},"ports":[],"endpoints":[{"conditions":{"ready":true}}]},
 {"kind":"Service","metadata":{"namespace":"two","name":"half"},"spec":{"selector":{"app":"h"},"ports":[{"name":"web","port":80,"targetPort":"http"},{"name":"metrics","port":9090,"targetPort":"prom"}]}},
 {"kind":"EndpointSlice","metadata":{"namespace":"two","name":"half-x","labels":{"kubernetes.io/service-name":"half"}},"ports":[{"name":"web","port":8080}],"endpoints":[{"conditions":{"ready":true}}]},
 {"kind":"EndpointSlice","metadata":{"namespace":"two","name":"half-y","labels":{"kubernetes.io/service-name":"half"}},"ports":[{"name":"metrics","port":9}],"endpoints":[{"conditions":{"ready":false}}]},
 {"kind":"Service","metadata":{"namespace":"two","name":"both"},"spec":{"selector":{"app":"b"},"ports":[{"name":"web","port":80},{"name":"metrics","port":9090}]}},
 {"kind":"EndpointSlice","metadata":{"namespace":"two","name":"both-x","labels":{"kubernetes.io/service-name":"both"}},"ports":[{"name":"web","port":80},{"name":"metrics","port":9}],"endpoints":[{"conditions":{"ready":true}}]},
 {"kind":"EndpointSlice","metadata":{"namespace":"ops","name":"cart-z","labels":{"kubernetes.io/service-name":"cart"}},"endpoints":[{"conditions":{"ready":true}}]}]}
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
  'get services,endpointslices.discovery.k8s.io --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get services,endpointslices.discovery.k8s.io --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get services,endpointslices.discovery.k8s.io --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get services,endpointslices.discovery.k8s.io --namespace partial --request-timeout=30s --output json') echo '{"items":[]}'; echo 'Error from server (Forbidden): you may not list some of it' >&2; exit 1 ;;
  'get services,endpointslices.discovery.k8s.io --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get services,endpointslices.discovery.k8s.io --namespace silent --request-timeout=30s --output json') ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a service that selects nothing is listed' grep -qx 'shop/cart: its selector matches no pod with an address' <<<"$out"
check 'with its selector and ports' grep -qx '  selector: app=crat  ports: 80->8080' <<<"$out"
check 'one whose pods are not ready is told apart' grep -qx 'shop/api: 2 endpoints, none ready' <<<"$out"
check 'one without a selector is told apart' grep -q '^ops/manual: it has no selector' <<<"$out"
check 'one with a ready endpoint in any slice is not listed' test "$(grep -c 'shop/web' <<<"$out")" -eq 0
check 'a name elsewhere is not listed' test "$(grep -c 'alias' <<<"$out")" -eq 0
check 'ready pods without the target port are no endpoints' grep -qx 'old/renamed: 2 ready pods, and none has its target port' <<<"$out"
check 'nor are they for one port of several' grep -qx 'two/half: no ready pod has its port 9090->prom' <<<"$out"
check 'one with ready pods on all ports is not listed' test "$(grep -c 'two/both' <<<"$out")" -eq 0
check 'a service without ports needs none' test "$(grep -c 'old/peers' <<<"$out")" -eq 0
check 'they are counted' grep -qx '4 of 8 services have no ready endpoint, 1 more have none on some port' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '2 of 3 services have no ready endpoint' <<<"$out"
run --namespace quiet
check 'none is fine' grep -qx '0 of 0 services have no ready endpoint' <<<"$out"
run --namespace
check 'an option needs its value' test "$status" -eq 2

run --namespace partial
check 'a part of the list is no list' test "$status" -eq 3 -a -z "$out"
run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused' test "$status" -eq 3
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace hidden
check 'whoever may not look at namespaces may still look into one' test "$status" -eq 0

run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
