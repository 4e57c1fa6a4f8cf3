#!/usr/bin/env bash
. "$HARNESS"
use etcd

head -c 1000000 /dev/zero | tr '\0' x >value
for n in 1 2 3 4 5 6; do etcdctl put big <value >/dev/null; done
etcdctl compaction --physical 6 >/dev/null
roomy() { etcdctl --endpoints http://127.0.0.1:2389 endpoint status -w json | jq -e '.[0].Status | .dbSize - .dbSizeInUse > 200000'; }
await roomy
run --endpoints http://127.0.0.1:2379 --quota 8
check 'it succeeds' test "$status" -eq 0
# Figures in tenths of a MiB, as etcd tells them in bytes.
tenths() { printf '%d.%d' $(($1 * 10 / 1048576 / 10)) $(($1 * 10 / 1048576 % 10)); }
read -r size used < <(etcdctl --endpoints http://127.0.0.1:2389 endpoint status -w json | jq -r '.[0].Status | "\(.dbSize) \(.dbSizeInUse)"')
shown() { printf 'http://127.0.0.1:2389: %s MiB, %s MiB in use, %s MiB to gain, %d%% of the quota of 8 MiB' "$(tenths "$size")" "$(tenths "$used")" "$(tenths $((size - used)))" $((size * 100 / 8388608)); }
expected=$(shown | sed 's/\.0 MiB/ MiB/g')
check 'sizes, what is in use and what can be gained are those of etcd' \
  grep -qF -- "$expected" <<<"$out"
check 'the test has made room to gain' test $((size - used)) -gt 200000
check 'one that is near the quota is marked' grep -q '% of the quota of 8 MiB.*  NEARLY FULL$' <<<"$out"
check 'the version is told' grep -q "^  version $(etcdctl version | sed -n 's/^etcdctl version: //p'), revision 7, follower$" <<<"$out"
check 'there is one leader' test "$(grep -c ', leader$' <<<"$out")" -eq 1
check 'all answer' grep -qx '3 of 3 members answer' <<<"$out"
run --endpoints http://127.0.0.1:2379
check 'of the quota that etcd has by itself it is little' test "$status" -eq 0 -a -z "$(grep 'NEARLY' <<<"$out")"
stop_member m3
run --endpoints http://127.0.0.1:2379
check 'a member that is dead is missed' grep -qx '2 of 3 members answer' <<<"$out"
run --endpoints http://127.0.0.1:1
check 'an address where nobody answers is a failure' test "$status" -eq 1
finish
