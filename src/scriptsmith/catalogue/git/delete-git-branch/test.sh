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
g checkout -q -b done; commit b.txt work; tip=$(g rev-parse HEAD)
g checkout -q main; g merge -q --no-edit done
g checkout -q -b own; commit c.txt mine; g checkout -q main
g branch tagged own; g branch upper main

run --branch done --repository r --dry-run
check 'a dry run says what it would delete' grep -qE "^would delete: branch done at $tip \(.*b.txt: work\), which refs/heads/main has too$" <<<"$out"
check 'a dry run deletes nothing' g rev-parse --verify --quiet done
run --branch done --repository r
check 'it succeeds' test "$status" -eq 0
check 'the branch is gone, and no other' test "$(g branch --format='%(refname:short)' | tr '\n' ' ')" = 'main own tagged upper '
check 'its id is told' grep -q "^deleted: branch done at $tip" <<<"$out"
check 'it can be put back' g branch done "$tip"
g branch pushed own; g update-ref refs/remotes/origin/pushed own; g branch -q -m own away; g update-ref refs/keep away
g branch -q -D away tagged
run --branch pushed --repository r --dry-run
check 'one that only its own remote has is said not to be merged' grep -q 'which refs/remotes/origin/pushed has too; it is pushed, as of the last fetch, and not merged$' <<<"$out"
g branch own refs/keep; g branch tagged own; g update-ref -d refs/remotes/origin/pushed; g branch -q -D pushed
g update-ref refs/remotes/origin/upper upper
run --branch upper --repository r --dry-run
check 'one that another branch has too is merged' grep -q ', which refs/heads/done has too$' <<<"$out"
g update-ref -d refs/remotes/origin/upper
run --branch own --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --branch own --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --branch own --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --branch own --repository r
check 'commits that another branch has may go' test "$status" -eq 0
run --branch tagged --repository r
check 'commits that nothing else has are kept' bash -c '[ "$1" -eq 3 ] && grep -q "would be lost" <<<"$2"' _ "$status" "$err"
check 'and the branch stays' g rev-parse --verify --quiet tagged
g checkout -q upper
run --branch upper --repository r
check 'a branch that is checked out is refused' test "$status" -eq 3
run --branch main --repository r
check 'main is refused' test "$status" -eq 2
run --branch absent --repository r
check 'a branch that does not exist is refused' test "$status" -eq 3
run --branch done --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository r
check 'the branch is required' test "$status" -eq 2
run --branch --all --repository r
check 'an option is no branch' test "$status" -eq 2
run --branch '$(touch pwned)' --repository r
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
HOME=$PWD/nobody run --branch own --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
