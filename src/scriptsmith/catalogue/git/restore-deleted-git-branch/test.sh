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
g checkout -q -b feature/login; commit b.txt 'work 1'; commit b.txt 'work 2'
tip=$(g rev-parse HEAD)
g checkout -q main; commit a.txt later
g branch -q -D feature/login

run --branch feature/login --repository r --dry-run
check 'a dry run says where it would be' grep -qE "^would restore: branch feature/login at ${tip:0:12} \([0-9-]+ ann: b.txt: work 2\)$" <<<"$out"
check 'a dry run creates nothing' test -z "$(g branch --list feature/login)"
real=$(command -v git)
broken() { # WORDS COMMAND: a git that only does COMMAND where WORDS are among its arguments
  stub git <<EOF
[[ " \$* " != *' $1 '* ]] || $2
exec $real "\$@"
EOF
}
broken 'branch --no-track' 'exit 128'
run --branch feature/login --repository r
check 'a branch that cannot be created is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be created" <<<"$2"' _ "$status" "$err"
broken 'branch --no-track' 'exit 0'
run --branch feature/login --repository r
check 'so is one that is not there afterwards' bash -c '[ "$1" -eq 1 ] && grep -q "is not there afterwards" <<<"$2"' _ "$status" "$err"
rm .stubs/git
run --branch feature/login --repository r
check 'it succeeds' test "$status" -eq 0
check 'the branch is at its last commit' test "$(g rev-parse feature/login)" = "$tip"
check 'it says so' grep -q "^restored: branch feature/login at ${tip:0:12}" <<<"$out"
check 'the current branch stays' test "$(g symbolic-ref --short HEAD)" = main
run --branch feature/login --repository r
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "exists already" <<<"$2"' _ "$status" "$out"
g branch -q -D feature/login && newer=$(g commit-tree -p "$tip" -m newer "$tip^{tree}") && g update-ref refs/remotes/origin/feature/login "$newer"
g update-ref refs/remotes/origin/next "$newer"; g update-ref refs/remotes/upstream/feature/login "$tip"
run --branch feature/login --repository r
check 'a branch of the remote that is ahead is told' bash -c '[ "$1" -eq 0 ] && grep -qx "note: origin/feature/login is ahead of it, at ${3:0:12}" <<<"$2"' _ "$status" "$err" "$newer"
check 'and no other one' test "$(grep -c '^note' <<<"$err")" -eq 1
run --branch feature/login --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --branch feature/login --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
g worktree add -q ../tree -b in-tree main && git -C tree commit -q --allow-empty -m aside && aside=$(git -C tree rev-parse HEAD) && git -C tree checkout -q --detach main && g branch -q -D in-tree
run --branch in-tree --repository r
check 'one that was last checked out in another working tree is found' test "$status:$(g rev-parse in-tree)" = "0:$aside"
g checkout -q in-tree && g checkout -q main && git -C tree checkout -q in-tree && git -C tree commit -q --allow-empty -m later && later=$(git -C tree rev-parse HEAD)
git -C tree checkout -q --detach main && g branch -q -D in-tree
run --branch in-tree --repository tree --dry-run
check 'of several the latest counts' grep -q "^would restore: branch in-tree at ${later:0:12}" <<<"$out"
run --branch in-tree --repository r --dry-run
check 'wherever it is asked for' grep -q "^would restore: branch in-tree at ${later:0:12}" <<<"$out"
mkdir plain
run --branch feature/login --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --branch feature --repository r
check 'the beginning of a name is not enough' test "$status" -eq 3
run --branch never --repository r
check 'a branch that was never here is refused' bash -c '[ "$1" -eq 3 ] && grep -q "does not know" <<<"$2"' _ "$status" "$err"
git init -q -b main fresh
run --branch x --repository fresh
check 'a repository without a reflog is refused' test "$status" -eq 3
run --branch x --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository r
check 'the branch is required' test "$status" -eq 2
run --branch -D --repository r
check 'an option is no branch' test "$status" -eq 2
run --branch 'a..b' --repository r
check 'a name that git does not take is refused' test "$status" -eq 2
run --branch 'x; touch pwned' --repository r
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
g checkout -q -b lost; commit lost.txt x; gone=$(g rev-parse HEAD); g checkout -q main; g branch -q -D lost
rm -f "r/.git/objects/${gone:0:2}/${gone:2}"
run --branch lost --repository r
check 'a commit that is no longer there is refused, and no other taken' bash -c '[ "$1" -eq 3 ] && [ -z "$(git -C r branch --list lost)" ]' _ "$status"
for n in 1 2; do g checkout -q -b aged$n main; commit aged.txt $n; g checkout -q main; g branch -q -D aged$n; done
sed -i '/moving from aged1 to main$/d' r/.git/logs/HEAD # as git gc does after 30 days
run --branch aged1 --repository r
check 'a branch of which only the arrival is known is refused, and why is told' bash -c '[ "$1" -eq 3 ] && grep -q "entered at .* later commits may be missing.*fsck --lost-found" <<<"$2" && [ -z "$(git -C r branch --list aged1)" ]' _ "$status" "$err"
run --branch aged2 --repository r
check 'when it was left is told' test "$status:$(grep -cE "^left there: on $(date +%Y)-[0-9-]+ [0-9:]+; " <<<"$out")" = 0:1
g checkout -q -b y main && g commit -q --allow-empty -m work && g rebase -q main aged2 2>/dev/null && g branch -q -D y
run --branch y --repository r
check 'so is one that was left by a rebase of another' test "$status:$(g branch --list y)" = 3:
rm -rf r/.git/logs
run --branch lost --repository r
check 'without a reflog it is refused' test "$status" -eq 3
HOME=$PWD/nobody run --branch feature/login --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
