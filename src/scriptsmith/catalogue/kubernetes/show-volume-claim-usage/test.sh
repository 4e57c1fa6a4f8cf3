#!/usr/bin/env bash
. "$HARNESS"

cat >n1.json <<'EOF'
{"pods":[{"podRef":{"name":"db-0"},"volume":[
  {"name":"data","pvcRef":{"namespace":"shop","name":"db-data"},"capacityBytes":10737418240,"usedBytes":9663676416,"availableBytes":1073741824,"inodes":1000,"inodesUsed":120},
  {"name":"tmp","capacityBytes":5,"availableBytes":1}]},
 {"podRef":{"name":"up-1"},"volume":[{"name":"v","pvcRef":{"namespace":"shop","name":"shared"},"capacityBytes":1073741824,"availableBytes":858993459}]}]}
EOF
cat >n2.json <<'EOF'
{"pods":[{"podRef":{"name":"up-2"},"volume":[{"name":"v","pvcRef":{"namespace":"shop","name":"shared"},"capacityBytes":1073741824,"availableBytes":858993459}]},
 {"podRef":{"name":"etl\u001b"},"volume":[{"name":"v","pvcRef":{"namespace":"jobs","name":"small"},"capacityBytes":1073741824,"availableBytes":1073741824,"inodes":100,"inodesUsed":97}]},{"podRef":{"name":"x"}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in
  'config current-context') echo test-cluster; exit ;;
  'config view --minify --output jsonpath={.clusters[0].cluster.server}') cat server 2>/dev/null; exit ;;
  'config view --minify --output jsonpath='*) exit ;;
  *' get --raw /version --request-timeout=20s') cat asked >&2; exit 1 ;;
esac
case " $* " in *' --raw /k8s/clusters/c-1/'*) a=("$@"); for i in "${!a[@]}"; do a[i]=${a[i]#/k8s/clusters/c-1}; done; set -- "${a[@]}" ;; esac
case "$*" in 'get namespace '*' --request-timeout=30s --output name')
  case $3 in
    absent) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
    hidden) echo 'Error from server (Forbidden): namespaces "hidden" is forbidden' >&2; exit 1 ;;
  esac
  echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get persistentvolumeclaims --all-namespaces --request-timeout=30s --output jsonpath='*'?(@.status.phase=="Bound")'*) [ ! -e denied ] || exit 1; [ ! -e huge ] || printf 'many/%060d\n' {1..3000}; [ ! -e many ] || printf 'many/c%s\n' {1..31}; printf 'shop/db-data\nshop/shared\njobs/small\nshop/idle\nshop/odd\033\n'; exit ;;
  'get persistentvolumeclaims --namespace jobs '*) printf 'jobs/small\n'; exit ;;
  'get persistentvolumeclaims '*) exit ;;
esac
case "$(cat mode 2>/dev/null):$*" in
  none:get\ nodes*) ;;
  dead:get\ --raw*) exit 1 ;;
  *':get nodes --request-timeout=30s --output name') printf 'node/n1\nnode/n2\nnode/n3\n' ;;
  *':get --raw /api/v1/nodes/n3/proxy/stats/summary --request-timeout=20s') [ -e n3 ] || { echo 'Error from server (ServiceUnavailable)' >&2; exit 1; }; echo '{"pods":[]}' ;;
  *':get --raw /api/v1/nodes/'*'/proxy/stats/summary --request-timeout=20s') n=${3#/api/v1/nodes/}; cat "${n%%/*}.json" ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'one without inodes is fuller' grep -q '^0%  jobs/small: 1 of 1 GiB left, inodes 97%' <<<"$out"
check 'the fullest comes first' grep -qx '90%  shop/db-data: 1 of 10 GiB left, inodes 12%, in pod db-0' <<<"$(sed -n 2p <<<"$out")"
check 'a claim that two pods use is shown once' test "$(grep -c 'shop/shared' <<<"$out")" -eq 1
check 'unknown inodes are told' grep -q 'shop/shared: 0.7 of 1 GiB left, inodes unknown' <<<"$out"
check 'volumes of other kinds are not shown' grep -q '^3 of 3 mounted claims' <<<"$out"
check 'a node that does not answer is told' grep -qx 'incomplete: 1 of 3 nodes did not answer' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'claims of which nobody tells anything are named' grep -qx 'no numbers of 2 claims (not mounted, or the driver tells none): shop/idle, shop/odd ' <<<"$out"
touch huge; run; rm huge
check 'thousands of claims do not stop it' test "$status:$(grep -c '^no numbers of 300[0-9] claims' <<<"$out")" = 0:1
touch many; run
check 'of many such the first are named' grep -q '^no numbers of 33 claims .*, \.\.\.$' <<<"$out"
touch denied; run
check 'that this cannot be seen is told' grep -qx 'which claims tell no numbers is not known, for you may not list them' <<<"$out"
touch n3; run --percent 85
check 'full ones can be chosen, by space or inodes' grep -qx '2 of 3 mounted claims are at least 85% full' <<<"$out"
run --namespace jobs
check 'one namespace can be chosen' grep -q '^1 of 1 mounted' <<<"$out"
check 'where all claims tell their numbers nothing is missing' test "$(grep -c 'no numbers' <<<"$out")" -eq 0
# Behind Rancher the path of the server's address says which cluster; an older kubectl leaves it out of --raw.
lines() { printf 'I1130 13:35:48.643568    4538 round_trippers.go:560] GET %s?timeout=20s 404 Not Found in 1 milliseconds\n' "$1"; }
echo https://rancher/k8s/clusters/c-1/ >server
lines https://rancher/version >asked; : >"$STUB_LOG"; run --namespace jobs
check 'an older kubectl is given the path' test -n "$(calls '--raw /k8s/clusters/c-1/api/v1/nodes/n1/proxy/stats/summary')" -a -z "$(calls '--raw /api/v1')"
check 'and the answer counts' bash -c '[ "$1" -eq 0 ] && grep -q "^1 of 1 mounted" <<<"$2"' _ "$status" "$out"
lines https://rancher/k8s/clusters/c-1/version >asked; : >"$STUB_LOG"; run --namespace jobs
check 'one that adds it itself is not' test -z "$(calls '--raw /k8s/')" -a -n "$(calls '--raw /api/v1/nodes/n1/proxy/stats/summary')"
echo 'error: no log' >asked; : >"$STUB_LOG"; run --namespace jobs
check 'where that is not known no other cluster is asked' bash -c '[ "$1:$2" = 3: ] && grep -q "another cluster could be asked" <<<"$3"' _ "$status" "$(calls '--raw [^ ]*api/v1')" "$err"
echo https://rancher:6443/ >server; run --namespace jobs
check 'an address without a path is asked as it is' test "$status" -eq 0
rm server
run --namespace empty
check 'none is fine' test "$status" -eq 0 -a -n "$(grep '^0 of 0 mounted' <<<"$out")"
echo dead >mode; run
check 'without any numbers it is refused' test "$status" -eq 3
echo none >mode; run
check 'a cluster without nodes is refused' test "$status" -eq 3
run --percent 101
check 'more than everything is refused' test "$status" -eq 2

run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
