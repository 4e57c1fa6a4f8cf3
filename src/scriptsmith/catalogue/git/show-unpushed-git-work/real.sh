#!/usr/bin/env bash
. "$HARNESS"
use git
lost() { run --repository "$work"; }
git config --global status.showUntrackedFiles no # as somebody may have it
lost
check 'a clone that is pushed has nothing to lose' bash -c '[ "$1" -eq 0 ] && grep -q "^0 changed files, 0 new files, 0 commits on 0 branches, 0 stashes" <<<"$2"' _ "$status" "$out"
printf 'x\n' >>"$work/readme" && printf 'x\n' >"$work/new file" && mkdir "$work/folder" && printf 'x\n' >"$work/folder/deep"
lost
check 'changed and new files are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^1 changed files, 2 new files" <<<"$2"' _ "$status" "$out"
check 'they are named' grep -qx 'file: ?? new file' <<<"$out"
g stash -q --include-untracked
lost
check 'a stash counts' bash -c '[ "$1" -eq 1 ] && grep -q "^0 changed files, 0 new files, .* 1 stashes" <<<"$2"' _ "$status" "$out"
g stash drop -q
g checkout -q -b feature && commit file one && commit file two && g checkout -q -b upon && commit file three && g checkout -q main
lost
check 'a branch with commits on no remote is told' grep -q '^branch feature: 2 commits on no remote, the last: .* op: file: two$' <<<"$out"
check 'a commit of two branches counts once' grep -q ' 3 commits on 2 branches' <<<"$out"
g push -q origin upon:somewhere
lost
check 'pushed under any name is pushed' test "$status" -eq 0
g checkout -q --detach && commit file loose
lost
check 'a commit of no branch counts' bash -c '[ "$1" -eq 1 ] && grep -q " 1 commits on 1 branches" <<<"$2"' _ "$status" "$out"
g tag kept && g checkout -q main
lost
check 'so does one that only a tag leads to' bash -c '[ "$1" -eq 1 ] && grep -q "^tag kept: 1 commits on no branch, here or of a remote (git ls-remote" <<<"$2"' _ "$status" "$out"
g tag -d kept >/dev/null
g update-index --assume-unchanged readme && printf 'by hand\n' >>"$work/readme"
lost
check 'an edit that git was told to overlook is told, which its status does not' bash -c '[ "$1" -eq 1 ] && grep -qx "overlooked: readme" <<<"$2" && [ -z "$3" ]' _ "$status" "$out" "$(g status --porcelain --untracked-files=all)"
g update-index --no-assume-unchanged readme && g checkout -q readme
g worktree add -q --detach /srv/linked && git -C /srv/linked commit -q --allow-empty -m apart
lost
check 'a commit that only a linked working tree leads to counts' bash -c '[ "$1" -eq 1 ] && grep -q " 1 commits on 1 branches" <<<"$2" && grep -qx "not looked at, a working tree of its own: /srv/linked" <<<"$2"' _ "$status" "$out"
run --repository "$work/.git"
check 'a repository outside its working trees is told with those, and no success' test "$status:$(grep -c '^not looked at, a working tree of its own: ' <<<"$out"):$(grep -c 'no file was looked at' <<<"$err")" = 1:2:1
g worktree remove --force /srv/linked
git init -q /srv/alone && git -C /srv/alone commit -q --allow-empty -m x
run --repository /srv/alone
check 'without a remote all is only here' test "$status" -eq 1
git init -q /srv/empty
run --repository /srv/empty
check 'an empty one has nothing to lose' test "$status" -eq 0
finish
