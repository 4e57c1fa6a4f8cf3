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
