#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
commit a.txt one
g branch old
g checkout -q -b done; commit b.txt work; g checkout -q main; g merge -q --no-edit done
g checkout -q -b open; commit c.txt more
g checkout -q main

run --repository r
check 'a merged branch is listed with date and author' grep -qE '^[0-9]{4}-[0-9]{2}-[0-9]{2}  done  ann  ' <<<"$out"
check 'one at the same commit may be new' grep -q '  done  ann  (same commit, perhaps new)$' <<<"$out"
check 'that those of remotes are not looked at is told' grep -qx 'note: nothing was fetched; those of remotes: git branch --remotes --merged main' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'one without commits of its own is listed' grep -qE '  old  ann$' <<<"$out"
check 'one that is not merged is left out' test "$(grep -c ' open ' <<<"$out")" -eq 0
check 'the target is left out' test "$(grep -cE '  main  ' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 local branches are merged into main (long-lived ones too; squashed or rebased ones cannot be told)' <<<"$out"
g checkout -q done
run --repository r --into open
check 'another target is taken' grep -qx '3 local branches are merged into open (long-lived ones too; squashed or rebased ones cannot be told)' <<<"$out"
check 'the one that is checked out is marked' grep -q '  done  ann  (checked out)$' <<<"$out"
g update-ref refs/remotes/origin/main main
run --repository r --into origin/main
check 'a branch of a remote is taken as the target' grep -qx '3 local branches are merged into origin/main (long-lived ones too; squashed or rebased ones cannot be told)' <<<"$out"
g config branch.main.remote origin && g config branch.main.merge refs/heads/main
g config remote.origin.url . && g config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
run --repository r --into origin/main
check 'the local branch that follows it is left out' grep -qx '2 local branches are merged into origin/main (long-lived ones too; squashed or rebased ones cannot be told)' <<<"$out"
check 'a branch that is up to date has no note' test "$(grep -c '^note: main' <<<"$out")" -eq 0
g branch -q --track topic origin/main && g config branch.old.remote . && g config branch.old.merge refs/heads/main
run --repository r --into origin/main
check 'a topic that follows it too is listed' grep -q '  topic  ann  ' <<<"$out"
check 'and counted, and main is not' test "$(grep -c '  main  ' <<<"$out"):$(grep -c '^3 local branches' <<<"$out")" = 0:1
run --repository r
check 'so is one that follows the local branch' grep -q '  old  ann$' <<<"$out"
g branch -q -D topic; g config --remove-section branch.old
g update-ref refs/remotes/origin/main open
run --repository r
check 'that the local branch lacks what its upstream has is told' grep -qx 'note: main lacks 1 commits of origin/main, and what came in with them is not listed: see --into origin/main' <<<"$out"
g update-ref refs/remotes/origin/main main
g worktree add -q ../other old
run --repository r
check 'one that is checked out in another working tree is marked' grep -q '  old  ann  (checked out)$' <<<"$out"
run --repository r --into nowhere
check 'a target that does not exist is refused' test "$status" -eq 3
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository r --into --all
check 'an option is no branch' test "$status" -eq 2
run --repository r --into '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/git 2>/dev/null; mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --repository r >/dev/null 2>&1
check 'git is needed' test "$?" -eq 3
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
