#!/usr/bin/env bash
. "$HARNESS"

mkdir bonds none
bond() { # NAME LINK...
  {
    printf 'Ethernet Channel Bonding Driver: v6.1.0\n\nBonding Mode: fault-tolerance (active-backup)\nPrimary Slave: None\nCurrently Active Slave: eth0\nMII Status: up\nMII Polling Interval (ms): 100\n'
    i=0
    for link in "${@:2}"; do
      printf '\nSlave Interface: eth%d\nMII Status: %s\nSpeed: 10000 Mbps\nDuplex: full\nLink Failure Count: %d\nPermanent HW addr: 02:00:00:00:00:0%d\n' "$i" "$link" "$((i * 3))" "$i"
      i=$((i + 1))
    done
  } >"bonds/$1"
}
bond bond0 up up

run --directory bonds
check 'a bond in order succeeds' test "$status" -eq 0
check 'the bond is shown' grep -qx 'bond0: fault-tolerance (active-backup), up, active: eth0' <<<"$out"
check 'its interfaces are shown' grep -Eqx '  eth1 +up +10000 Mbps, full duplex, 3 failures' <<<"$out"
check 'it says so' grep -qx 'in order: 1 bonds' <<<"$out"
bond bond1 up down
run --directory bonds
check 'a link that is down is a failure' test "$status" -eq 1
check 'and is told' grep -Eq '^  eth1 +down .*NOT UP$' <<<"$out"
run --directory bonds --bond bond0
check 'one bond alone' bash -c '[ "$1" -eq 0 ] && ! grep -q bond1 <<<"$2"' _ "$status" "$out"
bond bond2 up
run --directory bonds --bond bond2
check 'a single interface is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "NO REDUNDANCY: 1 interfaces" <<<"$2"' _ "$status" "$out"
bond bond3
sed -i 's/^MII Status: up/MII Status: down/' bonds/bond3
run --directory bonds --bond bond3
check 'a bond without interfaces is a failure' grep -q 'NO REDUNDANCY: 0' <<<"$out"
check 'its own state counts' grep -q '^2 findings' <<<"$out"
# As bond_procfs.c of Linux 6.1 prints it, to root with the lines of the active aggregator.
lacp() { # NAME ROOT PARTNER ID...
  {
    printf 'Ethernet Channel Bonding Driver: v6.1.0\n\nBonding Mode: IEEE 802.3ad Dynamic link aggregation\nTransmit Hash Policy: layer2 (0)\nMII Status: up\nMII Polling Interval (ms): 100\nUp Delay (ms): 0\nDown Delay (ms): 0\nPeer Notification Delay (ms): 0\n\n802.3ad info\nLACP active: on\nLACP rate: slow\nMin links: 0\nAggregator selection policy (ad_select): stable\n'
    ! $2 || printf 'System priority: 65535\nSystem MAC address: 02:00:00:00:00:01\nActive Aggregator Info:\n\tAggregator ID: %s\n\tNumber of ports: 1\n\tActor Key: 15\n\tPartner Key: 1\n\tPartner Mac Address: %s\n' "$4" "$3"
    for id in "${@:4}"; do
      printf '\nSlave Interface: eth%d\nMII Status: up\nSpeed: 10000 Mbps\nDuplex: full\nLink Failure Count: 0\nPermanent HW addr: 02:00:00:00:00:0%d\nSlave queue ID: 0\nAggregator ID: %s\nActor Churn State: none\nPartner Churn State: none\n' "$((++number))" "$number" "$id"
    done
  } >"bonds/$1"
}
number=0 partner=02:00:00:00:00:aa
for root in true false; do
  lacp bond4 $root $partner 1 1
  run --directory bonds --bond bond4
  check "aggregated interfaces are in order, root $root" test "$status:$(tail -n 1 <<<"$out")" = '0:in order: 1 bonds'
  number=0; lacp bond4 $root $partner 2 1 2
  run --directory bonds --bond bond4
  check "one whose switch port is in no port channel is a failure, root $root" test "$status:$(grep -Ec '^  eth2 +NOT AGGREGATED: aggregator 1, the bond uses 2$' <<<"$out")" = 1:1
  check "it alone, root $root" grep -q '^1 findings' <<<"$out"
  number=0
done
lacp bond4 true 00:00:00:00:00:00 1 2
run --directory bonds --bond bond4
check 'a switch without LACP is told' test "$status:$(grep -c '^  NO LACP PARTNER' <<<"$out"):$(grep -c 'NOT AGGREGATED' <<<"$out")" = 1:1:1
lacp bond4 false $partner N/A N/A
run --directory bonds --bond bond4
check 'interfaces in no aggregator at all are a failure' test "$status" -eq 1
bond bond5 up up
sed -i 's/^MII Polling.*/MII Polling Interval (ms): 0/' bonds/bond5
run --directory bonds --bond bond5
check 'a bond that watches no links is a failure' test "$status:$(grep -c '^  NOT WATCHED' <<<"$out")" = 1:1
sed -i 's/^MII Polling.*/&\nARP Polling Interval (ms): 200/' bonds/bond5
run --directory bonds --bond bond5
check 'unless it asks by ARP' test "$status" -eq 0
rm bonds/bond4 bonds/bond5
run --directory bonds --bond bond9
check 'a missing bond is refused' test "$status" -eq 3
run --directory none
check 'a host without bonds is refused' test "$status" -eq 3
run --bond ../route
check 'a path is no bond' test "$status" -eq 2
run --directory bonds --bond 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --directory bonds --bond '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory bonds >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
