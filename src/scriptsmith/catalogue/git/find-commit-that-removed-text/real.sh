#!/usr/bin/env bash
. "$HARNESS"
use git
commit conf $'timeout = 30\nretry(3)' && commit other x && commit conf 'timeout = 60' && removed=$(head_of) && commit other y
search() { run --repository "$work" --text "$@"; }
search 'retry(3)'
check 'the commit that removed it is found' bash -c '[ "$1" -eq 0 ] && grep -qx "removed it: $3 (1 lines before, 0 after)" <<<"$2"' _ "$status" "$out" "$removed"
check 'with person and file' grep -q ' op: conf: timeout = 60' <<<"$out"
check 'the file is named' grep -Eqx 'M\s+conf' <<<"$out"
search 'timeout = 60'
check 'a text that is there still was not removed' bash -c '[ "$1" -eq 1 ] && grep -q "still in the current commit" <<<"$2"' _ "$status" "$out"
search 'retry(.)'
check 'no character of it is special' test "$status" -eq 1
search 'never there'
check 'one that was never there is a failure' test "$status" -eq 1
g mv conf 'new name' && g commit -q -m renamed && g rm -q 'new name' && g commit -q -m 'file removed' && gone=$(head_of)
search 'timeout = 60'
check 'a removed file removes its text' grep -q "^removed it: $gone " <<<"$out"
search 'timeout = 60' --path conf
check 'in one path, leaving it for another name is a removal' grep -q "^removed it: $(head_of HEAD~1) " <<<"$out"
search 'timeout = 60' --path '*'
check 'a path is no pattern' test "$status" -eq 1
printf 'a\nb\nguard = on\nc\nd\n' >"$work/merged" && g add -A && g commit -q -m base
g checkout -q -b side && sed -i "s/^d$/D/" "$work/merged" && g commit -qam side && g checkout -q main && sed -i "s/^a$/A/" "$work/merged" && g commit -qam main
g merge -q --no-commit side >/dev/null 2>&1; printf 'A\nb\nc\nD\n' >"$work/merged" && g add -A && g commit -q -m 'merge side' && lost=$(head_of)
check 'it is a merge' g rev-parse --verify --quiet HEAD^2
search 'guard = on'
check 'a merge that lost it is found' bash -c '[ "$1" -eq 0 ] && grep -qx "removed it: $3 (1 lines before, 0 after)" <<<"$2"' _ "$status" "$out" "$lost"
check 'with its file' grep -Eqx 'M\s+merged' <<<"$out"
commit branched 'limit = 7' && g checkout -q -b later && commit branched nothing && took=$(head_of) && g checkout -q main && commit other z && g merge -q later -m 'merge later'
search 'limit = 7'
check 'of one that a branch removed, its own commit and not the merge' grep -qx "removed it: $took (1 lines before, 0 after)" <<<"$out"
mkdir "$work/folder" && commit folder/file x
run --repository "$work/folder" --text 'guard = on'
check 'from a folder, too' grep -q "^removed it: $lost " <<<"$out"
commit level 'log = full' && commit level 'log = none' && early=$(head_of) && g checkout -q -b again && commit level 'log = full' && g checkout -q main && commit level 'log = off'
g merge -q again >/dev/null 2>&1; g checkout -q --ours level && g add level && g commit -q -m 'ours' && lost=$(head_of)
search 'log = full'
check 'a merge whose conflict was resolved by one side is found' bash -c 'grep -q "^removed it: $1 " <<<"$2" && ! grep -q "$3" <<<"$2"' _ "$lost" "$out" "$early"
g push -q && git clone -q --depth 2 file:///srv/remote.git cut
run --repository cut --text 'log = full'
check 'a shallow clone is refused' test "$status:$(grep -c 'git fetch --unshallow' <<<"$err")" = 3:1
finish
