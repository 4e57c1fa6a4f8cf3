#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network
use ufw

socat TCP-LISTEN:80,fork,reuseaddr SYSTEM:'echo hello' &
reaches() { [[ $(neighbour timeout 3 socat -T 2 - "TCP:192.0.2.10:$1,connect-timeout=2" </dev/null) == hello ]]; }
await bash -c 'ss -Hltn "sport = :80" | grep -q .'
check 'before, nobody reaches the port' bash -c "$(declare -f reaches neighbour); ! reaches 80"
before=$(added)
run --port 80 --dry-run
check 'a dry run says what it would do' grep -qx 'would run: ufw allow 80/tcp (Status: active)' <<<"$out"
check 'and changes nothing' test "$(added)" = "$before"
run --port 80 --from 203.0.113.1
check 'a rule for somebody else lets nobody else in' bash -c "$(declare -f reaches neighbour); ! reaches 80"
run --port 80 --from-network 192.0.2.0/28
check 'one for a network lets a client of it in' reaches 80
run --port 80 --from-network 192.0.2.0/28
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --port 53 --protocol udp --from 2001:DB8:0:0::53
check 'an IPv6 address may be spelled in another way than ufw does' test "$status" -eq 0
check 'the rule is there' grep -qx 'ufw allow from 2001:db8::53 to any port 53 proto udp' <<<"$(added)"
run --port 53 --protocol udp --from 2001:DB8:0:0::53
check 'and is found again' grep -q '^nothing to do' <<<"$out"
ufw allow 9000/tcp comment 'of team X' >/dev/null
run --port 9000
check 'a rule with a comment is there already' grep -q '^nothing to do' <<<"$out"
check 'and keeps its comment' grep -qx "ufw allow 9000/tcp comment 'of team X'" <<<"$(added)"
ufw deny 443/tcp >/dev/null
run --port 443
check 'a deny rule is replaced, and can be brought back' bash -c '[ "$1" = 0 ] && grep -qx "undo: ufw deny 443/tcp" <<<"$2"' _ "$status" "$out"
check 'for IPv6, too' grep -Eq '443/tcp \(v6\) +ALLOW' <<<"$(ufw status)"
yes | ufw delete "$(ufw status numbered | sed -n 's/^\[ *\([0-9]*\)\] 443.tcp (v6).*/\1/p')" >/dev/null
run --port 443
check 'one that is there for IPv4 alone is added for IPv6' grep -Eq '443/tcp \(v6\) +ALLOW' <<<"$(ufw status)"
run --port 443
check 'then both are there' grep -q '^nothing to do' <<<"$out"
run --port 81
check 'an ordinary one is undone by its deletion' grep -qx 'undo: ufw delete allow 81/tcp' <<<"$out"
ufw insert 1 deny from 192.0.2.1 >/dev/null
check 'a rule that stands before keeps a client out all the same' bash -c "$(declare -f reaches neighbour); ! reaches 80"
run --port 80 --from-network 192.0.2.0/28
check 'and is told' bash -c 'grep -q "^nothing to do" <<<"$1" && grep -qx "ufw deny from 192.0.2.1" <<<"$2"' _ "$out" "$err"
ufw delete deny from 192.0.2.1 >/dev/null
run --port 82 --from-network 192.0.2.0/99
check 'what ufw does not take is a failure' test "$status" -eq 1
check 'of it nothing stays' bash -c '! grep -q "port 82" <<<"$1"' _ "$(added)"
finish
