#!/usr/bin/env bash
. "$HARNESS"
use git
undo() { run --repository "$work" "$@"; }
undo
check 'the first commit, which the remote has, is refused' test "$status" -eq 3
before=$(head_of) && commit readme second && g checkout -q -b other main && commit file of-other && g checkout -q main
head=$(head_of) && printf 'new\n' >"$work/untracked" && printf 'changed\n' >>"$work/readme"
HOME=${work%/*} run --repository "~/${work##*/}" --dry-run
check 'in the home directory it is found' grep -q '^would undo: ' <<<"$out"
undo --dry-run
check 'a dry run changes nothing' test "$status:$(head_of)" = "0:$head"
undo
back=$(sed -n 's/.*to put it back: git //p' <<<"$out")
check 'the commit is gone, its changes are staged' test "$status:$(head_of):$(g diff --cached --name-only)" = "0:$before:readme"
check 'files are not touched' test "$(paste -sd ' ' "$work/readme") $(cat "$work/untracked")" = 'second changed new'
undo
check 'a second run takes back nothing more' test "$status:$(head_of)" = "0:$before"
eval "g $back"
check 'the way back leads to the commit' test "$(head_of)" = "$head"
g reset -q --hard "$head" && commit readme third && undo && g checkout -q -f other && g checkout -q -f main
now=$(head_of)
undo
check 'another branch in between makes no second undo' test "$status:$(head_of)" = "0:$now"
commit readme fourth && g push -q origin main:elsewhere
now=$(head_of)
undo
check 'what any branch of the remote has is refused' test "$status:$(head_of)" = "3:$now"
g merge -q --no-edit --no-ff other && now=$(head_of)
undo
check 'a merge is refused' test "$status:$(head_of)" = "3:$now"
g checkout -q -b third main~1 && commit file conflict && ! g cherry-pick other >/dev/null 2>&1 && now=$(head_of)
undo
check 'in the middle of a cherry-pick it is refused' test "$status:$(head_of)" = "3:$now"
g cherry-pick --abort && g config core.logAllRefUpdates false && rm -rf "$work/.git/logs" && now=$(head_of)
undo
check 'without a reflog it is refused, as a second run could not be told' test "$status:$(head_of)" = "3:$now"
git clone -q --depth 1 file:///srv/remote.git one
git -C one checkout -q -b feature && git -C one commit -q --allow-empty -m pushed && git -C one push -q origin feature && top=$(git -C one rev-parse HEAD)
run --repository one
check 'what a shallow clone has pushed is refused' test "$status:$(git -C one rev-parse HEAD)" = "3:$top"
git -C one commit -q --allow-empty -m local && run --repository one
check 'what it has not is undone' test "$status:$(git -C one rev-parse HEAD)" = "0:$top"
finish
