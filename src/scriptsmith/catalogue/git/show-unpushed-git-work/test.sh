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
check 'they are counted' grep -qx '1 changed files, 1 new files, 0 commits on 0 branches, 0 stashes exist only here' <<<"$out"
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
git init -q --bare bare.git
run --repository bare.git
check 'a bare repository without commits is clean' test "$status" -eq 0
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository ''
check 'an empty name is refused' test "$status" -eq 2
run --all
check 'an unknown option is refused' test "$status" -eq 2
run --repository '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
finish
