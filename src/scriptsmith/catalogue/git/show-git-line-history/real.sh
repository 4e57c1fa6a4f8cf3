#!/usr/bin/env bash
. "$HARNESS"
use git
mkdir "$work/a dir" && printf 'one\ntwo\nthree\n' >"$work/a dir/conf" && g add -A && g commit -q -m 'three lines' && first=$(head_of)
g push -q && ann pull -q && sed -i 's/two/zwei/' '/srv/ann/a dir/conf' && ann commit -qam 'in German' && ann push -q && g pull -q && second=$(head_of)
sed -i 's/^/  /' "$work/a dir/conf" && g commit -qam indented && printf 'not committed\n' >"$work/a dir/conf"
lines() { run --repository "$work" --file 'a dir/conf' "$@"; }
lines --line 1
check 'it succeeds' test "$status" -eq 0
check 'each line is told with its commit, white space passed over' test "$(sed -n '1,3s/^\^\{0,1\}\([0-9a-f]\{11\}\).*/\1/p' <<<"$out" | paste -sd ' ')" = "${first:0:11} ${second:0:11} ${first:0:11}"
check 'and that it is passed over is told' grep -q '^who wrote these lines (who indented them or moved' <<<"$out"
check 'and that others stand in the file now is told' grep -q 'counted without them' <<<"$err"
check 'the lines are those of the current commit' grep -q 'ann .*  zwei$' <<<"$out"
check 'each commit is named once, with its person' bash -c '[ "$(grep -c ": in German$" <<<"$1")" -eq 1 ] && grep -q " ann <ann@example.org>: in German$" <<<"$1"' _ "$out"
lines --line 2 --lines 1
check 'as many lines as asked' bash -c '[ "$(grep -c "  zwei$" <<<"$1")" -eq 1 ] && ! grep -q "three lines" <<<"$1"' _ "$out"
lines --line 4
check 'a line that is not there is refused' test "$status" -eq 3
run --repository "$work/a dir" --file conf --line 3
check 'a folder of the repository may be named' grep -q 'three lines$' <<<"$out"
run --repository "$work" --file 'a dir' --line 1
check 'a folder has no lines' test "$status" -eq 3
run --repository "$work" --file none --line 1
check 'a missing file is refused' test "$status" -eq 3
g mv 'a dir/conf' moved 2>/dev/null || { g checkout -q -- . && g mv 'a dir/conf' moved; }
g commit -q -m moved && g checkout -q -- . && run --repository "$work" --file moved --line 2 --lines 1
check 'without changes nothing is told' test -z "$err"
check 'a renamed file keeps its history' grep -q 'in German$' <<<"$out"
g push -q && git clone -q --depth 1 file:///srv/remote.git cut
run --repository cut --file moved --line 2 --lines 1
check 'in a shallow clone that the history is cut is told' bash -c '[ "$1" -eq 1 ] && grep -q "git fetch --unshallow" <<<"$2"' _ "$status" "$err"
git -C cut fetch -q --unshallow && run --repository cut --file moved --line 2 --lines 1
check 'with the whole history it is not' bash -c '[ "$1" -eq 0 ] && grep -q "in German$" <<<"$2"' _ "$status" "$out"
finish
