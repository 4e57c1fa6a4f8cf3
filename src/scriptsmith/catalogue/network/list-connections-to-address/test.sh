#!/usr/bin/env bash
. "$HARNESS"

stub ss <<'EOF'
[ ! -e .broken ] || exit 255
[ "$1 $2 $3 $4 $5 $6 $7" = '--no-header --tcp --numeric --processes state connected dst' ] || exit 255
case "${*:8}" in
  '10.0.0.5' | '10.0.0.0/8')
    echo 'ESTAB    0 0 192.0.2.10:50000 10.0.0.5:5432 users:(("java app",pid=7,fd=30))'
    echo 'ESTAB    0 0 192.0.2.10:50001 10.0.0.5:5432 users:(("java app",pid=7,fd=31))'
    echo 'TIME-WAIT 0 0 192.0.2.10:22 10.0.0.5:40000' ;;
  '10.0.0.5 and dport = :5432') echo 'ESTAB    0 0 192.0.2.10:50000 10.0.0.5:5432' ;;
  '[2001:db8::5]') echo 'SYN-SENT 0 1 [2001:db8::1]:50000 [2001:db8::5]:443' ;;
  '[2001:db8::/32]') echo 'ESTAB 0 1 [2001:db8::1]:50000 [2001:db8::6]:443' ;;
esac
EOF

echo 1000 >.uid
stub id <<<'cat .uid'
run --address 10.0.0.5
check 'it succeeds' test "$status" -eq 0
check 'a connection is shown with its process' grep -qx 'ESTAB        192.0.2.10:50000 -> 10.0.0.5:5432  users:(("java app",pid=7,fd=30))' <<<"$out"
check 'one without a process is shown' grep -qx 'TIME-WAIT    192.0.2.10:22 -> 10.0.0.5:40000  -' <<<"$out"
check 'they are summed up' grep -q '^3 connections with 10.0.0.5:.* 2 ESTAB;' <<<"$out"
run --address 10.0.0.5 --port 5432
check 'a port narrows it' grep -q '^1 connections with 10.0.0.5, its port 5432' <<<"$out"
run --address 2001:db8::5
check 'an IPv6 address is put in brackets' grep -q '^SYN-SENT .*\[2001:db8::5\]:443' <<<"$out"
run --address 2001:db8::/32
check 'so is a network' test "$status" -eq 0
run --address 10.0.0.0/8
check 'a network is taken' grep -q '^3 connections with 10.0.0.0/8' <<<"$out"
run --address 198.51.100.1
check 'none is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "no TCP connection with 198.51.100.1" <<<"$2"' _ "$status" "$out"
check 'who is not root is told that containers are not seen' grep -q 'only root can see' <<<"$err"
touch .broken
run --address 10.0.0.5
check 'a failing ss is a failure' test "$status" -eq 1
run --address www.example.org
check 'a name is no address' test "$status" -eq 2
run
check 'the address is required' test "$status" -eq 2
run --address 10.0.0.5 --port 70000
check 'a port out of range is refused' test "$status" -eq 2
run --address 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --address 10.0.0.5 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
