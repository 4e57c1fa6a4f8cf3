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
check 'changes that would be overwritten stop it' bash -c '[ "$1" -eq 1 ] && grep -qx dirty w/a.txt && [ "$(git -C w rev-parse HEAD)" = "$2" ] && grep -q "could not be moved" <<<"$3"' _ "$status" "$base" "$err"
git -C w checkout -q -- a.txt
real=$(command -v git)
broken() { # WORDS COMMAND: a git that only does COMMAND where WORDS are among its arguments
  stub git <<EOF
[[ " \$* " != *' $1 '* ]] || $2
exec $real "\$@"
EOF
}
broken 'merge --quiet --ff-only' 'exit 0'
run --repository w
check 'a branch that stays where it was is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "not where it should be" <<<"$2"' _ "$status" "$err"
rm .stubs/git; rm w/.git/FETCH_HEAD
broken 'fetch --quiet' 'exit 0'
run --repository w
check 'a fetch that brings nothing is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "brought no commit" <<<"$2"' _ "$status" "$err"
rm .stubs/git
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
# A checkout whose key or program for SSH is configured.
mkdir tools
printf '#!/bin/sh\necho "$0 $*" >>"%s/asked"\nfor last; do :; done\nexec sh -c "$last"\n' "$PWD" >tools/wrapper
chmod +x tools/wrapper && cp tools/wrapper tools/ssh
git clone -q r k
commit d.txt five
git -C k remote set-url origin "ssh://git@forge.example$PWD/r"
git -C k config ssh.variant ssh
git -C k config core.sshCommand "$PWD/tools/wrapper -i key"
run --repository k
check 'a program for SSH that the checkout names is used' test "$status:$(git -C k rev-parse HEAD):$(grep -c '/wrapper -i key ' asked)" = "0:$(g rev-parse HEAD):1"
commit d.txt seven
git -C k config --unset core.sshCommand
PATH=$PWD/tools:$PATH run --repository k
check 'without one it is ssh, and nobody is asked for a password' test "$status:$(git -C k rev-parse HEAD):$(grep -c '/ssh -oBatchMode=yes ' asked)" = "0:$(g rev-parse HEAD):1"
commit d.txt eight
GIT_SSH=$PWD/tools/wrapper run --repository k
check 'one in the environment counts' test "$status:$(git -C k rev-parse HEAD):$(grep -c '/wrapper ' asked)" = "0:$(g rev-parse HEAD):2"
git clone -q r full
run --repository "$PWD/full" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
git clone -q --bare r bare.git
run --repository bare.git
check 'a bare repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "a bare repository" <<<"$2"' _ "$status" "$err"
git init -q -b main fresh && git -C fresh remote add origin "$PWD/r"
run --repository fresh
check 'a branch without a commit is refused' bash -c '[ "$1" -eq 3 ] && grep -q "has no commit" <<<"$2"' _ "$status" "$err"
git -C w remote set-url origin "$PWD/gone"
run --repository w
check 'a remote that cannot be reached is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not fetch branch main from origin" <<<"$2"' _ "$status" "$err"
for option in --remote --branch; do
  run --repository w $option ''
  check "an empty name is refused: $option" bash -c '[ "$1" -eq 2 ] && grep -q -e "$3 is required" <<<"$2"' _ "$status" "$err" "$option"
done
git -C w checkout -q --detach
run --repository w
check 'a detached head is refused' test "$status" -eq 3
run --repository w --remote '--upload-pack=touch pwned'
check 'an option is no remote' test "$status" -eq 2
run --repository w --branch '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
