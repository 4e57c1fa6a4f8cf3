#!/usr/bin/env bash
. "$HARNESS"
use git
for name in one two 'release/1.0' open; do g checkout -q -b "$name" main && commit "${name//\//-}" "work of $name"; done
g checkout -q main && for name in one two release/1.0; do g merge -q --no-edit "$name"; done
g push -q origin main one
g worktree add -q /srv/elsewhere -b elsewhere main~1
before=$(g for-each-ref)
run --repository "$work" --into main --dry-run
check 'a dry run deletes nothing' test "$status:$(g for-each-ref)" = "0:$before"
tip=$(head_of two)
g checkout -q -b here main
run --repository "$work" --into origin/main
check 'it succeeds' test "$status" -eq 0
check 'merged branches are gone; open ones, releases and what is checked out stay' test "$(g for-each-ref --format='%(refname:short)' refs/heads | paste -sd ' ')" = 'elsewhere here main open release/1.0'
check 'the remote has its own still' git --git-dir /srv/remote.git rev-parse --verify one
check 'each id is told' grep -qx "deleted: two ($tip)" <<<"$out"
check 'git says that none was lost' test -z "$(g log --oneline "$tip" --not main)"
run --repository "$work" --into origin/main
check 'a second run deletes nothing' grep -q '^0 deleted' <<<"$out"
g checkout -q main && g branch old main~1 && ann pull -q && commit -a news ann && ann push -q
run --repository "$work" --into nowhere
check 'without the target nothing goes' test "$status:$(head_of old)" = "3:$(head_of main~1)"
mkdir -p "$work/.git/refs/heads" && : >"$work/.git/refs/heads/old.lock"
run --repository "$work" --into main
check 'one that git cannot delete is a failure' bash -c '[ "$1" -eq 1 ] && git -C "$2" rev-parse --verify old' _ "$status" "$work"
finish
