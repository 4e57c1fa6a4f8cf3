#!/usr/bin/env bash
. "$HARNESS"

printf 'ana:x:1001:1001::/home/ana:/bin/bash\n' >.passwd
printf 'dev:x:2000:ana\ndocker:x:2001:\nstuck:x:2002:\n' >.group
printf 'lee:x:90001:90001::/home/lee:/bin/bash\n' >.directory
printf 'corp:x:90000:\n' >.remote
stub getent <<'EOF'
if [ "$1" = -s ]; then shift 2; else case $1 in group) cat=.remote ;; passwd) cat=.directory ;; esac; fi
cat ".$1" ${cat:-} | grep "^${*: -1}:" || exit 2
EOF
echo 0 >.uid
stub id <<'EOF'
[ "$1" != -u ] || { cat .uid; exit; }
[ "$1 $2" = '-nG --' ] || exit 1
echo "$3 $(grep -E "[:,]$3(,|$)" .group | cut -d: -f1 | tr '\n' ' ')" | sed 's/ $//'
[ ! -e .nameless ] || { echo "id: cannot find name for group ID 4711" >&2; exit 1; }
EOF
stub usermod <<'EOF'
[ "$1 $2" = '--append --groups' ] && [ $# -eq 4 ] || exit 2
[ "$3" = stuck ] || sed -i "s/^\($3:[^:]*:[^:]*:\)$/\1$4/; t; s/^$3:.*/&,$4/" .group
EOF
stub gpasswd <<'EOF'
[ "$1" = --add ] && [ $# -eq 3 ] || exit 2
sed -i "s/^\($3:[^:]*:[^:]*:\)$/\1$2/; t; s/^$3:.*/&,$2/" .group
EOF
run --user lee --group dev
check 'an account of a directory service is added, too' test "$status:$(grep -c '^dev:x:2000:ana,lee$' .group):$(calls '^usermod')" = 0:1:
sed -i 's/,lee$//' .group; : >"$STUB_LOG"
cp .group .first

run --user ana --group docker --dry-run
check 'a dry run says what it would do' grep -qx 'would add: ana to group docker (now: ana dev)' <<<"$out"
check 'a dry run changes nothing' cmp .group .first
check 'the power of a group is pointed out' grep -q 'can become root' <<<"$err"
run --user ana --group docker
check 'it succeeds' test "$status" -eq 0
check 'a service does not see it before it is restarted, and that is said' grep -qx 'added: ana to group docker; it counts from the next login, and for a service from its next restart' <<<"$out"
check 'the user is a member' grep -qx 'docker:x:2001:ana' .group
check 'the other groups stay' grep -qx 'dev:x:2000:ana' .group
run --user ana --group docker
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
touch .nameless; run --user ana --group docker; rm .nameless
check 'also where another group of the user has no name' test "$status:$(grep -c '^nothing to do' <<<"$out")" = 0:1
check 'and changes nothing' test "$(calls '^usermod' | wc -l)" -eq 1
run --user ana --group dev
check 'an ordinary group has no warning' test -z "$err"
run --user ana --group stuck
check 'a change without effect is a failure' test "$status" -eq 1
run --user ana --group corp
check 'a group of a directory is refused' grep -q 'directory service' <<<"$err"
run --user ana --group ghosts
check 'a missing group is refused' test "$status" -eq 3
run --user ghost --group dev
check 'a missing user is refused' test "$status" -eq 3
echo 1000 >.uid
run --user ana --group stuck
check 'without root it is refused' test "$status" -eq 3
run --user ana
check 'the group is required' test "$status" -eq 2
run --user ana --group dev,docker
check 'a list is no group' test "$status" -eq 2
run --user ana --group 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user ana --group '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
