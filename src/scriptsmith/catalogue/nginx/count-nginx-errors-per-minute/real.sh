#!/usr/bin/env bash
. "$HARNESS"
use nginx

printf 'server { listen 8081; location /bad { return 503; } location / { return 200; } }\n' >/etc/nginx/conf.d/a.conf
nginx -s reload; await curl -s http://127.0.0.1:8081/
: >/var/log/nginx/access.log
# Lines of the minutes before, as the real ones to come.
curl -s http://127.0.0.1:8081/first; await test -s /var/log/nginx/access.log
at() { sed "s#\[[^]]*\]#[$1]#; s/\" 200 /\" $2 /" /var/log/nginx/access.log; }
{ at '10/Oct/2024:13:54:01 +0000' 500; at '10/Oct/2024:13:54:59 +0000' 200; at '10/Oct/2024:13:55:00 +0000' 502; } >before
cat before >/var/log/nginx/access.log
for path in a bad bad b; do curl -s "http://127.0.0.1:8081/$path" >/dev/null; done
await bash -c '[ "$(wc -l </var/log/nginx/access.log)" -eq 7 ]'
run
check 'a minute of before is counted' grep -qE '^10/Oct/2024:13:54 +2 +1 +50\.0 %' <<<"$out"
check 'what nginx wrote is summed up' grep -qE '^[34] minutes shown: 7 requests, 4 answers with 5xx$' <<<"$out"
run --minutes 2
check 'only what is shown is summed up' grep -qE '^2 minutes shown: [1-5] requests, [0-3] answers with 5xx$' <<<"$out"
check 'the lines are counted' grep -qE '^7 lines read, of [34] minutes, 0 in another format$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
finish
