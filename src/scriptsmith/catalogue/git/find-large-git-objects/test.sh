#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
head -c 300000 /dev/zero >r/'big file.bin'
commit a.txt one
g rm -q 'big file.bin'
head -c 9000 /dev/zero >r/mid.bin
commit b.txt two

run --repository r
check 'a file that was deleted is found, largest first' grep -qE '^ +293 kB .* [0-9a-f]{12}  big file.bin$' <<<"$(head -n 1 <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'smaller ones follow' grep -qE '^ +9 kB .*  mid.bin$' <<<"$(sed -n 2p <<<"$out")"
check 'all are counted' grep -q '^4 of 4 files shown' <<<"$out"
check 'the size on disk is told' grep -qE '^ +293 kB +[1-9] kB on disk' <<<"$out"
check 'of a whole repository nothing more is said' test -z "$err"
check 'and of what nothing leads to' test -z "$(grep -e besides -e only <<<"$out")"
cp -r r undone; u() { git -C undone "$@"; }
head -c 500000 /dev/urandom >undone/'the dump.sql'; u add -A; u commit -q -m dump; u reset -q --hard HEAD~1
head -c 400000 /dev/urandom >undone/a.txt; u stash -q; echo x >undone/a.txt; u stash -q
head -c 200000 /dev/urandom >undone/staged.bin; u add staged.bin
run --repository undone
check 'a commit that was reset is found, an older stash and what is staged too' test "$(sed -n 's/^ *[0-9]* kB *\([0-9]* kB on disk  \)[0-9a-f]*  /\1/p' <<<"$out" | sed -n '1,2p;4p')" = '489 kB on disk  the dump.sql  (only in the reflog, an older stash or the index)
391 kB on disk  a.txt  (only in the reflog, an older stash or the index)
196 kB on disk  staged.bin  (only in the reflog, an older stash or the index)'
check 'and counted, with nothing besides' test "$(grep -c '^8 of 8 files shown' <<<"$out"):$(grep -c besides <<<"$out")" = 1:0
u reset -q --hard; u checkout -q HEAD~1 -- 'big file.bin'; u commit -q -m again; u reset -q --hard HEAD~1
u tag kept "$(u reflog --format='%h %s' | sed -n 's/ dump$//p' | head -n 1)"
run --repository undone
check 'what a tag holds is not marked' grep -q '  the dump.sql$' <<<"$out"
check 'nor what an older commit holds, and it is listed once' test "$(grep 'big file' <<<"$out" | grep -c '  big file.bin$'):$(grep -c 'big file' <<<"$out")" = 1:1
u tag -d kept >/dev/null; u stash clear; u reflog expire --expire=now --all
mkdir -p undone/.git/lfs/objects; head -c 100000 /dev/urandom >undone/.git/lfs/objects/big; head -c 70000 /dev/urandom >undone/.git/objects/pack/tmp_pack_x
run --repository undone
check 'what nothing leads to is told' grep -Eqx 'besides: [4-6] files, 1[01][0-9][0-9] kB on disk, to which nothing leads any more; git gc drops such two weeks after they came' <<<"$out"
check 'so are remains of broken runs, and Git LFS' test "$(grep -cE '^besides: (6[89]|7[0-9]) kB of remains of broken git runs' <<<"$out"):$(grep -cE '^besides: 1[0-9][0-9] kB in the store of Git LFS$' <<<"$out")" = 1:1
git clone -q --shared r borrows
run --repository borrows
check 'that files are borrowed is told' test "$status:$(grep -c '^note: this repository borrows' <<<"$out")" = 0:1
git clone -q --depth 1 "file://$PWD/r" shallow
run --repository shallow
check 'that a shallow clone has no more than its last commits is told' bash -c '[ "$1" -eq 0 ] && ! grep -q "big file" <<<"$2" && grep -q "^note: this is a shallow clone" <<<"$3"' _ "$status" "$out" "$err"
git init -q partial; git -C partial config remote.origin.promisor true
run --repository partial
check 'a partial clone is refused' test "$status:$(grep -c 'is a partial clone' <<<"$err")" = 3:1
run --repository r --limit 1
check 'the list can be shortened' grep -q '^1 of 4 files shown' <<<"$out"
git init -q empty
run --repository empty
check 'an empty repository is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 of 0 files" <<<"$2"' _ "$status" "$out"
mkdir plain && git init -q --bare bare.git
run --repository bare.git
check 'a bare repository is taken' test "$status" -eq 0
GIT_CEILING_DIRECTORIES=$PWD run --repository plain
check 'a directory that is no repository is refused' test "$status" -eq 3
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository r --limit 0
check 'none to show is refused' test "$status" -eq 2
run --repository '--upload-pack=touch pwned'
check 'an option is no repository' test "$status" -eq 3
run --repository '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
