#!/usr/bin/env bash
. "$HARNESS"
use etcd

etcdctl --endpoints "$endpoints" put colour green >/dev/null
mkdir 'back up'
run --endpoints "$endpoints" --destination 'back up' --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a -z "$(ls 'back up')"
stop_member m1
run --endpoints "$endpoints" --destination 'back up'
check 'it succeeds though the first endpoint is dead' test "$status" -eq 0
file=$(ls -d 'back up'/etcd-*.db)
check 'the file is for its owner alone' test "$(stat -c %a "$file")" = 600
check 'keys and revision are told' grep -qE '\(0 MiB, [1-9][0-9]* keys, revision 2, of http://127.0.0.1:23(89|99)\)' <<<"$out"
etcdctl snapshot restore "$file" --data-dir restored >/dev/null 2>&1
(exec etcd --data-dir restored --listen-client-urls http://127.0.0.1:3379 --advertise-client-urls http://127.0.0.1:3379 \
  --listen-peer-urls http://127.0.0.1:3380 >/dev/null 2>&1 &)
await etcdctl --endpoints http://127.0.0.1:3379 endpoint health
check 'an etcd that is restored from it has the key' \
  test "$(etcdctl --endpoints http://127.0.0.1:3379 get colour --print-value-only)" = green
mkdir small && mount -t tmpfs -o size=20k small small
run --endpoints "$endpoints" --destination small
check 'without room it is refused' test "$status" -eq 3 -a -z "$(ls small)"
run --endpoints http://127.0.0.1:1 --destination 'back up'
check 'without an answer it is refused' test "$status" -eq 3
finish
