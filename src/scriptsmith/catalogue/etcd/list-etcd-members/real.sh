#!/usr/bin/env bash
# packages: iptables
. "$HARNESS"
use etcd

run --endpoints "$endpoints"
check 'each member is listed with its addresses' grep -qE '^[0-9a-f]+: m2, peers http://127.0.0.1:2390, clients http://127.0.0.1:2389(, LEADER)?$' <<<"$out"
check 'of three one may fail' grep -qx '3 members, 3 voting, 3 answer now, 3 of them vote and follow the leader; 1 more may fail' <<<"$out"
leader=$(etcdctl --endpoints "$endpoints" endpoint status | awk -F', ' '$5 == "true" {print $1}')
check 'it is marked' test "$(sed -n 's/.* clients \(.*\), LEADER$/\1/p' <<<"$out")" = "$leader"
check 'the leader is named' grep -qx "leader: $leader" <<<"$out"

# etcd takes new members once it has run for some seconds.
await etcdctl member add m4 --learner --peer-urls=http://127.0.0.1:2410,http://127.0.0.2:2410
run --endpoints "$endpoints"
check 'a learner with two addresses does not vote' grep -qE ': \(no name\), peers http://127.0.0.1:2410,http://127.0.0.2:2410, clients none, LEARNER, NOT STARTED$' <<<"$out"
check 'and counts for nothing' grep -qx '4 members, 3 voting, 3 answer now, 3 of them vote and follow the leader; 1 more may fail' <<<"$out"

# A member under a user of its own loses its peers and keeps its clients.
stop_member m2
chmod 711 /var/lib/etcd && chown -R nobody: /var/lib/etcd/m2
(exec setpriv --reuid nobody --regid nogroup --clear-groups etcd --name m2 --data-dir /var/lib/etcd/m2 --listen-client-urls http://127.0.0.1:2389 \
  --advertise-client-urls http://127.0.0.1:2389 --listen-peer-urls http://127.0.0.1:2390 >/var/log/etcd-m2.log 2>&1 &)
await etcdctl --endpoints "$endpoints" endpoint health
iptables -A INPUT -p tcp --dport 2390 -j REJECT --reject-with tcp-reset
for port in 2380 2400; do iptables -A OUTPUT -p tcp --dport "$port" -m owner --uid-owner nobody -j REJECT --reject-with tcp-reset; done
lost() { etcdctl --endpoints http://127.0.0.1:2389 endpoint status --write-out=json | grep -q 'no leader'; }
await lost
await etcdctl --endpoints http://127.0.0.1:2379 put a b
run --endpoints http://127.0.0.1:2379
check 'one that answers and has lost the others does not count' grep -qx '4 members, 3 voting, 3 answer now, 2 of them vote and follow the leader; NONE MAY FAIL ANY MORE' <<<"$out"
check 'and tells it' grep -q '^http://127.0.0.1:2389 reports: .*no leader$' <<<"$out"
iptables -F
await etcdctl --endpoints "$endpoints" endpoint health

stop_member m3
run --endpoints http://127.0.0.1:2379
check 'after one of three has died none may fail any more' grep -qx '4 members, 3 voting, 2 answer now, 2 of them vote and follow the leader; NONE MAY FAIL ANY MORE' <<<"$out"
check 'it succeeds' test "$status" -eq 0
run --endpoints http://127.0.0.1:1
check 'an address where nobody answers is a failure' test "$status" -eq 1
finish
