#!/usr/bin/env bash
# packages: curl
. "$HARNESS"
use etcd

head -c 1000000 /dev/zero | tr '\0' x >value
for n in 1 2 3 4 5 6; do etcdctl put big <value >/dev/null; done
etcdctl del big >/dev/null
etcdctl compaction --physical "$(etcdctl get big -w json | jq .header.revision)" >/dev/null
sizes() { etcdctl --endpoints "$endpoints" endpoint status -w json | jq -c 'map(.Status.dbSize)'; }
# The other members compact a moment later, and count what that freed with the next write.
compacted() { etcdctl put small x && etcdctl --endpoints "$endpoints" endpoint status -w json | jq -e 'all(.[].Status; .dbSizeInUse * 2 < .dbSize)'; }
await compacted
leader=$(etcdctl --endpoints "$endpoints" endpoint status | awk -F', ' '$5 == "true" {print $1}')
full=$(sizes)
run --dry-run
check 'a dry run names three members, the leader last' bash -c '[ "$(grep -c "^would" <<<"$1")" -eq 3 ] && tail -n 1 <<<"$1" | grep -qF "would defragment: $2 (leader, "' _ "$out" "$leader"
check 'that they need some room is told' grep -Eq '^note: .* needs up to [0-9] MiB more on the disk of its database' <<<"$out"
check 'and changes nothing' test "$(sizes)" = "$full"
# etcd takes new members once it has run for some seconds.
await etcdctl member add m4 --peer-urls=http://127.0.0.1:2410
run
check 'while a member has never joined it is refused' test "$status" -eq 3
check 'and nothing was defragmented' test "$(sizes)" = "$full"
etcdctl member remove "$(etcdctl member list | sed -n 's/, unstarted,.*//p')" >/dev/null
run
check 'it succeeds' test "$status" -eq 0
check 'each database is small now' jq -en "$(sizes)"' | length == 3 and all(.[]; . < 1000000)'
run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to do' <<<"$out")"
check 'without an alarm nothing is warned of' test -z "$err"
member=$(printf %u "0x$(etcdctl member list | sed -n '1s/,.*//p')")
curl -s --data "{\"action\": \"ACTIVATE\", \"memberID\": \"$member\", \"alarm\": \"NOSPACE\"}" http://127.0.0.1:2379/v3/maintenance/alarm >/dev/null
run --percent 0
check 'that the alarm stays, and what takes it away, is told' test "$status:$(grep -c '^warning: alarms, .* alarm:NOSPACE *; when there is room again: etcdctl alarm disarm$' <<<"$err")" = 0:1
check 'until then etcd refuses to write' bash -c '! etcdctl put small y'
etcdctl alarm disarm >/dev/null
stop_member m3
run --percent 0
check 'with one of three dead it is refused' test "$status" -eq 3
finish
