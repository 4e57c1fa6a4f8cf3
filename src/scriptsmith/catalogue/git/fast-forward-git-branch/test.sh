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
git clone -q r w
base=$(g rev-parse HEAD)
commit a.txt two
commit b.txt three
tip=$(g rev-parse HEAD)

run --repository w --dry-run
check 'a dry run shows what would come in' bash -c 'grep -q "^would move: main from ${2:0:12} to ${3:0:12}, 2 commits:" <<<"$1" && grep -q "ann: b.txt: three" <<<"$1"' _ "$out" "$base" "$tip"
check 'a dry run leaves the branch' test "$(git -C w rev-parse HEAD)" = "$base"
printf 'dirty\n' >w/a.txt
run --repository w
check 'changes that would be overwritten stop it' bash -c '[ "$1" -eq 1 ] && grep -qx dirty w/a.txt && [ "$(git -C w rev-parse HEAD)" = "$2" ]' _ "$status" "$base"
git -C w checkout -q -- a.txt
run --repository w --branch main
check 'it succeeds' test "$status" -eq 0
check 'the branch is moved' test "$(git -C w rev-parse HEAD)" = "$tip"
check 'the former commit is told' grep -qx "moved: main from $base to ${tip:0:12}, 2 commits" <<<"$out"
check 'files are updated' grep -qx two w/a.txt
run --repository w
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to update" <<<"$2"' _ "$status" "$out"
git -C w commit -q --allow-empty -m own
commit c.txt four
run --repository w
check 'a branch with commits of its own is refused' bash -c '[ "$1" -eq 3 ] && grep -q "1 commits that origin lacks, and lacks 1" <<<"$2"' _ "$status" "$err"
run --repository w --branch other
check 'another branch is refused' test "$status" -eq 3
run --repository w --remote upstream
check 'a remote that does not exist is refused' test "$status" -eq 3
git -C w remote set-url origin "$PWD/gone"
run --repository w
check 'a remote that cannot be reached is a failure' test "$status" -eq 1
git -C w checkout -q --detach
run --repository w
check 'a detached head is refused' test "$status" -eq 3
run --repository w --remote '--upload-pack=touch pwned'
check 'an option is no remote' test "$status" -eq 2
run --repository w --branch '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
