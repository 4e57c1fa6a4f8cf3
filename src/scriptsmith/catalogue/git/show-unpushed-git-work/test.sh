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
w() { git -C w "$@"; }
printf 'edited\n' >w/a.txt
printf 'new\n' >'w/new file'

run --repository w
check 'a changed file is shown' grep -qx 'file:  M a.txt' <<<"$out"
check 'work that would be lost gives a status of 1' test "$status" -eq 1
check 'a new file is shown' grep -qx 'file: ?? new file' <<<"$out"
check 'they are counted' grep -qx '1 changed files, 1 new files, 0 commits on 0 branches, 0 stashes exist only here, by what the last fetch knew of the remotes' <<<"$out"
check 'the checkout is named' grep -qx "checkout: $(pwd -P)/w" <<<"$out"
w stash -q -u
run --repository w
check 'a stash is shown' bash -c '[ "$1" -eq 1 ] && grep -q "^stash: stash@{0}: " <<<"$2"' _ "$status" "$out"
w stash drop -q
run --repository w
check 'a clean checkout is a success' bash -c '[ "$1" -eq 0 ] && grep -q "^0 changed files, 0 new files, 0 commits" <<<"$2"' _ "$status" "$out"
w checkout -q -b fix
w commit -q --allow-empty -m 'local fix'
w checkout -q main
run --repository w
check 'a commit on a branch that is not checked out is found' grep -qE '^branch fix: 1 commits on no remote, the last: [0-9-]+ ann: local fix$' <<<"$out"
w branch -q -D fix; w checkout -q --detach; w commit -q --allow-empty -m lost
run --repository w
check 'a commit on no branch is found' grep -q '^branch HEAD: 1 commits' <<<"$out"
printf 'x\n' >$'w/a\033[31m'
run --repository w
check 'an escape sequence in a name is quoted' test "$(tr -cd '\033' <<<"$out" | wc -c)" -eq 0
rm w/a$'\033'*
w checkout -q main
w update-index --assume-unchanged a.txt; printf 'by hand\n' >w/a.txt
run --repository w
check 'a file that git was told to overlook is told, and no success' bash -c '[ "$1" -eq 1 ] && grep -qx "overlooked: a.txt" <<<"$2" && grep -qx "1 files that git was told to overlook" <<<"$2"' _ "$status" "$out"
w update-index --no-assume-unchanged a.txt; w checkout -q a.txt; w update-index --skip-worktree a.txt
run --repository w
check 'in whatever way' test "$status:$(grep -c '^overlooked' <<<"$out")" = 1:1
rm w/a.txt
run --repository w
check 'one that is left out is not there to be lost' test "$status" -eq 0
w update-index --no-skip-worktree a.txt; w checkout -q a.txt
printf 'secret*\nbuilt\n' >w/.git/info/exclude; mkdir w/built; printf 'x\n' | tee w/built/a w/built/b >w/secret.env
run --repository w
check 'ignored files are counted and not judged' bash -c '[ "$1" -eq 0 ] && grep -qx "not judged: 2 ignored files or folders" <<<"$2"' _ "$status" "$out"
run --repository w/built
check 'a folder that its checkout ignores is refused' bash -c '[ "$1" -eq 3 ] && grep -q "ignores, so nothing is known of it" <<<"$2"' _ "$status" "$err"
g checkout -q -b release; commit r.txt x; g tag v1; g checkout -q main; g branch -q -D release
w fetch -q --tags
run --repository w
check 'commits that only a tag leads to may be pushed' bash -c '[ "$1" -eq 1 ] && grep -q "^tag v1: 1 commits on no branch, here or of a remote" <<<"$2" && grep -q ", 0 commits on 0 branches (and 1 on tags, which may be pushed), " <<<"$2"' _ "$status" "$out"
git clone -q --no-tags r x; git -C x worktree add -q --detach ../linked; git -C linked commit -q --allow-empty -m apart
run --repository x
check 'a commit that only another working tree leads to counts' bash -c '[ "$1" -eq 1 ] && grep -q "^branch $3: 1 commits on no remote, .* apart$" <<<"$2" && grep -q " 1 commits on 1 branches, 0 stashes" <<<"$2"' _ "$status" "$out" "$(git -C linked rev-parse HEAD)"
check 'and that its files were not looked at is told' grep -qx "not looked at, a working tree of its own: $(pwd -P)/linked" <<<"$out"
git -C linked checkout -q --detach main; rm x/.git/refs/heads/main
git -C x checkout -q -B main origin/main
run --repository x
check 'one with nothing of its own is no loss' test "$status:$(grep -c '^branch' <<<"$out"):$(grep -c '^not looked at' <<<"$out")" = 0:0:1
git -C x -c protocol.file.allow=always submodule --quiet add "$PWD/r" part && git -C x commit -q -m part && git -C x push -q origin main:other
run --repository x
check 'a submodule is not looked into, and that is told' grep -qx 'not looked into: 1 submodules, which have branches and stashes of their own' <<<"$out"
check 'which is no loss by itself' test "$status" -eq 0
printf '%040d\n' 7 >x/.git/refs/stash
run --repository x
check 'a stash that cannot be read is no success' test "$status:$(grep -c 'the stashes cannot be listed' <<<"$err")" = 1:1
git init -q --bare bare.git
run --repository bare.git
check 'a bare repository without commits is clean' test "$status" -eq 0
git clone -q --bare r hub/.bare && printf 'gitdir: ./.bare\n' >hub/.git
git -C hub worktree add -q ../hub/main main && git -C hub worktree add -q --detach ../hub/hot && git -C hub/hot commit -q --allow-empty -m apart
printf 'edited\n' >hub/main/a.txt
run --repository hub
check 'where a bare repository has working trees no file was looked at, which is no success' test "$status:$(grep -c "no file was looked at, for ./hub lies in no working tree" <<<"$err")" = 1:1
check 'they are named' test "$(grep -c '^not looked at, a working tree of its own: .*/hub/\(main\|hot\)$' <<<"$out")" -eq 2
check 'and what only their HEADs lead to is found' grep -q ' commits on no remote, .* apart$' <<<"$out"
git -C hub config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*' && git -C hub fetch -q && git -C hub/hot reset -q --hard HEAD~1
run --repository hub
check 'though no commit is only here' test "$status:$(grep -c '^0 changed files, 0 new files, 0 commits' <<<"$out")" = 1:1
run --repository w/.git
check 'so is the repository of a checkout, without its files' test "$status:$(grep -c 'no file was looked at' <<<"$err")" = 1:1
git clone -q r y; git -C y commit -q --allow-empty -m gone; git -C y reset -q --hard HEAD~1
for text in two three; do printf '%s\n' $text >y/a.txt; git -C y stash -q; done
run --repository y
check 'commits that only the reflog leads to are told, and stashes are none of them' test "$(grep -c '^not judged: 1 commits that only the reflog leads to' <<<"$out"):$(grep -c '^stash: ' <<<"$out")" = 1:2
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository ''
check 'an empty name is refused' test "$status" -eq 2
run --all
check 'an unknown option is refused' test "$status" -eq 2
run --repository '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
