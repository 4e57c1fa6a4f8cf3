#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant edf370de: a number is above 0 whatever it is read in
# equivalent mutant 4b627629: whoever is not root was refused before, so how others are told of sessions is not reached
# equivalent mutant 1a13db37: nor is this
unset SSH_CONNECTION
printf 'ufw allow 22/tcp\nufw allow 3306/tcp\nufw allow from 10.0.0.0/8 to any port 3306 proto tcp\n' >.added
echo active >.state
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<'END'
[ ! -e .mute ] || [[ "$*" != $(<.mute) ]] || { echo 'Cannot open netlink socket: Operation not permitted' >&2; exit 1; } # which call fails
case "$*" in
  '--no-header --udp --numeric --processes --all') cat .udp ;;
  '--no-header --tcp --numeric --processes --listening') cat .listening ;;
  '--no-header --tcp --numeric --processes state established') cat .sockets ;;
  '--no-header --udp --numeric --processes --all sport = :'*) grep -E " [^ ]*:${!###*:} [^ ]*:[*]" .udp ;;
  '--no-header --tcp --numeric --processes --listening sport = :'*) grep -E " [^ ]*:${!###*:} [^ ]*:[*]" .listening ;;
  *) echo "Error: what is $*" >&2; exit 255 ;;
esac || true
END
: >.sockets; : >.listening; : >.udp; : >.policies
link() { cat >".link-$1"; } # DEVICE: what ip tells of it
stub systemctl <<'END'
[ "$*" = 'show --property=Listen ssh.socket sshd.socket' ] && [ -e .socket ] || { echo 'System has not been booted with systemd' >&2; exit 1; }
cat .socket
END
stub ip <<'END'
case "$*" in
  'xfrm policy') [ ! -e .no-xfrm ] || { echo 'Cannot send dump request' >&2; exit 1; }; cat .policies ;;
  '-o route get 198.51.100.7 from 192.0.2.10') echo "198.51.100.7 from 192.0.2.10 via 192.0.2.1 dev $(cat .device) uid 0 \    cache " ;;
  '-d -o link show dev '*) cat ".link-${!#}" ;;
  '-o link show master '*) cat ".ports-${!#}" 2>/dev/null || true ;;
  *) echo "RTNETLINK answers: $*" >&2; exit 2 ;;
