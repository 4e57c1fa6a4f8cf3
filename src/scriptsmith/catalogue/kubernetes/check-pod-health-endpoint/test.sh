#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
log() { :; }
if [ "$1" = --vmodule=round_trippers=6 ]; then log() { echo "I1130 13:35:48.643568    4538 round_trippers.go:560] GET https://api:6443/api/v1$1 in 1 milliseconds" >&2; }; shift; fi
case "$*" in
  'config current-context') echo test-cluster; exit ;;
  'config view --minify --output jsonpath={.clusters[0].cluster.server}') cat server 2>/dev/null; exit ;;
  'config view --minify --output jsonpath='*) exit ;;
  *'get --raw /version --request-timeout=20s') cat asked >&2; exit 1 ;;
esac
case " $* " in *' --raw /k8s/clusters/c-1/'*) a=("$@"); for i in "${!a[@]}"; do a[i]=${a[i]#/k8s/clusters/c-1}; done; set -- "${a[@]}" ;; esac
case "$*" in
  'get pod new '*) printf 'Pending||' ;;
  'get pod absent '*) echo 'Error from server (NotFound): pods "absent" not found' >&2; exit 1 ;;
  'get pod over '*) printf 'Succeeded|10.0.0.1|n1' ;;
  'get pod '*' --namespace shop --request-timeout=30s --output jsonpath='*) printf 'Running|10.0.0.1|n1' ;;
  'get --raw /api/v1/namespaces/shop/pods/cart:8080/proxy/healthz --request-timeout=10s') log '/namespaces/shop/pods/cart:8080/proxy/healthz?timeout=10s 200 OK'; printf 'status: \033[32mok\ndb: ok' ;;
  'get --raw /api/v1/namespaces/shop/pods/cart:9090/proxy/ready/now --request-timeout=3s') log '/namespaces/shop/pods/cart:9090/proxy/ready/now?timeout=3s 204 No Content' ;;
  'get --raw /api/v1/namespaces/shop/pods/inner:8080/proxy/healthz '*)
    log '/namespaces/shop/pods/inner:8080/proxy/healthz?timeout=10s 302 Found'; log '/namespaces/shop/pods/inner:8080/proxy/up 200 OK'; echo up ;;
  'get --raw /api/v1/namespaces/shop/pods/moved:8080/proxy/healthz '*)
    log '/namespaces/shop/pods/moved:8080/proxy/healthz?timeout=10s 302 Found'
    echo 'I1130 13:35:48.646497    4538 round_trippers.go:632] "Response" verb="GET" url="https://login.example.org/in?token=abc" status="200 OK" milliseconds=1' >&2
    echo 'Welcome, please log in' ;;
  'get --raw /api/v1/namespaces/shop/pods/gone:8080/proxy/healthz '*)
    log '/namespaces/shop/pods/gone:8080/proxy/healthz?timeout=10s 302 Found'
    echo 'I1130 13:35:48.724270    4543 round_trippers.go:560] GET https://10.9.9.9/login  in 0 milliseconds' >&2
    echo 'The connection to the server 10.9.9.9 was refused - did you specify the right host or port?' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/long:8080/proxy/healthz '*) for i in {1..60}; do echo "line $i"; done ;;
  'get --raw /api/v1/namespaces/shop/pods/sick:8080/proxy/healthz '*) echo 'Error from server (InternalError): an error on the server ("db down: access forbidden") has prevented the request from succeeding' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/deaf:8080/proxy/healthz '*) echo 'Error from server: error trying to reach service: dial tcp 10.0.0.1:8080: connect: connection refused' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/shut:8080/proxy/healthz '*) echo 'Error from server (Forbidden): pods "shut:8080" is forbidden: User "x" cannot get resource "pods/proxy" in API group "" in the namespace "shop"' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/strict:8080/proxy/healthz '*) echo 'Error from server (Forbidden): not from here' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/tls:8443/proxy/healthz '*) echo 'Error from server (BadRequest): Client sent an HTTP request to an HTTPS server.' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/https:tls:8443/proxy/healthz '*) if [ -e ill ]; then echo 'Error from server (ServiceUnavailable): the server is currently unable to handle the request' >&2; exit 1; fi; echo fine ;;
  'get --raw /api/v1/namespaces/shop/pods/https:sick:8080/proxy/healthz '*) echo 'Error from server: error trying to reach service: tls: first record does not look like a TLS handshake' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/plain:8080/proxy/healthz '*) echo 'Error from server (ServiceUnavailable): the server is currently unable to handle the request' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/https:plain:8080/proxy/healthz '*) echo 'Unable to connect to the server: context deadline exceeded (Client.Timeout exceeded while awaiting headers)' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/away:8080/proxy/healthz '*) echo 'Error from server: error trying to reach service: dial tcp 10.0.0.1:8080: connect: no route to host' >&2; exit 1 ;;
  'get --raw /api/v1/namespaces/shop/pods/slow:8080/proxy/healthz '*) echo 'Error from server: error trying to reach service: dial tcp 10.0.0.1:8080: i/o timeout' >&2; exit 1 ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --pod cart --namespace shop
