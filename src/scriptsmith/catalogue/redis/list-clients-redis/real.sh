#!/usr/bin/env bash
. "$HARNESS"
use redis

for address in 127.0.0.1 127.0.0.1 ::1; do ( (echo 'BLPOP none 0'; sleep 300) | redis-cli -h "$address" >/dev/null 2>&1 &); done
there() { [ "$(redis-cli client list | grep -c blpop)" = 3 ]; }
await there
run
check 'it succeeds' test "$status" -eq 0
check 'all are counted, with the one who asks' test "$(head -n 1 <<<"$out")" = '4 clients from 2 addresses'
check 'by address, most first' grep -Eq '^ +3  127\.0\.0\.1 +0 to [0-9]+$' <<<"$(sed -n 3p <<<"$out")"
check 'IPv6 addresses are whole' grep -Eq '^ +1  \[::1\] +[0-9]+ to [0-9]+$' <<<"$out"
check 'none has a large buffer' grep -qx 'no client has a large buffer' <<<"$out"
redis-cli eval 'redis.call("SET", "big", string.rep("x", 20000000))' 0 >/dev/null
exec 9<>/dev/tcp/127.0.0.1/6379
printf 'GET big\r\nGET big\r\nGET big\r\n' >&9
full() { redis-cli client list | grep -Eq ' omem=[0-9]{8}'; }
await full
id=$(redis-cli client list | sed -n 's/^id=\([0-9]*\) .* omem=[0-9]\{8\}.*/\1/p')
run
check 'a client that does not read is named with what waits for it' grep -Eq "^large buffer: id $id from 127\.0\.0\.1:[0-9]+: [0-9]{2} MiB wait to be read" <<<"$out"
check 'it alone' test "$(grep -c '^large buffer' <<<"$out")" = 1
exec 8<>/dev/tcp/127.0.0.1/6379
printf '*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$50000000\r\n' >&8
head -c 5000000 /dev/zero >&8
sent() { redis-cli client list | grep -Eq ' qbuf=[45][0-9]{6}'; }
await sent
run
check 'so is one whose command is not complete' grep -Eq '^large buffer: id [0-9]+ from 127\.0\.0\.1:[0-9]+: 4 MiB that it sent wait to be served' <<<"$out"
redis-cli acl setuser default -client >/dev/null
run
check 'a login without the right is refused' test "$status" -eq 3
finish
