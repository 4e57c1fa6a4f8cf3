#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nana:x:1001:1001::/:/bin/sh\nkeys:x:1002:1002::/:/bin/sh\nopen:x:1003:1003::/:/bin/sh\nstuck:x:1004:1004::/:/bin/sh\nremote:x:9000:9000::/:/bin/sh\n' >.passwd
printf 'root:$6$r:19000:0:99999:7:::\nana:$6$secret:19000:0:99999:7:::\nkeys:!:19000:0:99999:7:::\nopen::19000:0:99999:7:::\nstuck:$6$x:18000:0:99999:7:::\n' >.shadow
stub getent <<'EOF'
[ "$1" != -s ] || shift 2
grep "^${*: -1}:" ".$1" || exit 2
EOF
echo 0 >.uid
stub id <<<'cat .uid'
stub passwd <<'EOF'
[ "$1" = --expire ] && [ $# -eq 2 ] || exit 2
[ "$2" = stuck ] || sed -i "s/^\($2:[^:]*:\)[^:]*/\10/" .shadow
echo 'passwd: password expiry information changed.'
EOF
cp .shadow .first

run --user ana --dry-run
check 'a dry run says what it would do' grep -qx 'would expire: the password of ana (last changed: 2022-01-08)' <<<"$out"
check 'a dry run changes nothing' cmp .shadow .first
check 'and tells what jobs it breaks' grep -q 'cron runs no job of ana' <<<"$err"
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'the password is expired' grep -qx 'ana:$6$secret:0:0:99999:7:::' .shadow
check 'that it shuts nobody out is told' grep -q '^note: whoever knows the password of ana can still log in once' <<<"$err"
check 'the former day is told' grep -q '(last changed: 2022-01-08)' <<<"$out"
check 'the hash is not shown' test -z "$(grep secret <<<"$out$err")"
check 'other accounts stay' test "$(diff .first .shadow | grep -c '^>')" -eq 1
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and still tells that it shuts nobody out' grep -q 'can still log in once' <<<"$err"
check 'and changes nothing' test "$(calls '^passwd' | wc -l)" -eq 1
run --user stuck
check 'a change without effect is a failure' test "$status" -eq 1
run --user root
check 'root is refused' test "$status" -eq 3
run --user keys
check 'an account without a password is refused' test "$status" -eq 3
run --user open
check 'an open account is refused, and told' grep -q 'no password at all' <<<"$err"
run --user remote
check 'an account of a directory is refused' test "$status" -eq 3
echo 1000 >.uid
run --user ana
check 'without root it is refused' test "$status" -eq 3
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
