#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'var/archives/partial' other
head -c 5000 /dev/zero >var/archives/a_1.0_amd64.deb
head -c 240 /dev/zero >var/archives/partial/b.deb
: >var/archives/lock
echo 0 >.uid
stub id <<<'cat .uid'
stub apt-get <<'EOF'
[ "$1 $2 ${*: -1}" = '--quiet --option clean' ] && [ $# -eq 4 ] || exit 100
[ ! -e .locked ] || { echo 'E: Could not get lock' >&2; exit 100; }
dir=${3#Dir::Cache::archives=}
[ -e .lazy ] || rm -f "$dir"/*.deb "$dir"/partial/*
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
: >var/archives/c.deb
touch .locked
run --cache var/archives
check 'a lock is a failure' test "$status" -eq 1
run --cache other
check 'a directory that is no cache is refused' test "$status" -eq 3
run --cache nowhere
check 'a missing directory is refused' test "$status" -eq 3
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
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
