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
git clone -q --bare r bare.git 2>/dev/null

run --repository r
check 'a sound repository is said to be sound' grep -qx "sound: $(pwd -P)/r/.git" <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'objects are counted' grep -qx 'objects: 6 loose, 0 packed, 0 files that are no objects' <<<"$out"
g commit -q --amend -m other
run --repository r
check 'an object that only the reflog knows is no damage' test "$status" -eq 0
run --repository bare.git
check 'a bare repository is taken' test "$status" -eq 0
blob=$(g rev-parse HEAD:a.txt)
mv "r/.git/objects/${blob:0:2}/${blob:2}" kept
run --repository r
check 'a missing object is damage' test "$status" -eq 1
check 'it is named' grep -q "missing blob $blob" <<<"$out"
check 'nobody is told that it is sound' test "$(grep -c '^sound' <<<"$out")" -eq 0
mkdir -p "r/.git/objects/${blob:0:2}"; printf 'garbage' >"r/.git/objects/${blob:0:2}/${blob:2}"
run --repository r
check 'a damaged object is damage' bash -c '[ "$1" -eq 1 ] && grep -q "$3" <<<"$2"' _ "$status" "$out" "$blob"
git init -q -b main odd
git -C odd commit -q --allow-empty -m one
id=$(git -C odd cat-file commit HEAD | sed 's/^author .*/author ann <ann@example.org> 1000000000 +051800/' | git -C odd hash-object -t commit -w --literally --stdin)
git -C odd update-ref refs/heads/main "$id"
run --repository odd
check 'a commit that an old program wrote is no damage of the disk' bash -c '[ "$1" -eq 1 ] && grep -q "badTimezone" <<<"$2" && grep -q "objects are whole" <<<"$3"' _ "$status" "$out" "$err"
git init -q -b main fresh
run --repository fresh
check 'one in which nothing is yet is sound' test "$status:$(grep -c '^note' <<<"$out")" = 0:0
git clone -q --bare odd lost.git 2>/dev/null; rm lost.git/packed-refs
run --repository lost.git
check 'one that lost all its branches and tags is not' bash -c '[ "$1" -eq 1 ] && grep -q "references are lost" <<<"$3" && ! grep -q "^sound" <<<"$2"' _ "$status" "$out" "$err"
git clone -q --bare bare.git head.git 2>/dev/null; git -C head.git symbolic-ref HEAD refs/heads/gone
run --repository head.git
check 'a HEAD without its branch is told' bash -c '[ "$1" -eq 0 ] && grep -qx "note: HEAD points to a branch that is not there: gone" <<<"$2"' _ "$status" "$out"
: >head.git/HEAD; cp -r odd tree; : >tree/.git/HEAD
for it in head.git tree; do
  run --repository $it
  check "an empty HEAD is damage, and no other folder: $it" bash -c '[ "$1" -eq 1 ] && grep -q "has the files of a git repository" <<<"$2"' _ "$status" "$err"
done
real=$(command -v git)
stub git <<EOF
[[ " \$* " != *' rev-parse '* ]] || { echo "fatal: detected dubious ownership in repository at '/x'" >&2; exit 128; }
exec $real "\$@"
EOF
run --repository odd
check 'one of another user is refused, and not called damaged' bash -c '[ "$1" -eq 3 ] && grep -q safe.directory <<<"$2"' _ "$status" "$err"
rm .stubs/git
mkdir -p r/inner && git init -q -b main r/inner
run --repository r/inner
check 'one within another is told apart' grep -qx "sound: $(pwd -P)/r/inner/.git" <<<"$out"
: >r/inner/.git/HEAD
run --repository r/inner
check 'and damaged it is not taken for the one around it' bash -c '[ "$1" -eq 1 ] && grep -q "for a repository, but" <<<"$2"' _ "$status" "$err"
for way in 'kill -9 $$:ended with 137' 'echo "error: inflate: out of memory"; echo "fatal: Out of memory, malloc failed"; exit 128:Out of memory' 'echo "error: unable to open object pack directory: x/pack: Permission denied"; exit 3:Permission denied'; do
  stub git <<<"[[ \" \$* \" != *' fsck '* ]] || { ${way%:*}; }; exec $real \"\$@\""
  run --repository odd
  check "a check that broke off is no damage: ${way##*:}" test "$status:$(grep -c "nothing is known.*" <<<"$err"):$(grep -c "${way##*:}" <<<"$err"):$(grep -c 'is damaged' <<<"$err")" = 1:1:1:0
done
rm .stubs/git
stub timeout <<<'exit 124'
run --repository r --minutes 1
check 'a check that does not finish is no success' bash -c '[ "$1" -eq 1 ] && grep -q "nothing is known" <<<"$2"' _ "$status" "$err"
mkdir plain
GIT_CEILING_DIRECTORIES=$PWD run --repository plain
check 'a directory that is no repository is refused' test "$status" -eq 3
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository r --minutes 0
check 'no time is refused' test "$status" -eq 2
run --repository r --minutes '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
