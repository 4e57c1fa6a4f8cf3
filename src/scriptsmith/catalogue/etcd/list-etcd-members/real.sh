#!/usr/bin/env bash
. "$HARNESS"
use etcd

run --endpoints "$endpoints"
check 'each member is listed with its addresses' grep -qE '^[0-9a-f]+: m2, peers http://127.0.0.1:2390, clients http://127.0.0.1:2389$' <<<"$out"
check 'of three one may fail' grep -qx '3 members, 3 voting, 3 answer now; 1 more may fail' <<<"$out"
leader=$(etcdctl --endpoints "$endpoints" endpoint status | awk -F', ' '$5 == "true" {print $1}')
check 'the leader is named' grep -qx "leader: $leader" <<<"$out"

# etcd takes new members once it has run for some seconds.
await etcdctl member add m4 --learner --peer-urls=http://127.0.0.1:2410,http://127.0.0.2:2410
run --endpoints "$endpoints"
check 'a learner with two addresses does not vote' grep -qE ': \(no name\), peers http://127.0.0.1:2410,http://127.0.0.2:2410, clients none, LEARNER, NOT STARTED$' <<<"$out"
check 'and counts for nothing' grep -qx '4 members, 3 voting, 3 answer now; 1 more may fail' <<<"$out"

stop_member m3
run --endpoints http://127.0.0.1:2379
check 'after one of three has died none may fail any more' grep -qx '4 members, 3 voting, 2 answer now; NONE MAY FAIL ANY MORE' <<<"$out"
check 'it succeeds' test "$status" -eq 0
run --endpoints http://127.0.0.1:1
check 'an address where nobody answers is a failure' test "$status" -eq 1
finish
