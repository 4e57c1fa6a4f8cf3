#!/usr/bin/env bash
. "$HARNESS"
use redis

run --seconds 1
check 'it succeeds' test "$status" -eq 0
check 'it tells smallest, largest, average and how many' grep -Eqx '127\.0\.0\.1 port 6379: smallest [0-9]+ ms, largest [0-9]+ ms, average [0-9.]+ ms, of [0-9]+ samples in 1 s' <<<"$out"
check 'there are many samples' test "$(sed 's/.* of \([0-9]*\) samples.*/\1/' <<<"$out")" -ge 10
(sleep 0.5; exec redis-cli eval 'local t = redis.call("TIME"); local e = t[1] * 1000 + t[2] / 1000 + 600; repeat t = redis.call("TIME") until t[1] * 1000 + t[2] / 1000 > e' 0 >/dev/null) &
run --seconds 2 --host ::1
check 'a server that hangs for a while is seen' test "$(sed 's/.*largest \([0-9]*\) ms.*/\1/' <<<"$out")" -ge 300
redis-cli config set requirepass secret >/dev/null
run --seconds 1
check 'without the password it is refused' test "$status" -eq 3
REDISCLI_AUTH=secret run --seconds 1
check 'with it it works' test "$status" -eq 0
run --seconds 1 --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
finish
