#!/usr/bin/env bash
. "$HARNESS"

printf 'ana:x:1001:1001::/home/ana:/bin/bash\nbo:x:1002:1002::/home/bo:/bin/bash\n' >.passwd
printf 'ana:x:1001:\ndev:x:2000:ana,bo\nsudo:x:27:ana\nstuck:x:2002:ana\nanas:x:2003:anabel,bo\n' >.group
printf 'corp:x:90000:ana\n' >.remote
stub getent <<'EOF'
if [ "$1" = -s ]; then shift 2; else [ "$1" != group ] || cat=.remote; fi
cat ".$1" ${cat:-} | grep "^${*: -1}:" || exit 2
EOF
echo 0 >.uid
stub id <<<'cat .uid'
stub pgrep <<<'echo 3'
stub gpasswd <<'EOF'
[ "$1" = --delete ] && [ $# -eq 3 ] || exit 2
echo "Removing user $2 from group $3"
[ "$3" = stuck ] || sed -i "/^$3:/{s/:$2,/:/;s/,$2\b//;s/:$2$/:/}" .group
EOF
cp .group .first

run --user ana --group dev --dry-run
check 'a dry run says what it would do' grep -qx 'would remove: ana from group dev (members: ana,bo)' <<<"$out"
check 'a dry run changes nothing' cmp .group .first
run --user ana --group dev
check 'it succeeds' test "$status" -eq 0
check 'the user is out, others stay' grep -qx 'dev:x:2000:bo' .group
check 'no other group changes' test "$(diff .first .group | grep -c '^>')" -eq 1
check 'what still runs is pointed out' grep -q '3 processes of ana' <<<"$err"
run --user ana --group dev
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
run --user ana --group anas
check 'a similar name is no member' grep -q '^nothing to do' <<<"$out"
run --user ana --group sudo
check 'the last administrator stays' test "$status" -eq 3
run --user ana --group ana
check 'the primary group is refused' grep -q 'primary group' <<<"$err"
run --user ana --group stuck
check 'a change without effect is a failure' test "$status" -eq 1
run --user ana --group corp
check 'a group of a directory is refused' test "$status" -eq 3
run --user ghost --group dev
check 'a missing user is refused' test "$status" -eq 3
echo 1000 >.uid
run --user bo --group dev
check 'without root it is refused' test "$status" -eq 3
run --user ana
check 'the group is required' test "$status" -eq 2
run --user ana --group 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user ana --group '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
