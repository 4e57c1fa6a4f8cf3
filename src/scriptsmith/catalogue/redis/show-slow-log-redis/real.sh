#!/usr/bin/env bash
. "$HARNESS"
use redis

run
check 'an empty slow log says so' test "$status:$out" = '0:the slow log is empty; what takes 10000 us or more is logged'
redis-cli config set slowlog-log-slower-than -1 >/dev/null
run
check 'that it is switched off is told' grep -q 'SWITCHED OFF' <<<"$out"
redis-cli config set slowlog-log-slower-than 0 >/dev/null
for n in 1 2 3 4 5 6 7 8 9 10 11; do redis-cli set "key $n" "v$n" >/dev/null; done
redis-cli mset $'line\nbreak' '2) x' 'quo"te' 'b c' a1 1 a2 2 a3 3 a4 4 a5 5 >/dev/null
redis-cli config set slowlog-log-slower-than 10000000 >/dev/null
entries=$(redis-cli slowlog len)
run --limit 50
check 'it succeeds' test "$status" -eq 0
check 'all are listed' test "$(tail -n 1 <<<"$out")" = "$entries slow commands listed"
check 'the newest comes first, and its words stay words' \
  grep -Eq '^20[0-9-]+ [0-9:]+ +[0-9]+ us  127\.0\.0\.1:[0-9]+ +"mset" "line\\nbreak" "2\) x" "quo\\"te" "b c" "a1" "1" "a2" "2" "a3" "3" "a4" "4" "a5" "5"$' <<<"$(sed -n '/mset/p' <<<"$out")"
check 'an entry far down is whole too' grep -Eq 'us  127\.0\.0\.1:[0-9]+ +"set" "key 1" "v1"$' <<<"$out"
check 'newer ones stand above older ones' test "$(grep -n '"key 11"' <<<"$out" | cut -d: -f1)" -lt "$(grep -n '"key 2"' <<<"$out" | cut -d: -f1)"
micros=$(redis-cli slowlog get 50 | grep -B1 -A1 -x set | head -n 2 | head -n 1)
check 'the time that it took is told' grep -Eq " $micros us  .*\"key 11\"" <<<"$out"
check 'so is when' grep -q "^$(date -d "@$(redis-cli slowlog get 1 | sed -n 2p)" '+%F %T') " <<<"$out"
run --limit 2
check 'as many as asked' test "$(grep -c ' us ' <<<"$(head -n -1 <<<"$out")"):$(sed -n 3p <<<"$out")" = "2:2 slow commands listed, of $entries in the log; the longest of them all:"
check 'the longest of the whole log is told' test "$(tail -n 1 <<<"$out" | awk '{ print $3 }')" = "$(redis-cli --no-raw slowlog get 50 | sed -n 's/^ *3) (integer) //p' | sort -n | tail -n 1)"
redis-cli config set slowlog-log-slower-than 300000 >/dev/null
redis-cli eval 'local n = 0; for i = 1, 5e7 do n = n + i % 7 end; return n' 0 >/dev/null
redis-cli config set slowlog-log-slower-than 0 >/dev/null
for n in 1 2 3; do redis-cli set late "$n" >/dev/null; done
redis-cli config set slowlog-log-slower-than 10000000 >/dev/null
run --limit 2
check 'also when it is not one of the latest' grep -q '"eval" ' <<<"$(tail -n 1 <<<"$out")"
redis-cli acl setuser default -slowlog >/dev/null
run
check 'a login without the right is refused' test "$status" -eq 3
finish