esac
END
link eth0 <<<'2: eth0: <BROADCAST,UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000\    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff promiscuity 0 numtxqueues 1'
link wg0 <<<'5: wg0: <POINTOPOINT,NOARP,UP> mtu 1420 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\    link/none  promiscuity 0 \    wireguard addrgenmode none'
link tap0 <<<'6: tap0: <BROADCAST,UP> mtu 1500 qdisc fq state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff promiscuity 1 \    tun type tap pi off vnet_hdr off'
link br0 <<<'7: br0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:02 brd ff:ff:ff:ff:ff:ff promiscuity 0 \    bridge forward_delay 1500'
link br0.5 <<<'8: br0.5@br0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:02 brd ff:ff:ff:ff:ff:ff promiscuity 0 \    vlan protocol 802.1Q id 5'
link eth1 <<<'9: eth1@if12: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:03 brd ff:ff:ff:ff:ff:ff promiscuity 0 \    veth'
link veth0 <<<'10: veth0@veth1: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:03 brd ff:ff:ff:ff:ff:ff promiscuity 0 \    veth'
link veth1 <<<'11: veth1@veth0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\    link/ether 0e:00:00:00:00:03 brd ff:ff:ff:ff:ff:ff promiscuity 0 \    veth'
stub iptables <<'END'
if [ "$*" = '--wait --list-rules INPUT' ]; then [ ! -e .no-input ] || exit 1; cat .input; exit; fi
if [ "$*" = '--wait --list-rules ufw-before-input' ]; then [ ! -e .no-before ] || exit 1; cat .before; exit; fi
[ "$*" = '--wait --table nat --list-rules' ] || { echo "iptables: unknown option $*" >&2; exit 2; }
[ ! -e .no-nat ] || exit 3
cat .nat
END
stub ip6tables <<<'exit 3'
printf -- '-A ufw-before-input -p udp -m udp --sport 67 --dport 68 -j ACCEPT\n-A ufw-before-input -d 224.0.0.251/32 -p udp -m udp --dport 5353 -j ACCEPT\n' >.before
printf -- '-P INPUT DROP\n-A INPUT -p tcp -m multiport --dports 22 -j f2b-sshd\n-A INPUT -s 203.0.113.9/32 -j DROP\n-A INPUT -j ufw-before-logging-input\n-A INPUT -j ufw-before-input\n-A INPUT -j late\n' >.input
stub nft <<<'[ "$*" = "list ruleset" ] && [ ! -e .no-nft ] && cat .nft'
: >.nft
printf -- '-P PREROUTING ACCEPT\n-A PREROUTING -m addrtype --dst-type LOCAL -j DOCKER\n-A POSTROUTING -s 172.17.0.2/32 -d 172.17.0.2/32 -p tcp -m tcp --dport 8080 -j MASQUERADE\n-A DOCKER ! -i docker0 -p tcp -m tcp --dport 6379 -j DNAT --to-destination 172.17.0.2:6379\n-A DOCKER -d 127.0.0.1/32 ! -i docker0 -p tcp -m tcp --dport 9200 -j DNAT --to-destination 172.17.0.3:9200\n-A KUBE-NODEPORTS -p tcp -m comment --comment "shop/web" -m tcp --dport 30080 -j KUBE-EXT-ABC\n-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m comment --comment "dns" -m udp --dport 53 -j KUBE-SVC-ABC\n-A OUTPUT -p tcp -m tcp --dport 443 -j REDIRECT --to-ports 3129\n' >.nat
stub ufw <<'EOF'
[ ! -e .broken ] || exit 1
[ "$1" != --force ] || { shift; [ "$1" = delete ] || exit 1; }
case "$*" in
  status) [ -z "${LANGUAGE-}" ] || { echo 'État : actif'; exit; } # as where the package of a language is
    printf 'Status: %s\n\nTo                         Action      From\n' "$(cat .state)" ;;
  'show added') [ ! -e .blind ] || [ ! -e .changed ] || exit 1; echo "Added user rules (see 'ufw status' for running firewall):"; cat .added ;;
  'prepend deny '*) touch .changed; [ ! -e .full ] || exit 1; [ ! -e .lies ] || exit 0; [ ! -e .old ] || { echo 'ERROR: Invalid syntax' >&2; exit 1; }; grep -qE "^ufw (allow|limit|deny|reject) $3( |$)" .added && echo 'Skipping inserting existing rule' || sed -i "1i ufw deny $3" .added; [ ! -e .race ] || echo "ufw allow $3" >>.added ;;
  'deny '*) [ ! -e .full ] || exit 1; echo "ufw deny $2" >>.added ;;
  'delete '*) [ ! -e .stuck ] || { echo 'ERROR: Could not delete rule' >&2; exit 1; }; [ -e .deaf ] || sed -i -E "\\|^ufw $2 $3( comment .*)?\$|d" .added ;;
  *) exit 1 ;;
esac
EOF
cp .added .first

export LANGUAGE=fr:en
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
for port in 6379 30080; do
  run --port $port
  check "port $port, which NAT takes past ufw, is refused" failed 3 "port $port is forwarded before ufw sees it"
done
for rule in 443/tcp 8080/tcp 9200/tcp 6379/udp 637/tcp 53/udp; do
  run --port ${rule%/*} --protocol ${rule#*/} --dry-run
  check "$rule is not taken past it" test "$status" -eq 0
done
echo '		ip daddr 192.0.2.10 tcp dport 5432 dnat ip to 10.88.0.2:5432' >.nft
run --port 5432
check 'nor may rules of nft take it past' failed 3 'port 5432 is forwarded'
: >.nft; touch .no-nat
run --port 8080
check 'rules of NAT that nobody can list are no free way' failed 3 'cannot list the rules of NAT'
rm .no-nat; touch .no-nft
run --port 8080
check 'nor are those of nft' failed 3 'nft cannot list its rules'
rm .no-nft
for sockets in '* --udp * --all' '* --tcp * state established'; do
  echo "$sockets" >.mute
  run --port 8080
  check "sessions that nobody can tell are no free way: $sockets" failed 3 'nobody can tell'
