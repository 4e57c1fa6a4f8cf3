#!/usr/bin/env bash
. "$HARNESS"
use git
revert() { run --repository "$work" "$@"; }
commit a one && commit b bad && bad=$(head_of) && commit c later && g push -q
head=$(head_of)
revert --commit "$bad" --dry-run
check 'a dry run changes nothing' test "$status:$(head_of)" = "0:$head"
revert --commit "${bad:0:9}"
check 'what the commit brought is gone, by a new commit' test "$status:$(head_of HEAD~1):$(ls "$work" | paste -sd ' ')" = "0:$head:a c readme"
check 'nothing is pushed' test "$(git --git-dir /srv/remote.git rev-parse main)" = "$head"
check 'the others can take it without force' g push -q
revert --commit "$bad"
check 'a second run reverts nothing' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to revert" <<<"$2"' _ "$status" "$out"
commit d last
revert
check 'without an id the last commit is reverted' test "$status:$(ls "$work" | paste -sd ' ')" = '0:a c readme'
revert
check 'and a second run does not bring it back' test "$status:$(ls "$work" | paste -sd ' ')" = '0:a c readme'
commit a two && commit a three && head=$(head_of)
revert --commit "$(head_of HEAD~1)"
check 'one that conflicts is given up, and nothing is left of it' test "$status:$(head_of):$(g status --porcelain)" = "1:$head:"
printf 'open\n' >"$work/a"
revert
check 'changes that are not committed stop it' test "$status:$(cat "$work/a")" = 3:open
g checkout -q -- a && g checkout -q -b side HEAD~1 && commit e side && g checkout -q main && g merge -q --no-edit side && head=$(head_of)
revert
check 'a merge is refused' test "$status:$(head_of)" = "3:$head"
revert --commit "$(g commit-tree -m stray 'HEAD^{tree}')"
check 'a commit of no part of the branch is refused' test "$status" -eq 3
g checkout -q -b picks HEAD~1 && commit f one && first=$(head_of) && g commit -q --allow-empty -m empty && empty=$(head_of)
g checkout -q -b target main && ! g cherry-pick "$first" "$empty" "$first" >/dev/null 2>&1 && head=$(head_of)
revert --commit "$head"
check 'a cherry-pick that waits is not given up' test "$status:$(head_of):$(test -e "$work/.git/CHERRY_PICK_HEAD" && echo waits)" = "3:$head:waits"
g checkout -q -f main && g push -q && git clone -q --depth 1 file:///srv/remote.git cut && head=$(git -C cut rev-parse HEAD)
run --repository cut
check 'the oldest commit of a shallow clone is refused' test "$status:$(git -C cut rev-parse HEAD):$(ls cut)" = "3:$head:$(ls "$work")"
check 'and the way out is told' grep -q 'git fetch --unshallow' <<<"$err"
revert --commit "$(g rev-list --max-parents=0 HEAD)"
check 'the first commit is refused' grep -q 'is the first one' <<<"$err"
finish
