#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
file_system data 100M mkfs.ext4 -q
head -c 20M /dev/urandom >/mnt/data/big.log
head -c 5M /dev/urandom >'/mnt/data/two words'
exec 5</mnt/data/big.log 6</mnt/data/big.log 7<'/mnt/data/two words'
run
check 'what still has its name is not listed' grep -q '^0 deleted files still open' <<<"$out"
rm /mnt/data/big.log '/mnt/data/two words'
run
check 'the largest is the first, with who holds it' grep -Eq "^ +2[01]M +$$ +5 bash +/mnt/data/big.log$" <<<"$(sed -n 2p <<<"$out")"
check 'a blank in a name does not matter' grep -Eq " 7 bash +/mnt/data/two words$" <<<"$out"
check 'what is held twice counts once' grep -Eq '^2 deleted files still open, holding 2[56]M$' <<<"$out"
run --min-size 10
check 'small ones are left out' grep -q '^1 deleted files' <<<"$out"
run --directory /srv
check 'only those below the directory' grep -q '^0 deleted files' <<<"$out"
setpriv --reuid nobody --clear-groups bash "$SCRIPT" >.out 2>.err
check 'what an ordinary user cannot see is told' grep -q 'could not be looked at' .err
finish