done
echo '* --tcp * --listening' >.mute
run --port 8080
check 'nor is an SSH server of which nobody can' failed 3 'cannot list the sockets'
rm .mute
touch .blind .changed; : >"$STUB_LOG"
run --port 8080
check 'rules that cannot be read are not changed' test "$status:$(calls '^ufw (prepend|deny|--force)')" = 1:
rm .blind .changed
check 'and nothing was changed' cmp .added .first
touch .full
run --port 8080
check 'a rule that ufw does not take is a failure' failed 1 'did not take the rule'
rm .full; touch .lies
run --port 8080
check 'so is one that is not there' failed 1 'the rule is not there'
echo 'ufw reject 25/tcp' >.added
run --port 8080
check 'nor is it where no rule lets in' failed 1 'the rule is not there'
rm .lies .changed; cp .first .added; touch .blind
run --port 8080
check 'and rules that cannot be read again' failed 1 'does not show its rules'
rm -f .blind .changed; cp .first .added
echo 'UNCONN 0 0 192.0.2.10:60001 0.0.0.0:* users:(("mosh-server",pid=9,fd=4))' >.udp
run --port 8080
check 'by which way a session of mosh comes in nobody can tell' failed 3 'nobody can tell'
run --port 60001 --protocol udp
check 'the port of that session itself is not closed' failed 3 'a session of mosh'
run --port 60002 --protocol udp --dry-run
check 'another one is' test "$status" -eq 0
echo 'UNCONN 0 0 0.0.0.0:51820 0.0.0.0:*' >>.udp
run --port 51820 --protocol udp
check 'whether that session comes through a tunnel nobody can tell' failed 3 'a tunnel may go by port 51820'
echo 'UNCONN 0 0 0.0.0.0:51820 0.0.0.0:*' >.udp
run --port 51820 --protocol udp --dry-run
check 'a tunnel by which nobody is logged in may be closed' test "$status" -eq 0
echo '0 0 192.0.2.10:22 198.51.100.7:50000 users:(("sshd",pid=7,fd=4))' >.sockets
tried() { echo "$1" >.device; run --port "${2-51820}" --protocol udp --dry-run; } # DEVICE [PORT]: of the session that is open
tried wg0
check 'one by which somebody is logged in may not' failed 3 'a tunnel may go by port 51820'
for device in eth0 br0 br0.5 eth1 veth0; do
  tried $device
  check "a session by $device comes through no tunnel" test "$status" -eq 0
done
echo '6: tap0: <BROADCAST,UP> mtu 1500 master br0' >.ports-br0
for device in tap0 br0 br0.5 gone; do
  tried $device
  check "a session by $device may" failed 3 'a tunnel may go'
done
rm .ports-br0; echo 'src 0.0.0.0/0 dst 192.0.2.10/32' >.policies
tried eth0
check 'a session may come by IPsec, too' failed 3 'a tunnel may go'
: >.policies; touch .no-xfrm
tried eth0
check 'or whether it does nobody can tell' failed 3 'a tunnel may go'
rm .no-xfrm
echo '0 0 [fe80::a]:22 [fe80::b%wg0]:50000 users:(("sshd",pid=7,fd=4))' >.sockets
tried eth0
check 'a client may be named with its device' failed 3 'a tunnel may go'
echo '0 0 192.0.2.10:22 198.51.100.9:50000 users:(("sshd",pid=7,fd=4))' >.sockets
tried eth0
check 'or be one to which no way is known' failed 3 'a tunnel may go'
echo '0 0 192.0.2.10:22 198.51.100.7:50000 users:(("sshd",pid=7,fd=4))' >.sockets
printf 'UNCONN 0 0 0.0.0.0:%s 0.0.0.0:* users:(("%s",pid=%s,fd=4))\n' 1194 openvpn 999999999 5353 avahi "$$" 4500 charon "$$" 500 charon "$$" 501 avahi "$$" 4501 avahi "$$" >.udp
tried wg0 1194
check 'a program into which one cannot look may carry a tunnel' failed 3 'a tunnel may go by port 1194'
tried wg0 5353
check 'one that has no device of a tunnel does not' test "$status" -eq 0
for port in 500 4500; do
  tried wg0 $port
  check "IPsec may: $port" failed 3 "a tunnel may go by port $port"
  tried wg0 $((port + 1))
  check "but not by $((port + 1))" test "$status" -eq 0
done
tried wg0 8080
check 'a port that nothing uses carries none' test "$status" -eq 0
echo '*sport = :*' >.mute
tried eth0
check 'sockets that nobody lists are no free way' failed 3 'cannot list the sockets'
rm .mute; : >.udp; : >.sockets
printf '0 0 192.0.2.10:%s 198.51.100.7:50000 users:(("%s",pid=7,fd=4))\n' 23 telnetd 443 nginx >.sockets
echo 'LISTEN 0 128 0.0.0.0:8443 0.0.0.0:* users:(("nginx",pid=7,fd=4))' >.listening
for port in 23 443 8443; do
  run --port $port --dry-run
  check "port $port has no SSH" test "$status" -eq 0
done
: >.sockets; : >.listening
echo inactive >.state
for option in '' --dry-run; do
  run --port 8080 $option
  check "with ufw off nothing is closed: $option" failed 3 'ufw is not active'
