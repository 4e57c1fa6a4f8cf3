#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","ownerReferences":[{"kind":"ReplicaSet","name":"cart-6d","controller":true}]},"spec":{"containers":[{"image":"example/cart:1.0"},{"image":"example/proxy"}],"initContainers":[{"image":"localhost:5000/init"}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"shop","name":"cart-2","ownerReferences":[{"kind":"ReplicaSet","name":"cart-6d","controller":true}]},"spec":{"containers":[{"image":"example/cart:1.0"}]},"status":{"phase":"Pending"}},
 {"metadata":{"namespace":"ops","name":"debug"},"spec":{"containers":[{"image":"busybox:latest"},{"image":"tool@sha256:00aa"}],"ephemeralContainers":[{"image":"example/debug:2"}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"ops","name":"odd\u001b[31m"},"spec":{"containers":[{"image":"example/odd:1"}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"ops","name":"done"},"spec":{"containers":[{"image":"example/old:1"}]},"status":{"phase":"Succeeded"}}]}
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
  'get pods --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get pods --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'an image is listed with its number' grep -qx 'example/cart:1.0  x2' <<<"$out"
check 'and with its workload, once' grep -qx '  shop/ReplicaSet/cart-6d' <<<"$out"
check 'an image without a tag is marked' grep -qx 'example/proxy  x1  NO FIXED TAG' <<<"$out"
check 'the port of a registry is no tag' grep -qx 'localhost:5000/init  x1  NO FIXED TAG' <<<"$out"
check 'latest is marked' grep -qx 'busybox:latest  x1  NO FIXED TAG' <<<"$out"
check 'a digest is fixed' grep -qx 'tool@sha256:00aa  x1' <<<"$out"
check 'a finished pod is left out' test "$(grep -c 'example/old' <<<"$out")" -eq 0
check 'a debug container counts' grep -qx 'example/debug:2  x1' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'what is not looked at is told' grep -q '^not among them: what only CronJobs' <<<"$(tail -n 1 <<<"$out")"
check 'they are counted' grep -qx '7 images in 8 containers' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '3 images in 4 containers' <<<"$out"
jq '.items = [.items[0] | . as $pod | range(23) | $pod * {metadata: {ownerReferences: [{kind: "Job", name: "j\(.)", controller: true}]}}]' list.json >n && mv n list.json
run
check 'of many workloads twenty are named, and the rest is counted' grep -qE ', and 3 more$' <<<"$out"
run --namespace quiet
check 'an empty namespace is fine' grep -qx '0 images in 0 containers' <<<"$out"

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
