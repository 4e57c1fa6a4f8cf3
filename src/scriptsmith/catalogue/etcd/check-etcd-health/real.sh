#!/usr/bin/env bash
. "$HARNESS"
etcd_options=--quota-backend-bytes=2097152
use etcd

run --endpoints http://127.0.0.1:2389
check 'a healthy cluster is, asked by one member' test "$status" -eq 0
check 'each member is asked' grep -qE '^healthy: http://127.0.0.1:2399, took [0-9.]+' <<<"$out"
check 'they are counted' grep -qx '3 of 3 members are healthy' <<<"$out"

head -c 1000000 /dev/zero | tr '\0' x >value
full() { etcdctl put k <value; etcdctl alarm list | grep NOSPACE; } # it is raised a moment after the write that is refused
await full
run --endpoints http://127.0.0.1:2389
check 'a cluster that takes no writes is not healthy' test "$status" -eq 1
check 'and the alarm is told' grep -q '^ALARM: .*alarm:NOSPACE' <<<"$out"

stop_member m1
run --endpoints "$endpoints"
check 'a dead member is a failure' test "$status" -eq 1
check 'it is named' grep -q '^NOT HEALTHY: http://127.0.0.1:2379,' <<<"$out"
check 'the others are told' grep -qx '2 of 3 members are healthy' <<<"$out"
run --endpoints http://127.0.0.1:1
check 'an address where nobody answers is a failure' test "$status" -eq 1
finish
