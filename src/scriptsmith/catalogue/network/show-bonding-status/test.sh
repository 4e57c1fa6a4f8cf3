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
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory bonds >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
