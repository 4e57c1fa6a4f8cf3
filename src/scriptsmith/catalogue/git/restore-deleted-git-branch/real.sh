#!/usr/bin/env bash
. "$HARNESS"
use git
restore() { run --repository "$work" --branch "$@"; }
g checkout -q -b feature/login && commit login one && commit login two && tip=$(head_of)
g checkout -q -b next && commit next work && g checkout -q main && commit readme later && g branch -q -D feature/login
restore feature/login --dry-run
check 'a dry run makes no branch' test "$status:$(head_of feature/login)" = 0:
restore feature/login
check 'the branch is at its last commit' test "$status:$(head_of feature/login)" = "0:$tip"
check 'the checkout stays where it was' test "$(g symbolic-ref --short HEAD):$(g status --porcelain)" = main:
restore feature/login
check 'a second run leaves it' bash -c '[ "$1" -eq 0 ] && grep -q "^exists already" <<<"$2"' _ "$status" "$out"
g checkout -q feature/login && g rebase -q main 2>/dev/null && tip=$(head_of) && g commit -q --amend -m 'reworded' && tip=$(head_of) && g switch -q - && g branch -q -D feature/login
restore feature/login
check 'after a rebase and an amended commit it is the last one' test "$status:$(head_of feature/login)" = "0:$tip"
g worktree add -q "$work-tree" -b aside main && git -C "$work-tree" commit -q --allow-empty -m aside && tip=$(git -C "$work-tree" rev-parse HEAD) && git -C "$work-tree" checkout -q --detach main && g branch -q -D aside
restore aside
check 'one of another working tree is found' test "$status:$(head_of aside)" = "0:$tip"
g branch never main~1 && g branch -q -D never
restore never
check 'one that was never checked out is refused' test "$status:$(head_of never)" = 3:
restore feature
check 'the beginning of a name is not enough' test "$status" -eq 3
g checkout -q -b gone main && commit gone x && lost=$(head_of) && g checkout -q main && g branch -q -D gone
rm -f "$work/.git/objects/${lost:0:2}/${lost:2}"
restore gone
check 'what git has cleaned away is refused' test "$status:$(head_of gone)" = 3:
g checkout -q -b old main && commit old x && g checkout -q main && g branch -q -D old
sed -i 's/^\(.*>\) [0-9]* /\1 '"$(date -d '40 days ago' +%s) /" "$work/.git/logs/HEAD" && g gc -q
restore old
check 'what is 40 days old is restored as it was left, or not at all' bash -c '[ "$1" -eq 3 ] && grep -q "later commits may be missing" <<<"$2"' _ "$status" "$err"
finish