check 'a healthy pod succeeds' test "$status" -eq 0
check 'it says so' grep -qx 'healthy: pod cart answers GET /healthz on port 8080 (phase Running, node n1)' <<<"$out"
check 'the answer is shown without control characters' grep -qx '  status: ?\[32mok' <<<"$out"
check 'all lines of it' grep -qx '  db: ok' <<<"$out"
run --pod cart --namespace shop --port 09090 --path /ready/now --timeout 3
check 'port, path and time can be chosen, and an empty answer is one' test "$status" -eq 0
# Behind Rancher the path of the server's address says which cluster; an older kubectl leaves it out of --raw.
lines() { printf 'I1130 13:35:48.643568    4538 round_trippers.go:560] GET %s?timeout=20s 404 Not Found in 1 milliseconds\n' "$1"; }
echo https://rancher/k8s/clusters/c-1/ >server
lines https://rancher/version >asked; : >"$STUB_LOG"; run --pod cart --namespace shop
check 'an older kubectl is given the path' test -n "$(calls '--raw /k8s/clusters/c-1/api/v1/namespaces/shop/pods/cart:8080/proxy/healthz')" -a -z "$(calls '--raw /api/v1')"
check 'and the answer counts' bash -c '[ "$1" -eq 0 ] && grep -q "^healthy: " <<<"$2"' _ "$status" "$out"
lines https://rancher/k8s/clusters/c-1/version >asked; : >"$STUB_LOG"; run --pod cart --namespace shop
check 'one that adds it itself is not' test -z "$(calls '--raw /k8s/')" -a -n "$(calls '--raw /api/v1/namespaces/shop/pods/cart:8080/proxy/healthz')"
echo 'error: no log' >asked; : >"$STUB_LOG"; run --pod cart --namespace shop
check 'where that is not known no other cluster is asked' bash -c '[ "$1:$2" = 3: ] && grep -q "another cluster could be asked" <<<"$3"' _ "$status" "$(calls '--raw [^ ]*api/v1')" "$err"
echo https://rancher:6443/ >server; run --pod cart --namespace shop
check 'an address without a path is asked as it is' test "$status" -eq 0
rm server
run --pod inner --namespace shop
check 'a redirect within the pod counts as its answer, and the log of kubectl is not shown' test "$status $out" = "0   up
healthy: pod inner answers GET /healthz on port 8080 (phase Running, node n1)"
run --pod moved --namespace shop
check 'one to elsewhere is told, without the answer of that place and what its address may hold' bash -c '[ "$1" -eq 0 ] && grep -q "^redirected: pod moved .* on port 8080 by sending on to https://login.example.org/in, " <<<"$2" && ! grep -qE "healthy: pod|Welcome|abc" <<<"$2"' _ "$status" "$out"
run --pod gone --namespace shop
check 'also where that place cannot be reached' bash -c '[ "$1" -eq 0 ] && grep -q "^redirected: pod gone .* to https://10.9.9.9/login, " <<<"$2"' _ "$status" "$out"
run --pod long --namespace shop
check 'a long answer is cut, and healthy' test "$status" -eq 0 -a "$(grep -c '^  line' <<<"$out")" -eq 20
run --pod sick --namespace shop
check 'an error status is a failure' test "$status" -eq 1
check 'what it says is shown' grep -q 'db down' <<<"$out"
run --pod tls --namespace shop --port 8443
check 'a port that speaks HTTPS is asked so' bash -c '[ "$1" -eq 0 ] && grep -q "^healthy: pod tls answers GET /healthz on port 8443 by HTTPS " <<<"$2"' _ "$status" "$out"
touch ill; run --pod tls --namespace shop --port 8443
check 'its error is the one that is told' bash -c '[ "$1" -eq 1 ] && grep -q "^not healthy: .* by HTTPS: it answers with an error" <<<"$2"' _ "$status" "$out"
run --pod slow --namespace shop
check 'no answer in time is not called unhealthy' bash -c '[ "$1" -eq 1 ] && grep -q "^no answer: .*the way from the API server to it is closed" <<<"$2"' _ "$status" "$out"
check 'and nothing more is tried then' test -z "$(calls 'https:slow')"
run --pod away --namespace shop
check 'nor is one that the API server does not reach' bash -c '[ "$1" -eq 1 ] && grep -q "^no answer: " <<<"$2"' _ "$status" "$out"
run --pod plain --namespace shop
check 'an answer by HTTP counts where HTTPS is met with silence' bash -c '[ "$1" -eq 1 ] && grep -q "^not healthy: .* on port 8080: it answers with an error" <<<"$2" && grep -q "unable to handle the request" <<<"$2"' _ "$status" "$out"
run --pod deaf --namespace shop
check 'a closed port is told' grep -q '^not healthy: .*nothing listens there for others than itself' <<<"$out"
run --pod shut --namespace shop
check 'a missing right is no sick pod' test "$status" -eq 3
run --pod strict --namespace shop
check 'a pod that forbids it is not healthy' test "$status" -eq 1 -a -n "$(grep 'it answers that this is forbidden' <<<"$out")"
run --pod new --namespace shop
check 'a pod without an address is refused' test "$status" -eq 3
check 'and that is why' grep -q 'has no address, or not any more (phase Pending)' <<<"$err"
run --pod over --namespace shop
check 'one that has ended too: its address may be that of another' bash -c '[ "$1" -eq 3 ] && grep -q "phase Succeeded" <<<"$2"' _ "$status" "$err"
run --pod absent --namespace shop
check 'a missing pod is refused' test "$status" -eq 3
run --pod cart --path /../../../secrets
check 'a path that climbs is refused' test "$status" -eq 2
run --pod cart --path '/a?b=c'
check 'a path with a query is refused' test "$status" -eq 2
run --pod cart --port 0
check 'port 0 is refused' test "$status" -eq 2
run
check 'the pod is required' test "$status" -eq 2

run --pod cart --path 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --pod cart --path '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
