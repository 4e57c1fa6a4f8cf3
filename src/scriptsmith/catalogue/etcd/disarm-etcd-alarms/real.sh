#!/usr/bin/env bash
. "$HARNESS"
etcd_options=--quota-backend-bytes=2097152
use etcd

run
check 'without an alarm there is nothing to do' test "$status:$out" = '0:nothing to disarm: etcd has no alarms'
head -c 1000000 /dev/zero | tr '\0' x >value
for n in 1 2 3; do etcdctl put big <value >/dev/null 2>&1; done
check 'the test has raised an alarm' bash -c 'etcdctl alarm list | grep -q NOSPACE'
run --quota 2
check 'while the database is full it is refused' test "$status" -eq 3
check 'and the alarm stays' bash -c 'etcdctl alarm list | grep -q NOSPACE'
etcdctl del big >/dev/null 2>&1
revision=$(etcdctl get big -w json | jq .header.revision)
etcdctl compaction --physical "$revision" >/dev/null 2>&1
etcdctl --endpoints "$endpoints" defrag >/dev/null 2>&1
run --quota 2 --dry-run
check 'a dry run disarms nothing' bash -c '[ "$1" -eq 0 ] && etcdctl alarm list | grep -q NOSPACE' _ "$status"
run --quota 2
check 'after space was made it succeeds' test "$status" -eq 0
check 'the alarms are gone' test -z "$(etcdctl alarm list)"
check 'etcd takes writes' etcdctl put small value
finish
