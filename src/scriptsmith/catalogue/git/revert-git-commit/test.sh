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
check 'it says so, and that it is not pushed' grep -qE "^reverted: ${bad:0:12} .* on branch main, not pushed, formerly at " <<<"$out"
run --repository r --commit "${bad:0:10}"
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to revert" <<<"$2"' _ "$status" "$out"
first=$(g rev-parse HEAD~3) now=$(g rev-parse HEAD)
run --repository r --commit "$first"
check 'a commit that conflicts is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "nothing changed" <<<"$2"' _ "$status" "$err"
check 'and nothing is left behind' bash -c '[ "$(git -C r rev-parse HEAD)" = "$1" ] && [ -z "$(git -C r status --porcelain)" ]' _ "$now"
real=$(command -v git)
stub git <<EOF
[[ " \$* " != *' revert --abort '* ]] || { echo 'fatal: unable to write new index file' >&2; exit 128; }
exec $real "\$@"
EOF
run --repository r --commit "$first"
check 'one that cannot be abandoned is told' bash -c '[ "$1" -eq 1 ] && grep -q "could not be abandoned" <<<"$2"' _ "$status" "$err"
stub git <<EOF
[[ " \$* " != *' revert --no-edit '* ]] || exit 0
exec $real "\$@"
EOF
g revert --abort
run --repository r --commit "$first"
check 'a revert that makes no commit is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "no new commit was made" <<<"$2"' _ "$status" "$err"
rm .stubs/git
touch -d '1 hour ago' r/a.txt; before=$(cksum <r/.git/index)
run --repository r --commit "$first" --dry-run
check 'looking writes nothing' test "$(cksum <r/.git/index)" = "$before"
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
check 'a commit that does not exist is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such commit" <<<"$2"' _ "$status" "$err"
GIT_COMMITTER_NAME='' run --repository r --commit "$side" --dry-run
check 'a commit of nobody is refused' bash -c '[ "$1" -eq 3 ] && grep -q "who you are" <<<"$2"' _ "$status" "$err"
git clone -q --bare r bare.git
run --repository bare.git --commit "$side"
check 'a bare repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "a bare repository" <<<"$2"' _ "$status" "$err"
git init -q -b main fresh
run --repository fresh
check 'a branch without a commit is refused' bash -c '[ "$1" -eq 3 ] && grep -q "has no commit" <<<"$2"' _ "$status" "$err"
git clone -q r loose && git -C loose checkout -q --detach
run --repository loose --commit "$side"
check 'a detached head is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no branch is checked out" <<<"$2"' _ "$status" "$err"
run --commit "$side" --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --commit "$side" --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --commit "$side" --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
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
HOME=$PWD/nobody run --commit 360345f54572bf81ae81d7a63bb5411f0456504d --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