done
check 'and no rule is added' cmp .added .first
echo active >.state; cp .first .added
run --port 3306
check 'it succeeds' test "$status" -eq 0
check 'that open connections go on is told' grep -q '^closed: .* (connections that are open go on)$' <<<"$out"
check 'nothing is let in before it' test -z "$err"
check 'the undo takes the deny away first, and puts the rule where it was' grep -qx 'undo: ufw delete deny 3306/tcp && ufw insert 2 allow 3306/tcp' <<<"$out"
check 'the deny rule comes first' test "$(head -n 1 .added)" = 'ufw deny 3306/tcp'
check 'the allow rule is gone' test -z "$(grep -x 'ufw allow 3306/tcp' .added)"
check 'a rule with a source is told and stays' bash -c 'grep -q "from 10.0.0.0/8" <<<"$1" && grep -q "from 10" .added' _ "$out"
run --port 3306
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
sed -i '1i ufw allow from 10.0.0.0/8' .added
run --port 3306
check 'a deny behind a rule that lets in is moved to the front' test "$(head -n 1 .added)" = 'ufw deny 3306/tcp'
check 'how to move it back is told' grep -qx 'undo: ufw delete deny 3306/tcp && ufw insert 2 deny 3306/tcp' <<<"$out"
check 'and is there once' test "$(grep -c 'deny 3306/tcp' .added)" -eq 1
sed -i '/^ufw allow from 10.0.0.0.8$/d' .added
run --port 5353 --protocol udp
check 'what ufw lets in before all rules of users is told' test "$status" -eq 0 -a -n "$(grep -x -- '-A ufw-before-input -d 224.0.0.251/32 -p udp -m udp --dport 5353 -j ACCEPT' <<<"$err")"
run --port 5353 --protocol udp
check 'so it is when the rule is there already' test "$status" -eq 0 -a -n "$(grep 'dport 5353 -j ACCEPT' <<<"$err")"
touch .no-before
run --port 5353 --protocol udp
check 'when nobody can list that, it is a failure' failed 1 'the rules that ufw has before these'
rm .no-before; cp .first .added
echo "ufw allow 9000/tcp comment 'the shop'" >>.added
run --port 9000
check 'a rule that was the last one comes back as the last, with its comment' grep -qxF "undo: ufw delete deny 9000/tcp && ufw allow 9000/tcp comment 'the shop'" <<<"$out"
cp .input .input-first; sed -i '2i -A INPUT -i wg0 -j ACCEPT\n-A INPUT -m comment --comment "tail scale" -j ts-input' .input
run --port 9000
check 'rules of others before those of ufw are told' test "$status:$(grep '^-A' <<<"$err")" = $'0:-A INPUT -i wg0 -j ACCEPT\n-A INPUT -m comment --comment "tail scale" -j ts-input'
echo '-P INPUT ACCEPT' >.input
run --port 9000
check 'a port is not closed where INPUT does not lead to ufw' failed 1 'INPUT does not lead to the rules of ufw'
touch .no-input
run --port 9000
check 'nor where nobody can tell' failed 1 'cannot list the rules of INPUT'
rm .no-input; mv .input-first .input; cp .first .added
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
printf 'Listen=0.0.0.0:2225 (Stream)\nListen=[::]:2226 (Stream)\n' >.socket
for port in 2225 2226; do
  run --port $port
  check "nor $port, on which systemd waits for it" test "$status" -eq 3 -a -n "$(grep 'cut off SSH' <<<"$err")"
done
rm .socket
check 'nothing was changed by a refused run' test -z "$(grep -E 'deny (22|222[23456])/' .added)"
cp .first .added
rm .old; touch .race # somebody else lets it in again at once
run --port 3306
check 'an allow rule that comes back is a failure' failed 1 'another rule for the port is still there'
rm .race; cp .first .added; touch .stuck
run --port 3306
check 'a rule that cannot be taken away is a failure' failed 1 'could not take the allow rule away'
check 'and stays' cmp .added .first
rm .stuck; touch .deaf
run --port 3306
check 'an allow rule that stays is a failure' test "$status" -eq 1
touch .broken
run --port 3306
check 'a failing ufw is a failure' test "$status" -eq 1
rm .broken .deaf; : >"$STUB_LOG"
echo 1000 >.uid
run --port 3306
check 'without root it is refused' failed 3 'this needs root'
check 'and ufw is not asked' test -z "$(calls '^ufw')"
run
check 'the port is required' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
echo '0 0 192.0.2.10:2200 198.51.100.7:50000 users:(("sshd",pid=7,fd=4))' >.sockets
full --port 2200 --dry-run
check 'without room for a file a session is seen, too' test "$status:$(grep -c 'closing port 2200 would cut off SSH' <<<"$out")" = 3:1
finish
