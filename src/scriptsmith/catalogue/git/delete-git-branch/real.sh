#!/usr/bin/env bash
. "$HARNESS"
use git
for name in merged squashed pushed; do
  g checkout -q -b "feature/$name" main && commit "$name" "work of $name"
done
g push -q -u origin feature/pushed feature/squashed 2>/dev/null
g checkout -q main && g merge -q --no-edit feature/merged && g merge -q --squash feature/squashed >/dev/null && g commit -q -m squashed
g push -q origin --delete feature/squashed && g fetch -q --prune
tip=$(head_of feature/merged)
delete() { run --repository "$work" --branch "$@"; }

delete feature/merged --dry-run
check 'a dry run deletes nothing' test "$status:$(head_of feature/merged)" = "0:$tip"
delete feature/merged
check 'a merged branch is deleted' test "$status:$(head_of feature/merged)" = 0:
check 'its id is told, and brings it back' bash -c 'git -C "$1" branch feature/merged "$(grep -o "[0-9a-f]\{40\}" <<<"$2" | head -n 1)" && [ "$(git -C "$1" rev-parse feature/merged)" = "$3" ]' _ "$work" "$out" "$tip"
delete feature/pushed
check 'one that only the remote has goes here' test "$status:$(head_of feature/pushed)" = 0:
check 'and stays there' git --git-dir /srv/remote.git rev-parse --verify feature/pushed
check 'that it is not merged is said' grep -q '; it is pushed, as of the last fetch, and not merged$' <<<"$out"
delete feature/squashed
check 'one that was merged by squashing and deleted on the remote is refused' bash -c '[ "$1" -eq 3 ] && git -C "$2" rev-parse --verify feature/squashed' _ "$status" "$work"
g worktree add -q /srv/elsewhere -b elsewhere main 2>/dev/null
delete elsewhere
check 'one that another worktree has is refused' test "$status:$(head_of elsewhere)" = "3:$(head_of main)"
g checkout -q -b rebased HEAD~1 && commit readme other && g branch keep && g checkout -q main && commit readme conflict
g checkout -q rebased && ! g rebase -q main >/dev/null 2>&1
delete rebased
check 'one in the middle of a rebase is not deleted' bash -c '[ "$1" -ne 0 ] && git -C "$2" rev-parse --verify rebased' _ "$status" "$work"
g rebase --abort && g checkout -q main
delete rebased
check 'afterwards it may go, as another branch has its commits' test "$status:$(head_of rebased)" = 0:
delete none
check 'one that is not there is refused' test "$status" -eq 3
run --repository /srv/remote.git --branch feature/pushed
check 'nothing of a bare repository that nothing else has goes' test "$status" -eq 3
useradd guest 2>/dev/null
check 'a repository of somebody else is refused' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT --repository /srv/remote.git --branch feature/pushed"; [ $? -eq 3 ]'
finish
