#!/usr/bin/env bash
. "$HARNESS"

stub ss <<'EOF'
case "$*" in
  *:444) exit 1 ;;
  *:9) exit 0 ;;
  *)
    echo 'LISTEN    0 511 0.0.0.0:443 0.0.0.0:*'
    echo 'ESTAB     0 0 10.0.0.1:443 192.0.2.7:50001'
    echo 'ESTAB     0 0 [::ffff:10.0.0.1]:443 [::ffff:192.0.2.7]:50002'
    echo 'TIME-WAIT 0 0 10.0.0.1:443 192.0.2.7:50003'
    echo 'ESTAB     0 0 10.0.0.1:40100 192.0.2.80:5432'
    echo 'ESTAB     0 0 10.0.0.1:40101 192.0.2.80:443'
    echo 'ESTAB     0 0 [2001:db8::1]:443 [2001:db8::9]:40000' ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'established ones are counted' grep -Eq '^ +5 ESTAB$' <<<"$out"
check 'waiting ones are counted' grep -Eq '^ +1 TIME-WAIT$' <<<"$out"
check 'a remote address is counted over both address forms' grep -Eq '^ +3 +2 established +3 incoming +192.0.2.7$' <<<"$out"
check 'an IPv6 address is whole' grep -Eq '^ +1 +1 established +1 incoming +2001:db8::9$' <<<"$out"
check 'listening sockets have no remote address' grep -q '^3 remote addresses' <<<"$out"

check 'what the host opened itself is told from what came in' grep -Eq '^ +2 +2 established +0 incoming  192.0.2.80$' <<<"$out"

run --by state
check 'by state alone' test -z "$(grep 'by remote' <<<"$out")"
run --by remote --limit 1
check 'the busiest comes first' grep -q '192.0.2.7' <<<"$out"
check 'no more than asked for are shown' test -z "$(grep '2001:db8::9' <<<"$out")"
run --local-port 0443
check 'a local port is handed on' test -n "$(calls '^ss .*sport = :443$')"
run --local-port 9
check 'no sockets is no failure' test "$status" -eq 0
run --local-port 444
check 'a failing ss is a failure' test "$status" -eq 1
run --by process
check 'an unknown kind is refused' test "$status" -eq 2
run --limit none
check 'a bad number is refused' test "$status" -eq 2
run --local-port '1; touch pwned'
check 'a hostile port is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
