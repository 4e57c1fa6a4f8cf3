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
commit a.txt two
head=$(g rev-parse HEAD)

run --repository r --dry-run
check 'a dry run says what it would undo' grep -qx "would undo: ${head:0:12} on main: a.txt: two" <<<"$out"
check 'a dry run changes nothing' test "$(g rev-parse HEAD)" = "$head"
printf 'three\n' >r/other.txt
real=$(command -v git)
broken() { # WORDS COMMAND: a git that only does COMMAND where WORDS are among its arguments
  stub git <<EOF
[[ " \$* " != *' $1 '* ]] || $2
exec $real "\$@"
EOF
}
broken 'reset --quiet' 'exit 128'
run --repository r
check 'an undo that fails is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be undone" <<<"$2"' _ "$status" "$err"
broken 'reset --quiet' 'exit 0'
run --repository r
check 'so is one without effect' bash -c '[ "$1" -eq 1 ] && grep -q "not where it should be" <<<"$2"' _ "$status" "$err"
rm .stubs/git
run --repository r
check 'it succeeds' test "$status" -eq 0
check 'the commit is gone from the branch' test "$(g log --format=%s)" = 'a.txt: one'
check 'its changes are staged' test "$(g diff --cached --name-only)" = a.txt
check 'files are not touched' bash -c 'grep -qx two r/a.txt && grep -qx three r/other.txt'
check 'it tells how to put it back' grep -q "git reset --soft $head" <<<"$out"
run --repository r
check 'a second run undoes no second commit' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to undo" <<<"$2" && [ "$3" = 1 ]' _ "$status" "$out" "$(g rev-list --count HEAD)"
commit b.txt pushed
g update-ref refs/remotes/origin/main HEAD
run --repository r
check 'a commit that was pushed is refused' bash -c '[ "$1" -eq 3 ] && grep -q "origin/main has this commit" <<<"$2"' _ "$status" "$err"
g checkout -q -b side HEAD~1; commit c.txt side; g checkout -q main; g merge -q --no-edit side
run --repository r
check 'a merge is refused' test "$status" -eq 3
: >r/.git/CHERRY_PICK_HEAD
run --repository r
check 'a repository in the middle of something is refused' bash -c '[ "$1" -eq 3 ] && grep -q CHERRY_PICK_HEAD <<<"$2"' _ "$status" "$err"
git clone -q --depth 1 "file://$PWD/r" one; git -C one checkout -q -b feature
printf 'x\n' >one/x; git -C one add x; git -C one commit -q -m x; git -C one push -q origin feature; top=$(git -C one rev-parse HEAD)
run --repository one
check 'what a clone of one branch has pushed is refused' test "$status:$(git -C one rev-parse HEAD):$(grep -c 'feature of origin has this commit' <<<"$err")" = "3:$top:1"
git -C one commit -q --allow-empty -m y
run --repository one
check 'what it has not pushed is undone' test "$status:$(git -C one rev-parse HEAD)" = "0:$top"
git -C one commit -q --allow-empty -m z; git -C one remote set-url origin "$PWD/gone"
run --repository one
check 'a remote that cannot be asked is refused' bash -c '[ "$1" -eq 3 ] && grep -q "cannot be asked" <<<"$2"' _ "$status" "$err"
git clone -q "file://$PWD/r" full; git -C full commit -q --allow-empty -m own; git -C full remote set-url origin "$PWD/gone"
run --repository full
check 'a clone of all branches asks nobody' test "$status" -eq 0
git clone -q --bare r bare.git
run --repository bare.git
check 'a bare repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "a bare repository" <<<"$2"' _ "$status" "$err"
git init -q -b main fresh
run --repository fresh
check 'a branch without commits is refused' bash -c '[ "$1" -eq 3 ] && grep -q "has no commit" <<<"$2"' _ "$status" "$err"
git -C fresh commit -q --allow-empty -m first
run --repository fresh
check 'the first commit is refused' bash -c '[ "$1" -eq 3 ] && grep -q "this is the first commit" <<<"$2"' _ "$status" "$err"
git -C fresh commit -q --allow-empty -m second
run --repository "$PWD/fresh" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
HOME=$PWD run --repository '~/fresh' --dry-run
check 'a repository in the home directory is found' test "$status" -eq 0
run --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
g checkout -q --detach 2>/dev/null
run --repository r
check 'a detached head is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no branch is checked out" <<<"$2"' _ "$status" "$err"
run --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository '$(touch pwned)'
check 'a hostile name runs nothing' test ! -e pwned
run --hard
check 'an unknown option is refused' test "$status" -eq 2
rm -rf s
git init -q -b main s && git -C s commit -q --allow-empty -m one && git -C s commit -q --allow-empty -m two
rm -rf s/.git/logs && git -C s config core.logAllRefUpdates false
run --repository s
check 'without a reflog it is refused' bash -c '[ "$1" -eq 3 ] && [ "$(git -C s rev-list --count HEAD)" = 2 ]' _ "$status"
finish
