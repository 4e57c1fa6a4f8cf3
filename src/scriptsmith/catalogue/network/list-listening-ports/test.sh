#!/usr/bin/env bash
. "$HARNESS"

stub ss <<'EOF'
[ "$1 $2 $3 $4" = '--no-header --listening --numeric --processes' ] && [ ! -e .broken ] || exit 255
[ ! -e .none ] || exit 0
kinds=${*:5}
tcp() { printf '%s\n' "${1}LISTEN 0 511  0.0.0.0:443  0.0.0.0:* users:((\"nginx\",pid=7,fd=6),(\"nginx\",pid=8,fd=6))" "${1}LISTEN 0 128 127.0.0.1:5432 0.0.0.0:* users:((\"postgres\",pid=9,fd=3))" "${1}LISTEN 0 128 [::ffff:127.0.0.1]:9 *:*" "${1}LISTEN 0 128 [2001:db8::1]:22 [::]:* users:((\"sshd\",pid=3,fd=3))" "${1}LISTEN 0 128 *:8080 *:*" "${1}LISTEN 0 128 127.0.0.1:22 0.0.0.0:*" "${1}LISTEN 0 128 *:8080 *:*"; }
udp() { printf '%s\n' "${1}UNCONN 0 0 127.0.0.53%lo:53 0.0.0.0:* users:((\"systemd-resolve\",pid=5,fd=3))" "${1}UNCONN 0 0 0.0.0.0%eth0:68 0.0.0.0:*"; }
case $kinds in
  --tcp) tcp '' ;;
  --udp) udp '' ;;
  *) udp 'udp '; tcp 'tcp ' ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'what has no socket here is told' grep -q 'DNAT' <<<"$err"
check 'an open port is told' grep -Eqx 'tcp +443  all networks +0\.0\.0\.0 +nginx\(7\)' <<<"$out"
check 'one of this host only is told' grep -Eqx 'tcp +5432  this host only +127\.0\.0\.1 +postgres\(9\)' <<<"$out"
check 'one of one address is told' grep -Eqx 'tcp +22  one address +\[2001:db8::1\] +sshd\(3\)' <<<"$out"
check 'an unknown process is survived' grep -Eqx 'tcp +8080  all networks +\* +-' <<<"$out"
check 'a datagram port is listed' grep -Eq '^udp +53  this host only +127.0.0.53%lo' <<<"$out"
check 'an address that is bound to an interface is told' grep -Eq '^udp +68  all networks +0.0.0.0%eth0' <<<"$out"
check 'they stand in the order of ports' test "$(awk 'NF > 3 { print $2 }' <<<"$out" | head -n 4 | tr '\n' ' ')" = '9 22 22 53 '
check 'they are counted, two addresses of one port apart' grep -qx '8 listening sockets' <<<"$out"
run --protocol tcp --scope exposed
check 'one protocol alone has no column' grep -Eqx 'tcp +443  all networks +0\.0\.0\.0 +nginx\(7\)' <<<"$out"
check 'what only this host reaches is left out' grep -qx '3 listening sockets' <<<"$out"
stub id <<<'echo 1000'
run
check 'that others are not seen is told' grep -q '^note: programs of others only root' <<<"$err"
rm .stubs/id
touch .none
run
check 'none is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^no listening port" <<<"$2"' _ "$status" "$out"
touch .broken
run
check 'a failing ss is a failure' test "$status" -eq 1
run --protocol 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --protocol '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
