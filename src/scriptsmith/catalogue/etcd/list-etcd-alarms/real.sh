#!/usr/bin/env bash
. "$HARNESS"
etcd_options=--quota-backend-bytes=2097152
use etcd

run --endpoints "$endpoints"
check 'no alarms are told plainly' test "$status:$out" = '0:0 alarms'
head -c 1000000 /dev/zero | tr '\0' x >value
for n in 1 2 3; do etcdctl put "k$n" <value >/dev/null 2>&1; done
id=$(etcdctl alarm list | sed -n 's/^memberID:\([0-9]*\) alarm:NOSPACE.*/\1/p' | head -n 1)
check 'the test has raised an alarm' test -n "$id"
run --endpoints "$endpoints"
check 'it is listed with its meaning' grep -q "^memberID:$id alarm:NOSPACE .*reached its quota" <<<"$out"
check 'with the id and the client address that the list of members has' grep -qF " $(printf '%x' "$((id))"), $(etcdctl member list --write-out=simple | grep "^$(printf '%x' "$((id))")" | cut -d, -f3 | tr -d ' '), http" <<<"$out"
check 'they are counted' grep -qE '^[1-3] alarms$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
run --endpoints http://127.0.0.1:1
check 'an address where nobody answers is a failure' test "$status" -eq 1
finish
