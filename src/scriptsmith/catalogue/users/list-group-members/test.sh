#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nana:x:1001:1001::/:/bin/sh\nbo:x:1002:2000::/:/bin/sh\n' >.passwd
printf 'dev:x:2000:ana,gone,corp,bo\nempty:x:2001:\n' >.group
stub getent <<'EOF'
[ ! -e .broken ] || [ "$1" != passwd ] || exit 1
if [ $# -eq 1 ]; then cat ".$1"; exit; fi
[ "$1 $3" != 'passwd corp' ] || { echo 'corp:x:90000:90000::/:/bin/sh'; exit; }
grep "^$3:" ".$1" || exit 2
EOF

run --group dev
check 'it succeeds' test "$status" -eq 0
check 'a member is listed' grep -qx 'ana (user id 1001)' <<<"$out"
check 'a primary member is listed once' test "$(grep -c '^bo (user id 1002, primary group)$' <<<"$out")" -eq 1
check 'and not again' test "$(grep -c '^bo ' <<<"$out")" -eq 1
check 'a member that is gone is marked' grep -qx 'gone (NO SUCH ACCOUNT)' <<<"$out"
check 'an account of a directory is known' grep -qx 'corp (user id 90000)' <<<"$out"
check 'they are counted' grep -qx '4 members of dev (group id 2000)' <<<"$out"
run --group empty
check 'no member is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^0 members" <<<"$2"' _ "$status" "$out"
run --group ghosts
check 'a missing group is refused' test "$status" -eq 3
touch .broken
run --group dev
check 'unreadable accounts are a failure' test "$status" -eq 1
run
check 'the group is required' test "$status" -eq 2
run --group -s
check 'an option is no group' test "$status" -eq 2
run --group 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --group '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --group dev >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
