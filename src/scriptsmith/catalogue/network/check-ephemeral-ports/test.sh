#!/usr/bin/env bash
. "$HARNESS"

stub sysctl <<'EOF'
[ "$*" != '-n net.ipv4.ip_local_reserved_ports' ] || { cat .reserved 2>/dev/null; exit; }
[ "$*" = '-n net.ipv4.ip_local_port_range' ] && [ ! -e .nokernel ] || exit 255
cat .range
EOF
printf '50000\t50009\n' >.range
stub ss <<'EOF'
[ "$*" = '--no-header --tcp --numeric state connected' ] && [ ! -e .broken ] || exit 255
[ ! -e .none ] || exit 0
for port in 0 1 2 3 4 5 6; do echo "TIME-WAIT 0 0 192.0.2.10:5000$port 10.0.0.5:80"; done
echo 'ESTAB 0 0 [::ffff:192.0.2.10]:50008 [::ffff:10.0.0.5]:80'
echo 'ESTAB 0 0 [2001:db8::1]:50008 [2001:db8::5]:443'
echo 'ESTAB 0 0 192.0.2.10:443 198.51.100.7:50001'
EOF

run
check 'more than the percentage is a failure' test "$status" -eq 1
check 'the remote end is told' grep -Eqx ' +8 \( 80%\), 7 in TIME_WAIT, to 10.0.0.5:80  TOO MANY' <<<"$out"
check 'each remote end has the range to itself' grep -Eqx ' +1 \( 10%\), 0 in TIME_WAIT, to \[2001:db8::5\]:443' <<<"$out"
check 'incoming connections do not count' test -z "$(grep 198.51.100.7 <<<"$out")"
check 'the sum is told' grep -qx 'range 50000 to 50009: 10 ports for each remote end; 9 sockets use it, 7 of them in TIME_WAIT' <<<"$out"
check 'root is not told that others see less' test -z "$(grep 'only root' <<<"$out")"
stub id <<<'echo 1000'
run
check 'others are told that networks of containers are not counted' grep -q '^note: only root sees whether there are other networks' <<<"$out"
rm .stubs/id
run --percent 80
check 'the percentage itself is not too many' bash -c '[ "$1" -eq 0 ] && grep -qx "no remote end uses more than 80%" <<<"$2"' _ "$status" "$out"
run --percent 90 --limit 1
check 'no more than asked for are shown' test "$(grep -c ' to ' <<<"$out")" -eq 2
echo '49990-50001,50009,60000' >.reserved
run --percent 99
check 'reserved ports are none to be used' grep -Eqx ' +8 \(114%\), 7 in TIME_WAIT, to 10.0.0.5:80  TOO MANY' <<<"$out"
echo '50000-50009' >.reserved
run
check 'a range that is all reserved is a failure' test "$status" -eq 1 -a -n "$(grep 'are reserved' <<<"$err")"
rm .reserved
touch .none
run
check 'no sockets is no fault' test "$status" -eq 0
touch .broken
run
check 'a failing ss is a failure' test "$status" -eq 1
echo nonsense >.range
run
check 'a range that makes no sense is a failure' test "$status" -eq 1
touch .nokernel
run
check 'a kernel that does not tell is refused' test "$status" -eq 3
run --percent 0
check 'no percentage is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --percent '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
