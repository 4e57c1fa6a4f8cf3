#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

# The address of every pod is the machine's own, so that the API server reaches a server there.
ip address add 10.2.0.1/32 dev lo
ip address add 10.2.0.2/32 dev lo # of the host that it redirects to
cat >server.py <<'Y'
import http.server, time
class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        words = self.path.partition("?")[0].strip("/").split("/")
        code = int(words[0]) if words[0].isdigit() else 200
        if words[0] == "slow": time.sleep(20)
        body = b"line\n" * 200000 if words[0] == "long" else " ".join(words[1:] or ["fine"]).encode()
        self.send_response(code)
        if code == 302: self.send_header("Location", "/login" if len(words) < 2 else "http://%s:8080/200/welcome" % words[1])
        self.send_header("Content-Length", str(len(body) if code != 204 else 0))
        self.end_headers()
        if code != 204: self.wfile.write(body)
http.server.ThreadingHTTPServer(("0.0.0.0", 8080), Answers).serve_forever()
Y
python3 server.py 2>asked.log &
kubectl run web --image web --namespace shop >/dev/null
kubectl run new --image web --namespace shop --overrides '{"spec": {"nodeSelector": {"no": "node"}}}' >/dev/null
addressed() { [[ $(kubectl get pod web --namespace shop --output 'jsonpath={.status.podIP}') == 10.2.0.1 ]]; }
await addressed
await curl --silent http://10.2.0.1:8080/
ask() { run --pod web --namespace shop "$@"; }
unwell() { [[ $status -eq 1 ]] && grep -q "^not healthy: .*: $1 (phase Running" <<<"$out"; }
ask
check 'a pod that answers is healthy' test "$status" -eq 0
check 'its answer is shown' grep -qx '  fine' <<<"$out"
check 'the pod was asked, at that path' grep -q '"GET /healthz' asked.log
# Behind Rancher the path of the server's address says which cluster.
kubectl proxy --port 8001 --api-prefix /k8s/clusters/c-1 >/dev/null &
kubectl config set-cluster path --server http://127.0.0.1:8001/k8s/clusters/c-1 >/dev/null
kubectl config set-context behind-a-path --cluster path >/dev/null
await kubectl get namespaces --context behind-a-path
ask --context behind-a-path
check 'and asked below that path' test "$status" -eq 0 -a -n "$(grep '^healthy: ' <<<"$out")"
ask --path /204
check 'an answer without a word is one' test "$status" -eq 0
ask --path /302
check 'a redirect within it is followed' test "$status" -eq 0 -a -n "$(grep '^healthy: ' <<<"$out")"
check 'which the pod was asked for' grep -q '"GET /login' asked.log
ask --path /302/10.2.0.2
check 'one to another host is told' bash -c '[ "$1" -eq 0 ] && grep -q "^redirected: pod web .* to http://10.2.0.2:8080/200/welcome, " <<<"$2" && ! grep -qE "^healthy|^  welcome" <<<"$2"' _ "$status" "$out"
ask --path /302/10.2.0.3
check 'also where nobody answers' grep -q '^redirected: pod web .* to http://10.2.0.3:8080/200/welcome, ' <<<"$out"
ask --path /long
check 'a long answer is cut' test "$status" -eq 0 -a "$(grep -c '^  line' <<<"$out")" -eq 20
ask --path /503/database/is/down
check 'one that is not ready is not healthy' unwell 'it answers with an error, or not at all'
ask --path /500/NotFound/forbidden
check 'the words of an error are shown' grep -q 'NotFound forbidden' <<<"$out"
check 'and are not taken for those of the API server' unwell 'it answers with an error, or not at all'
ask --path /403
check 'a pod that forbids it is not healthy' unwell 'it answers that this is forbidden'
ask --path /404
check 'a path that is not there is told' unwell 'it says that there is no such path'
ask --path /slow --timeout 1
check 'one that is slow is told' bash -c '[ "$1" -eq 1 ] && grep -q "^no answer: .*it hangs, or the way" <<<"$2"' _ "$status" "$out"
openssl req -x509 -newkey rsa:2048 -nodes -keyout tls.key -out tls.crt -subj /CN=pod -days 2 2>/dev/null
sed -e 's/^import http.server, time/import http.server, ssl, time/' -e '$d' server.py >secure.py
cat >>secure.py <<'Y'
server = http.server.ThreadingHTTPServer(("10.2.0.1", 8443), Answers)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls.crt", "tls.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
Y
python3 secure.py 2>/dev/null &
await curl --silent --insecure https://10.2.0.1:8443/
ask --port 8443
check 'one that speaks HTTPS is asked so' bash -c '[ "$1" -eq 0 ] && grep -q "^healthy: .* on port 8443 by HTTPS " <<<"$2"' _ "$status" "$out"
ask --port 8443 --path /503/not/yet
check 'and its error is told' bash -c '[ "$1" -eq 1 ] && grep -q "^not healthy: .* by HTTPS: it answers with an error" <<<"$2"' _ "$status" "$out"
# It waits for the end of a line, which the greeting of TLS is without.
cat >patient.py <<'Y'
import socketserver
class Answers(socketserver.StreamRequestHandler):
    def handle(self):
        read = b""
        while not read.endswith(b"\r\n\r\n"): read += self.rfile.read1(4096)
        self.wfile.write(b"HTTP/1.1 503 No\r\nContent-Length: 8\r\nConnection: close\r\n\r\nnot yet\n")
socketserver.ThreadingTCPServer(("10.2.0.1", 8081), Answers).serve_forever()
Y
python3 patient.py 2>/dev/null &
await curl --silent http://10.2.0.1:8081/
ask --port 8081 --timeout 3
check 'an answer by HTTP counts where HTTPS is met with silence' unwell 'it answers with an error, or not at all'
ask --port 9
check 'a closed port is told' unwell 'nothing listens there for others than itself (127.0.0.1), or a firewall refuses'
kubectl --namespace shop create role reader --verb get --resource pods >/dev/null
kubectl --namespace shop create rolebinding reader --role reader --user guest >/dev/null
ask --context without-rights
check 'a missing right is no sick pod' test "$status" -eq 3
run --pod new --namespace shop
check 'a pod without an address is refused' test "$status" -eq 3
run --pod absent --namespace shop
check 'so is one that is not there' test "$status" -eq 3
finish
