#!/usr/bin/env bash
. "$HARNESS"

unset SSH_CONNECTION
printf 'ufw allow 22/tcp\nufw allow 3306/tcp\nufw allow from 10.0.0.0/8 to any port 3306 proto tcp\n' >.added
echo active >.state
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *--listening) cat .listening ;; *) cat .sockets ;; esac'
: >.sockets; : >.listening; : >.udp
stub ufw <<'EOF'
[ ! -e .broken ] || exit 1
[ "$1" != --force ] || { shift; [ "$1" = delete ] || exit 1; }
case "$*" in
  status) printf 'Status: %s\n\nTo                         Action      From\n' "$(cat .state)" ;;
  'show added') [ ! -e .blind ] || [ ! -e .changed ] || exit 1; echo "Added user rules (see 'ufw status' for running firewall):"; cat .added ;;
  'prepend deny '*) touch .changed; [ ! -e .full ] || exit 1; [ ! -e .lies ] || exit 0; [ ! -e .old ] || { echo 'ERROR: Invalid syntax' >&2; exit 1; }; grep -qE "^ufw (allow|limit|deny|reject) $3( |$)" .added && echo 'Skipping inserting existing rule' || sed -i "1i ufw deny $3" .added ;;
  'deny '*) [ ! -e .full ] || exit 1; echo "ufw deny $2" >>.added ;;
  'delete '*) [ -e .deaf ] || sed -i "\\|^ufw $2 $3\$|d" .added ;;
  *) exit 1 ;;
esac
EOF
cp .added .first

run --port 3306 --dry-run
check 'a dry run says what it would do' grep -qx 'would close: 3306/tcp (Status: active)' <<<"$out"
check 'and which rule would go' grep -qx 'would take away: ufw allow 3306/tcp' <<<"$out"
check 'a dry run changes nothing' cmp .added .first
for port in 1 65535; do
  run --port $port --protocol udp --dry-run
  check "a port may be $port" test "$status" -eq 0
done
for port in 0 65536; do
  run --port $port
  check "no port is $port" test "$status" -eq 2
done
failed() { [[ $status -eq $1 && $err == *"$2"* ]]; } # STATUS WORDS
touch .full
run --port 8080
check 'a rule that ufw does not take is a failure' failed 1 'did not take the rule'
rm .full; touch .lies
run --port 8080
check 'so is one that is not there' failed 1 'the rule is not there'
rm .lies .changed; touch .blind
run --port 8080
check 'and rules that cannot be read again' failed 1 'does not show its rules'
rm -f .blind .changed; cp .first .added
echo 'UNCONN 0 0 192.0.2.10:60001 0.0.0.0:* users:(("mosh-server",pid=9,fd=4))' >.udp
run --port 8080
check 'by which way a session of mosh comes in nobody can tell' failed 3 'nobody can tell'
: >.udp
printf '0 0 192.0.2.10:%s 198.51.100.7:50000 users:(("%s",pid=7,fd=4))\n' 23 telnetd 443 nginx >.sockets
echo 'LISTEN 0 128 0.0.0.0:8443 0.0.0.0:* users:(("nginx",pid=7,fd=4))' >.listening
for port in 23 443 8443; do
  run --port $port --dry-run
  check "port $port has no SSH" test "$status" -eq 0
done
: >.sockets; : >.listening
echo inactive >.state
run --port 8080
check 'that ufw is off is told' grep -q 'ufw is not active' <<<"$err"
echo active >.state; cp .first .added
run --port 3306
check 'it succeeds' test "$status" -eq 0
check 'the deny rule comes first' test "$(head -n 1 .added)" = 'ufw deny 3306/tcp'
check 'the allow rule is gone' test -z "$(grep -x 'ufw allow 3306/tcp' .added)"
check 'a rule with a source is told and stays' bash -c 'grep -q "from 10.0.0.0/8" <<<"$1" && grep -q "from 10" .added' _ "$out"
run --port 3306
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
sed -i '1i ufw allow from 10.0.0.0/8' .added
run --port 3306
check 'a deny behind a rule that lets in is moved to the front' test "$(head -n 1 .added)" = 'ufw deny 3306/tcp'
check 'and is there once' test "$(grep -c 'deny 3306/tcp' .added)" -eq 1
sed -i '/^ufw allow from 10.0.0.0.8$/d' .added
touch .old
run --port 5353 --protocol udp
check 'an older ufw that can only append is told to have failed, behind rules that let in' test "$status" -eq 1
run --port 22
check 'SSH is not cut' test "$status" -eq 3
SSH_CONNECTION='198.51.100.7 50000 192.0.2.10 2222' run --port 2222
check 'nor the port of the own session' test "$status" -eq 3
echo '0 0 192.0.2.10:2223 198.51.100.7:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --port 2223
check 'nor that of a session that only the sockets tell' test "$status" -eq 3
echo 'LISTEN 0 128 0.0.0.0:2224 0.0.0.0:* users:(("sshd",pid=7,fd=4))' >.listening
run --port 2224
check 'nor one on which sshd listens' test "$status" -eq 3
: >.sockets
check 'nothing was changed by a refused run' test -z "$(grep -E 'deny (22|222[234])/' .added)"
cp .first .added
touch .deaf
run --port 3306
check 'an allow rule that stays is a failure' test "$status" -eq 1
touch .broken
run --port 3306
check 'a failing ufw is a failure' test "$status" -eq 1
echo 1000 >.uid
run --port 3306
check 'without root it is refused' test "$status" -eq 3
run
check 'the port is required' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
