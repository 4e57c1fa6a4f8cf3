#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'var/archives/partial' other
head -c 5000 /dev/zero >var/archives/a_1.0_amd64.deb
head -c 240 /dev/zero >var/archives/partial/b_1_all.deb
: >var/archives/lock
echo 0 >.uid
stub id <<<'cat .uid'
stub apt-config <<'EOF'
[ "$*" = 'shell dir Dir::Cache::archives/d' ] || exit 100
[ ! -e .no-config ] || exit 100
echo "dir='$PWD/own/archives/'"
EOF
stub apt-get <<'EOF'
[ "$1 $2 ${*: -1}" = '--quiet --option clean' ] && [ $# -eq 4 ] || exit 100
[ ! -e .locked ] || { echo 'E: Could not get lock' >&2; exit 100; }
dir=${3#Dir::Cache::archives=}
# As pkgAcquire::Clean does: every plain file, whatever it is called.
[ -e .lazy ] || find "$dir" "$dir/partial" -maxdepth 1 -type f ! -name lock -delete
EOF

run --cache var/archives --dry-run
check 'a dry run says what it would do' grep -Eqx "would remove: 2 files, 5\.[12]KB, from $PWD/var/archives" <<<"$out"
check 'a dry run removes nothing' test -e var/archives/a_1.0_amd64.deb
touch .lazy
run --cache var/archives
check 'a cache that stays full is a failure' test "$status" -eq 1
rm .lazy
run --cache var/archives
check 'it succeeds' test "$status" -eq 0
check 'the files are gone' test -z "$(find var -name '*.deb')"
check 'the lock stays' test -e var/archives/lock
check 'the space is told' grep -q '^removed: 2 files, 5' <<<"$out"
run --cache var/archives
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and cleans nothing' test "$(calls '^apt-get' | wc -l)" -eq 2
: >var/archives/c_1_all.deb
touch .locked
run --cache var/archives
check 'a lock is a failure' test "$status" -eq 1
run --cache other
check 'a directory that is no cache is refused' test "$status" -eq 3
cache_of() { rm -rf d; mkdir -p d/archives/partial; : >d/archives/lock; : >d/archives/x_1_all.deb; }
kept() { # PROMISE FILE: refused, and the file is there
  run --cache d/archives
  check "$1" bash -c '[ "$1" -eq 3 ] && [ -e "$2" ]' _ "$status" "$2"
}
rm .locked
cache_of; rm -r d/archives/partial; kept 'a folder called archives without partial is refused' d/archives/x_1_all.deb
cache_of; rm d/archives/lock; kept 'one without lock, that apt does not name, is refused' d/archives/x_1_all.deb
touch .no-config; kept 'also when apt tells none' d/archives/x_1_all.deb; rm .no-config
check 'and that is said' grep -q 'apt-config does not tell' <<<"$err"
for name in ledger-2019.tar.gz notes.txt mine.deb; do
  cache_of; echo precious >"d/archives/$name"; kept "one with another file is refused: $name" "d/archives/$name"
done
check 'the file is named' grep -q 'holds what apt did not put there: mine.deb' <<<"$err"
cache_of; mkdir d/archives/a_1_all.deb; kept 'one with another folder is refused' d/archives/a_1_all.deb
mkdir -p own/archives/partial; : >own/archives/x_1_all.deb
run --cache own/archives
check 'the folder that apt names needs no lock' bash -c '[ "$1" -eq 0 ] && [ ! -e own/archives/x_1_all.deb ]' _ "$status"
cache_of; mkdir 'd/two words' && mv d/archives 'd/two words/'; : >'d/two words/archives/partial/p'
run --cache 'd/two words/archives' --dry-run
check 'a blank in the path does not matter' grep -qx "would remove: 2 files, 0B, from $PWD/d/two words/archives" <<<"$out"
run --cache 'd/two words/archives'
check 'nor when it is cleaned' grep -qx "removed: 2 files, 0B, from $PWD/d/two words/archives" <<<"$out"
run --cache 'd/two words/archives'
check 'nor when there is nothing to do' grep -qx "nothing to do: the cache is empty already: $PWD/d/two words/archives" <<<"$out"
# equivalent mutant 7cd99e0e: find refuses a folder that can be entered and not read, or read and not entered, just so
cache_of
stub find <<<'echo /; exit 1'
run --cache d/archives
check 'a folder that cannot be looked into is not cleaned' test "$status:$(grep -c 'cannot look into' <<<"$err")" = 3:1 -a -e d/archives/x_1_all.deb
rm .stubs/find
run --cache nowhere
check 'a missing directory is refused' test "$status:$(grep -c 'no such directory' <<<"$err")" = 3:1
echo 1000 >.uid
run --cache var/archives
check 'without root it is refused' test "$status" -eq 3
run --cache '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
