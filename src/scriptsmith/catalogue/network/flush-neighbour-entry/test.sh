#!/usr/bin/env bash
. "$HARNESS"

printf '192.0.2.20 dev eth0 lladdr 02:00:00:00:00:20 STALE\n' >.neigh
echo 0 >.uid
stub id <<<'cat .uid'
stub ip <<'EOF'
[ ! -e .broken ] || exit 1
case "$*" in
  'neigh show to '*) grep "^$4 " .neigh || true ;;
  'neigh flush to '*) [ ! -e .locked ] || { echo 'RTNETLINK answers: Operation not permitted' >&2; exit 2; }
    [ ! -e .breaks ] || touch .broken
    [ -e .deaf ] || sed -i "/^$4 .*[^T]\$/d" .neigh; [ ! -e .asked ] || echo "$4 dev eth0 lladdr 02:00:00:00:00:98 STALE" >>.neigh; [ ! -e .busy ] || echo "$4 dev eth0 lladdr 02:00:00:00:00:99 REACHABLE" >>.neigh ;;
  *) exit 255 ;;
esac
EOF
cp .neigh .first

run --address 192.0.2.20 --dry-run
check 'a dry run shows the entry' grep -qx 'now: 192.0.2.20 dev eth0 lladdr 02:00:00:00:00:20 STALE' <<<"$out"
check 'a dry run says what it would do' grep -qx 'would flush: the entry of 192.0.2.20' <<<"$out"
check 'a dry run changes nothing' cmp .neigh .first
run --address 192.0.2.20
check 'it succeeds' test "$status" -eq 0
check 'the entry is gone' test ! -s .neigh
check 'it says so, and no more' test "$(tail -n 1 <<<"$out")" = 'flushed: 192.0.2.20'
run --address 192.0.2.20
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and flushes nothing' test "$(calls 'neigh flush' | wc -l)" -eq 1
cp .first .neigh
touch .busy
run --address 192.0.2.20
check 'an entry that is learned again is told' bash -c '[ "$1" -eq 0 ] && grep -q "^learned again: .*:99 REACHABLE" <<<"$2"' _ "$status" "$out"
rm .busy
cp .first .neigh
touch .asked
run --address 192.0.2.20
check 'so is one that the other has made by asking, with another address' bash -c '[ "$1" -eq 0 ] && grep -q "^learned again: .*:98 STALE" <<<"$2"' _ "$status" "$out"
rm .asked
cp .first .neigh
touch .locked
run --address 192.0.2.20
check 'a flush that is refused is a failure' test "$status:$(grep -c 'could not flush the entry' <<<"$err")" = 1:1
rm .locked; touch .breaks
run --address 192.0.2.20
check 'one after which ip fails, too' test "$status:$(grep -c 'cannot read the neighbours' <<<"$err")" = 1:1
rm .breaks .broken
cp .first .neigh
touch .deaf
run --address 192.0.2.20
check 'an entry that stays is a failure' test "$status" -eq 1
echo '2001:db8::20 dev eth0 lladdr 02:00:00:00:00:20 PERMANENT' >.neigh
run --address 2001:db8::20
check 'an entry that was set by hand stays' test "$status" -eq 3
printf '192.0.2.20 dev eth1 lladdr 02:00:00:00:00:21 PERMANENT\n' | cat .first - >.neigh; rm .deaf
run --address 192.0.2.20
check 'one that was set by hand elsewhere is not learned again' test "$status:$(grep -c '^learned' <<<"$out"):$(wc -l <.neigh)" = 0:0:1
cp .first .neigh
echo 1000 >.uid
run --address 192.0.2.20
check 'without root it is refused' test "$status" -eq 3
touch .broken
run --address 192.0.2.20
check 'a failing ip is a failure' test "$status" -eq 1
run --address all
check 'everything is no address' test "$status" -eq 2
run
check 'the address is required' test "$status" -eq 2
run --address 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --address 192.0.2.20 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
