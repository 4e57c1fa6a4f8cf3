#!/usr/bin/env bash
. "$HARNESS"
use etcd

etcdctl put colour green >/dev/null
etcdctl snapshot save 'my snap.db' >/dev/null 2>&1
run --file 'my snap.db' --hours 1
check 'a snapshot of etcd is good' test "$status" -eq 0
check 'its checksum matches' grep -qx 'checksum: matches' <<<"$out"
check 'keys and revision are told' grep -qE '^content: [1-9][0-9]* keys, revision 2$' <<<"$out"
cp 'my snap.db' flipped.db
printf '\377' | dd of=flipped.db bs=1 seek=9000 conv=notrunc status=none
run --file flipped.db
check 'one with a changed byte is not' test "$status" -eq 1 -a -n "$(grep 'its own checksum' <<<"$out")"
size=$(stat -c %s 'my snap.db')
head -c $((size - 4096)) 'my snap.db' >short.db
run --file short.db
check 'one that was cut off is not' test "$status" -eq 1
cp /var/lib/etcd/m1/member/snap/db copied.db
run --file copied.db
check 'a copy of a live database is none' test "$status" -eq 1 -a -n "$(grep 'no checksum' <<<"$out")"
touch -d '49 hours ago' 'my snap.db'
run --file 'my snap.db' --hours 49
check 'one that is too old is not good' test "$status" -eq 1
run --file 'my snap.db' --hours 50
check 'one that is young enough is' test "$status" -eq 0
finish
