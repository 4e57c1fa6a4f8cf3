#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in
  'config current-context') echo test-cluster; exit ;;
  'config view --minify --output jsonpath={.clusters[0].cluster.server}') cat server 2>/dev/null; exit ;;
  'config view --minify --output jsonpath='*) exit ;;
  *' get --raw /version --request-timeout=20s') cat asked >&2; exit 1 ;;
esac
case " $* " in *' --raw /k8s/clusters/c-1/'*) a=("$@"); for i in "${!a[@]}"; do a[i]=${a[i]#/k8s/clusters/c-1}; done; set -- "${a[@]}" ;; esac
case "$(cat mode 2>/dev/null):$*" in
  'sick:get --raw /readyz?verbose --request-timeout=20s')
    printf 'Error from server (InternalError): an error on the server ("[+]ping ok\\n[-]etcd failed: reason\033[31m withheld\\n[+]informer-sync ok\\nreadyz check failed") has prevented the request from succeeding\n' >&2; exit 1 ;;
  'cut:get --raw '*) echo 'Error from server (InternalError): an error on the server ("[+]ping ok\n[+]etcd ok\n[+]poststart") has prevented the request from succeeding' >&2; exit 1 ;;
  'down:get --raw '*) echo 'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?' >&2; exit 1 ;;
  'shut:get --raw '*) echo 'Error from server (Forbidden): forbidden: User "x" cannot get path "/readyz"' >&2; exit 1 ;;
  'busy:get --raw '*) echo 'Error from server (ServiceUnavailable): the server is currently unable to handle the request' >&2; exit 1 ;;
  'flood:get --raw '*) echo 'Error from server (TooManyRequests): the server has received too many requests and has asked us to try again later' >&2; exit 1 ;;
  'torn:get --raw '*) echo 'Unable to connect to the server: read tcp 10.0.0.9:51234->10.0.0.1:6443: read: connection reset by peer' >&2; exit 1 ;;
  'odd:get --raw '*) echo ok ;;
  *':get --raw /readyz?verbose --request-timeout=20s') printf '[+]ping ok\n[+]etcd ok\nreadyz check passed\n' ;;
  'denied:get apiservices '*) exit 1 ;;
  'broken:get apiservices --request-timeout=30s --output jsonpath='*) printf 'v1.|True|Local\nv1beta1.metrics.k8s.io|False|MissingEndpoints\n' ;;
  *':get apiservices --request-timeout=30s --output jsonpath='*) printf 'v1.|True|Local\nv1.apps|True|Local\n' ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run
check 'a healthy API server succeeds' test "$status" -eq 0
check 'its checks are counted' grep -q '^checks of the API server: 2 pass, 0 fail, answered within [0-9]* ms$' <<<"$out"
check 'its API services are counted' grep -qx 'API services: 2 of 2 available' <<<"$out"
check 'it says so' grep -qx 'healthy: the one API server that answered, and what is behind it' <<<"$out"
# Behind Rancher the path of the server's address says which cluster; an older kubectl leaves it out of --raw.
lines() { printf 'I1130 13:35:48.643568    4538 round_trippers.go:560] GET %s?timeout=20s 404 Not Found in 1 milliseconds\n' "$1"; }
echo https://rancher/k8s/clusters/c-1/ >server
lines https://rancher/version >asked; : >"$STUB_LOG"; run 
check 'an older kubectl is given the path' test -n "$(calls '--raw /k8s/clusters/c-1/readyz[?]verbose')" -a -z "$(calls '--raw /readyz')"
check 'and the answer counts' bash -c '[ "$1" -eq 0 ] && grep -q "^healthy: " <<<"$2"' _ "$status" "$out"
lines https://rancher/k8s/clusters/c-1/version >asked; : >"$STUB_LOG"; run 
check 'one that adds it itself is not' test -z "$(calls '--raw /k8s/')" -a -n "$(calls '--raw /readyz[?]verbose')"
echo 'error: no log' >asked; : >"$STUB_LOG"; run 
check 'where that is not known no other cluster is asked' bash -c '[ "$1:$2" = 3: ] && grep -q "another cluster could be asked" <<<"$3"' _ "$status" "$(calls '--raw [^ ]*readyz')" "$err"
echo https://rancher:6443/ >server; run 
check 'an address without a path is asked as it is' test "$status" -eq 0
rm server
echo sick >mode; run
check 'a failing check is a failure' test "$status" -eq 1
check 'it is named, without control characters' grep -qx 'FAILS: etcd failed: reason?\[31m withheld' <<<"$out"
echo cut >mode; run
check 'a failure that is cut off is a failure' test "$status" -eq 1 -a -n "$(grep '^NOT READY' <<<"$out")"
echo broken >mode; run
check 'a broken API service is a failure' test "$status" -eq 1 -a -n "$(grep '^API service not available: v1beta1.metrics.k8s.io (MissingEndpoints)$' <<<"$out")"
echo denied >mode; run
check 'it works without the right to see API services' test "$status" -eq 0 -a -n "$(grep 'could not be looked at' <<<"$out")"
check 'and does not say that they are well' grep -qx 'healthy: the one API server that answered' <<<"$out"
echo down >mode; run
check 'a server that is down is a failure' test "$status" -eq 1 -a -n "$(grep '^not reachable: ' <<<"$out")"
for each in busy flood; do
  echo "$each" >mode; run
  check "one that cannot answer ($each) is a failure" test "$status" -eq 1 -a -n "$(grep '^NOT WELL: ' <<<"$out")"
done
echo torn >mode; run
check 'one whose connections are cut is not reachable' test "$status" -eq 1 -a -n "$(grep '^not reachable: ' <<<"$out")"
echo shut >mode; run
check 'a missing right is no sick server' test "$status" -eq 3
echo odd >mode; run
check 'an answer that is not understood is a failure' test "$status" -eq 1
run --verbose
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
