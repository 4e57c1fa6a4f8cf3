#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network
use ssh
use ufw

serve() { socat "TCP-LISTEN:$1,fork,reuseaddr" SYSTEM:'echo hello' & }
reaches() { [[ $(neighbour timeout 3 socat -T 2 - "TCP:192.0.2.10:$1,connect-timeout=2" </dev/null) == hello ]]; }
serve 80
serve 8080
ufw allow 80/tcp comment 'the shop' >/dev/null
ufw allow from 192.0.2.0/24 >/dev/null
await reaches 80
before=$(added)
run --port 80 --dry-run
check 'a dry run says what it would do' grep -qx 'would close: 80/tcp (Status: active)' <<<"$out"
check 'and changes nothing' test "$(added)" = "$before"
run --port 22
check 'SSH is not closed' test "$status" -eq 3
run --port 80
check 'it succeeds' test "$status" -eq 0
check 'how to undo it is told' grep -qx 'undo: ufw allow 80/tcp' <<<"$out"
check 'a client, whose whole network is let in, does not reach the port' bash -c "$(declare -f reaches neighbour); ! reaches 80"
check 'another port it does' reaches 8080
check 'the rule is there, first and once' test "$(added | grep -n 80/tcp)" = '1:ufw deny 80/tcp'
run --port 80
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
ufw prepend allow from 192.0.2.0/28 >/dev/null
run --port 80
check 'a deny that stands behind a rule that lets in is no deny: it is moved' test "$(added | head -n 1)" = 'ufw deny 80/tcp'
check 'for IPv6, too' grep -Eq '80/tcp \(v6\) +DENY' <<<"$(ufw status)"
/usr/sbin/sshd -p 2022
run --port 2022
check 'a port on which sshd listens is not closed' test "$status" -eq 3
run --port 2022 --protocol udp
check 'its name in UDP is' test "$status" -eq 0
ufw disable >/dev/null
run --port 8080
check 'with ufw off the rule waits, and that is told' grep -q 'not active' <<<"$err"
finish
