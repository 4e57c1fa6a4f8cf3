#!/usr/bin/env bash
. "$HARNESS"
use tls

old=(-cipher DEFAULT:@SECLEVEL=0)
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=www.example.org -days 9 -keyout rsa.key -out rsa.pem 2>/dev/null
serve 8443 -cert /tls/www.pem -key /tls/www.key -no_tls1 -no_tls1_1
serve 8444 -cert rsa.pem -key rsa.key "${old[@]}" -no_tls1_3 -no_tls1_2
serve 8445 -cert rsa.pem -key rsa.key "${old[@]}" -no_tls1 -no_tls1_3
run --host www.example.org --port 8443
check 'a server of today is in order' test "$status" -eq 0 -a -n "$(grep '^in order: ' <<<"$out")"
check 'with what it speaks' bash -c 'grep -qE "^TLS 1.2  accepted \(ECDHE" <<<"$1" && grep -qE "^TLS 1.3  accepted \(TLS_AES" <<<"$1" && grep -q "^TLS 1.0  refused (.*alert protocol version)$" <<<"$1" && grep -q "^TLS 1.1  refused (.*alert protocol version)$" <<<"$1"' _ "$out"
run --host www.example.org --port 8444
check 'one that speaks only the old ones is not' test "$status" -eq 1 -a -n "$(grep '^OLD VERSIONS' <<<"$out")" -a -n "$(grep '^TLS 1.0  accepted' <<<"$out")"
run --host www.example.org --port 8445
check 'one of them is enough' test "$status" -eq 1 -a -n "$(grep '^TLS 1.1  accepted' <<<"$out")" -a -n "$(grep '^TLS 1.0  refused (' <<<"$out")"
# Two servers of one name, of which one is old.
(exec openssl s_server -accept 127.0.0.2:8447 -quiet -cert rsa.pem -key rsa.key "${old[@]}" -no_tls1_3 >/dev/null 2>&1 &)
(exec openssl s_server -accept 127.0.0.1:8447 -quiet -cert /tls/www.pem -key /tls/www.key -no_tls1 -no_tls1_1 >/dev/null 2>&1 &)
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/8447 4<>/dev/tcp/127.0.0.2/8447'
printf '127.0.0.%d two.example.org\n' 1 2 >>/etc/hosts
run --host two.example.org --port 8447
check 'each address of a name is asked, and the worst counts' test "$status:$(grep -A1 '^two.example.org (127.0.0.1):$' <<<"$out" | tail -n 1)" = '1:TLS 1.0  refused (tlsv1 alert protocol version)' -a -n "$(grep -A1 '^two.example.org (127.0.0.2):$' <<<"$out" | grep '^TLS 1.0  accepted')"
openssl genpkey -genparam -algorithm DH -pkeyopt group:modp_1536 -out weak.dh
serve 8446 -cert rsa.pem -key rsa.key -dhparam weak.dh -cipher 'DHE-RSA-AES256-GCM-SHA384:@SECLEVEL=0' -no_tls1 -no_tls1_1 -no_tls1_3
run --host www.example.org --port 8446
check 'a version that openssl breaks off after the certificate was accepted' grep -qx 'TLS 1.2  accepted (broken off here, after its certificate)' <<<"$out"
run --host www.example.org --port 1
check 'a closed port is a failure' test "$status" -eq 1
finish
