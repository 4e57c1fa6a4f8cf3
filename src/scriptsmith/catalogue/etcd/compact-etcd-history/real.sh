#!/usr/bin/env bash
. "$HARNESS"
use etcd

for n in {1..40}; do echo "$n"; done | while read -r n; do etcdctl put key "$n" >/dev/null; done
now=$(etcdctl get key -w json | jq .header.revision)
at() { etcdctl get key --rev "$1" --print-value-only; }
run --endpoints "$endpoints" --keep 10 --dry-run
check 'a dry run says up to where' grep -qx "would compact: everything before revision $((now - 10)) (now at $now)" <<<"$out"
check 'and keeps the whole history' at 2
run --endpoints "$endpoints" --keep 10
check 'it succeeds' test "$status" -eq 0
check 'the value of then is gone' bash -c '! "$@"' _ etcdctl get key --rev $((now - 11))
check 'what was to be kept is there' test "$(at $((now - 10)))" = 30
check 'the present value stays' test "$(at 0)" = 40
run --endpoints "$endpoints" --keep 10
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to compact' <<<"$out")"
run --endpoints "$endpoints"
check 'a short history is left as it is' grep -qx "nothing to compact: etcd is at revision $now, and 10000 are kept" <<<"$out"
stop_member m3
run --endpoints "$endpoints" --keep 5
check 'with one of three dead it still compacts' test "$status" -eq 0 -a -n "$(grep '^compacted' <<<"$out")"
finish
