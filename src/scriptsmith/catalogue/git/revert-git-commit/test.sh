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
commit a.txt three
commit b.txt three
bad=$(g rev-parse HEAD)

run --repository r --dry-run
check 'a dry run shows the commit' grep -qE "^would revert: ${bad:0:12} \(.*b.txt: three\) on branch main$" <<<"$out"
check 'a dry run changes nothing' test "$(g rev-parse HEAD)" = "$bad"
run --repository r
check 'it succeeds' test "$status" -eq 0
check 'the change is taken back by a new commit' bash -c '[ ! -e r/b.txt ] && [ "$(git -C r rev-parse HEAD^)" = "$1" ]' _ "$bad"
check 'it says so' grep -q "^reverted: ${bad:0:12} " <<<"$out"
run --repository r --commit "${bad:0:10}"
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to revert" <<<"$2"' _ "$status" "$out"
first=$(g rev-parse HEAD~3) now=$(g rev-parse HEAD)
run --repository r --commit "$first"
check 'a commit that conflicts is a failure' test "$status" -eq 1
check 'and nothing is left behind' bash -c '[ "$(git -C r rev-parse HEAD)" = "$1" ] && [ -z "$(git -C r status --porcelain)" ]' _ "$now"
printf 'dirty\n' >r/a.txt
run --repository r
check 'changes that are not committed are kept safe' bash -c '[ "$1" -eq 3 ] && grep -qx dirty r/a.txt' _ "$status"
g checkout -q -- a.txt; g checkout -q -b side HEAD~1; commit c.txt x; side=$(g rev-parse HEAD); g checkout -q main
run --repository r --commit "$side"
check 'a commit of another branch is refused' test "$status" -eq 3
g merge -q --no-edit side
run --repository r
check 'a merge is refused' test "$status" -eq 3
run --repository r --commit 0123456789
check 'a commit that does not exist is refused' test "$status" -eq 3
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository r --commit main
check 'a branch is no commit id' test "$status" -eq 2
run --repository r --commit '$(touch pwned)'
check 'a hostile value is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
first=$(g rev-list --max-parents=0 HEAD) now=$(g rev-parse HEAD)
g rm -q a.txt && g commit -q -m emptied && now=$(g rev-parse HEAD)
run --repository r --commit "$first"
check 'the first commit is refused' test "$status:$(g rev-parse HEAD)" = "3:$now"
check 'and the reason is told' grep -q 'is the first one' <<<"$err"
git clone -q --depth 1 "file://$PWD/r" shallow
for how in --dry-run ""; do
  run --repository shallow $how
  check "the oldest of a shallow clone is refused ($how)" test "$status:$(git -C shallow rev-parse HEAD):$(ls shallow)" = "3:$now:$(ls r)"
  check "and the way out is told ($how)" grep -q 'git fetch --unshallow' <<<"$err"
done
rm -rf s
git init -q -b main s
git -C s commit -q --allow-empty -m start
printf 'x\n' >s/x
git -C s add x && git -C s commit -q -m brought
run --repository s
run --repository s
check 'without an id a second run does not bring it back' bash -c '[ "$1" -eq 0 ] && [ ! -e s/x ] && grep -q "a revert itself" <<<"$2"' _ "$status" "$out"
git -C s rev-parse HEAD >s/.git/CHERRY_PICK_HEAD
run --repository s --commit "$(git -C s rev-parse HEAD)"
check 'in the middle of a cherry-pick it is refused' bash -c '[ "$1" -eq 3 ] && [ ! -e s/x ]' _ "$status"
finish
