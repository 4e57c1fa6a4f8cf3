#!/usr/bin/env bash
. "$HARNESS"
use nginx

# packages of Debian have the combined format, which holds no time
curl -s http://127.0.0.1/ >/dev/null; await test -s /var/log/nginx/access.log
run
check 'a log without times is a failure, and says what is missing' test "$status" -eq 1 -a -n "$(grep request_time <<<"$err")"
cat >/etc/nginx/conf.d/a.conf <<'CONF'
log_format timed '$remote_addr - - [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" rt=$request_time urt=99.000';
log_format json escape=json '{"agent":"$http_user_agent","request_time":"$request_time","request":"$request"}';
log_format bare '$remote_addr [$time_local] "$request" $status "$http_user_agent" $request_time';
log_format two '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time $upstream_response_time';
log_format ingress '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_length $request_time [shop-web-80] [] $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $request_id';
server { listen 8082; location / { return 200 "hi"; } }
server { listen 8081; root /srv/www; access_log /var/log/nginx/timed.log timed; access_log /var/log/nginx/json.log json; access_log /var/log/nginx/bare.log bare;
  access_log /var/log/nginx/two.log two; access_log /var/log/nginx/ingress.log ingress; location /proxied { proxy_pass http://127.0.0.1:9/; error_page 502 = @other; } location @other { proxy_pass http://127.0.0.1:8082; }
  location /slow { limit_rate 1k; } }
CONF
mkdir -p /srv/www/slow; head -c 2500 /dev/zero >/srv/www/slow/file; echo hi >/srv/www/fast
nginx -s reload; await curl -s http://127.0.0.1:8081/fast
curl -s -A 'rt=77.777 "request_time":88.888, request_time:66.666' 'http://127.0.0.1:8081/fast?token=secret' >/dev/null
curl -s 'http://127.0.0.1:8081/slow/file?token=secret' -o /dev/null
curl -s http://127.0.0.1:8081/proxied >/dev/null
for log in timed json bare two ingress; do
  await grep -q slow /var/log/nginx/$log.log
  run --file /var/log/nginx/$log.log
  check "the slowest is found in $log.log" grep -qE '^ +[1-9]\.[0-9]{3}  .*GET /slow/file' <<<"$(sed -n 2p <<<"$out")"
  check "an agent does not deceive in $log.log" test -z "$(grep -E '(77|88|66)\.' <<<"$out")"
  check "no query is shown of $log.log" test -z "$(grep secret <<<"$out")"
done
run --file /var/log/nginx/timed.log --limit 1
check 'the list can be shortened' test "$(grep -c GET <<<"$out")" -eq 1
finish
