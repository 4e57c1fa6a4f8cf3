#!/usr/bin/env bash
. "$HARNESS"

stub ss <<'EOF'
[ "$*" = '--no-header --tcp --listening --numeric --processes' ] && [ ! -e .broken ] || exit 255
[ -e .none ] || printf '%s\n' 'LISTEN 0      128    0.0.0.0:22   0.0.0.0:* users:(("sshd",pid=3,fd=3))' \
  'LISTEN 129    128          *:8080       *:* users:(("java app",pid=7,fd=30))' \
  'LISTEN 300    511  127.0.0.1:9000 0.0.0.0:*'
EOF
printf 'TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 0 41 43\nIpExt: InNoRoutes\nIpExt: 5\n' >netstat

stub sleep <<<'[ ! -e .burst ] || printf "TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 0 50 60\n" >netstat'
echo 0 >.uid
stub id <<<'cat .uid'
run --counters netstat
check 'root is told of nothing that root alone sees' test -z "$err"
check 'a full queue is a failure' test "$status" -eq 1
check 'it is told with its program' grep -qx '\*:8080: 129 connections wait, at most 128 may  users:(("java app",pid=7,fd=30))' <<<"$out"
check 'one that fills up is told' grep -qx '127.0.0.1:9000: 300 connections wait, at most 511 may  -' <<<"$out"
check 'an empty one is not' test -z "$(grep ':22' <<<"$out")"
check 'overflows are told' grep -qx 'overflows of such queues since the start: 41, within the last 2 s: 0' <<<"$out"
check 'drops are told' grep -qx 'connections dropped while listening since the start: 43' <<<"$out"
check 'they are counted' grep -qx '3 listening sockets, 2 with a queue above 50%' <<<"$out"
run --counters netstat --percent 80
check 'the percentage counts' grep -q ', 1 with a queue above 80%' <<<"$out"
run --counters nowhere --percent 80
check 'counters that cannot be read are left out' bash -c '[ "$1" -eq 1 ] && ! grep -q overflows <<<"$2"' _ "$status" "$out"
echo 1000 >.uid
run --counters netstat
check 'others are told what they do not see' grep -q 'only root can see' <<<"$err"
touch .none
run --counters netstat
check 'no sockets is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^0 listening" <<<"$2"' _ "$status" "$out"
touch .burst
run --counters netstat
check 'overflows while it looks are a failure, though no queue was seen full' test "$status:$(grep -cx 'overflows of such queues since the start: 50, within the last 2 s: 9' <<<"$out")" = 1:1
check 'it looks that long' test -n "$(calls '^sleep 2$')"
rm .burst
touch .broken
run --counters netstat
check 'a failing ss is a failure' test "$status" -eq 1
run --percent 101
check 'more than all is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --percent '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --counters '$(touch pwned)'
check 'a hostile file runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
