#!/usr/bin/env bash
. "$HARNESS"
use redis-replica

fill() { seq -f 'SET session:%g x' 1 3000 | redis-cli --pipe >/dev/null; }
count() { redis-cli -n "${2-0}" eval 'return #redis.call("KEYS", ARGV[1])' 0 "$1"; }
fill
redis-cli set cache:1 x >/dev/null
redis-cli set $'session:bad\nname; "x"' x >/dev/null
redis-cli set sessions x >/dev/null
redis-cli -n 3 set session:other x >/dev/null
run --pattern 'session:*' --dry-run
check 'a dry run counts what it would delete' grep -qx "would delete: 3001 keys of database 0 that match 'session:\*'" <<<"$out"
check 'and shows some' grep -q '^for example: "session:' <<<"$out"
check 'a dry run deletes none' test "$(count 'session:*')" = 3001
run --pattern 'session:*' --max 3000
check 'more than allowed is refused' test "$status" -eq 3
check 'and deletes none' test "$(count 'session:*')" = 3001
run --pattern 'session:*' --max 3001
check 'it succeeds' test "$status" -eq 0
check 'they are gone, whatever is in a name' test "$(count 'session:*')" = 0
check 'they are counted' grep -qx "deleted: 3001 keys of database 0 that match 'session:\*'" <<<"$out"
check 'other keys stay' test "$(count 'cache:1') $(count sessions)" = '1 1'
check 'other databases too' test "$(count 'session:*' 3)" = 1
run --pattern 'session:*'
check 'a second run has nothing to do' grep -q '^nothing to delete' <<<"$out"
run --pattern 'cache:'
check 'that a beginning alone is one key is told' test "$status:$(grep -c 'begin so are cache:\*$' <<<"$err")" = 0:1
run --pattern 'session:*' --database 3
check 'another database is taken when asked' test "$(count 'session:*' 3)" = 0
run --pattern 'cache:*' --database 99
check 'a database that is not there is refused, and database 0 left alone' test "$status:$(grep -c 'port 6379: ERR DB index is out of range' <<<"$err"):$(count 'cache:1')" = 1:1:1
redis-server --daemonize yes --dir /tmp --port 7000 --cluster-enabled yes --save '' >/dev/null
await redis-cli -p 7000 ping
run --pattern 'session:*' --port 7000
check 'a node of a cluster is refused' test "$status:$(grep -c 'belongs to a cluster' <<<"$err")" = 3:1
for pattern in '*' '[a-z]*' 's?*' '??'; do
  run --pattern "$pattern"
  check "$pattern is refused" test "$status" -eq 2
done
check 'none of these deletes' test "$(count 'cache:1') $(count sessions)" = '1 1'
await in_step
run --pattern 'cache:*' --port 6380
check 'a replica is not written to' test "$status:$(redis-cli -p 6380 exists cache:1)" = 1:1
redis-cli acl setuser reader on '>p' '~*' '+@read' '+ping' '+eval' '+scan' >/dev/null
REDISCLI_AUTH=p run --pattern 'cache:*'
check 'a wrong password is refused' test "$status:$(count 'cache:1')" = 3:1
finish
