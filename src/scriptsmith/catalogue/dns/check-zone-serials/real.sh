#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

run --zone example.org
check 'both servers are at the same serial' bash -c '[ "$1" = 0 ] && grep -q "^in order: 2 name servers, all at the same serial (" <<<"$2"' _ "$status" "$out"
check 'each is told' grep -Eqx 'ns2.example.org. +7' <<<"$out"
printf '+short\n' >~/.digrc
run --zone example.org
check 'options of somebody in ~/.digrc do not count' test "$status:$(grep -c '^in order: 2 name servers' <<<"$out")" = 0:1
zone here 8
run --zone example.org
check 'one that lags behind is a failure' bash -c '[ "$1" = 1 ] && grep -q "^DIFFERENT serials: 7 8" <<<"$2"' _ "$status" "$out"
zone there 8
zone here 9 '@ NS ns3' 'ns3 A 192.0.2.200'
zone there 9 '@ NS ns3' 'ns3 A 192.0.2.200'
run --zone example.org --timeout 1
check 'one that does not answer is, too' bash -c '[ "$1" = 1 ] && grep -Eq "^ns3.example.org. +NO SERIAL" <<<"$2"' _ "$status" "$out"
run --zone www.example.org
check 'what is no zone is told' bash -c '[ "$1" = 1 ] && grep -q "no name servers are known" <<<"$2"' _ "$status" "$err"
# A primary that is no name server of the zone: ns2.
hidden() { # SERIAL LINE…
  zone here "$1$1" "${@:2}" && sed -i "s/SOA ns1 admin $1$1/SOA ns2 admin $1/; /^@ NS ns2/d" /run/dns-here/zone
  kill -HUP "$(cat /run/dns-here/pid)" && answers 192.0.2.10 "$1"
}
zone there 14
hidden 13
run --zone example.org
check 'one behind a hidden primary is told' test "$status:$(tail -n 1 <<<"$out")" = '1:DIFFERENT serials: 13 14 '
hidden 14
run --zone example.org
check 'at the same serial it is counted' grep -q '^in order: 2 name servers' <<<"$out"
hidden 15
sed -i 's/^ns2 A .*/ns2 A 192.0.2.200/; s/admin 15/admin 16/' /run/dns-here/zone && kill -HUP "$(cat /run/dns-here/pid)" && answers 192.0.2.10 16
run --zone example.org --timeout 1
check 'without the answer of a hidden primary nothing is in order' test "$status:$(tail -n 1 <<<"$out")" = '0:the same serial on 1 name servers; whether it is the latest of the primary ns2.example.org. is not known'
finish
