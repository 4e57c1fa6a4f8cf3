#!/usr/bin/env bash
. "$HARNESS"

printf 'ana:x:1001:1001::/:/bin/sh\nlate:x:1002:1002::/:/bin/bash\nsoon:x:1003:1003::/:/bin/sh\nzero:x:1004:1004::/:/bin/sh\ntemp:x:1005:1005::/:/bin/sh\nsvc:x:10:10::/:/usr/sbin/nologin\n' >.passwd
printf 'remote:x:9000:9000::/:/bin/sh\n' >.remote
stub getent <<'EOF'
if [ "$1" = -s ]; then shift 2; else more=.remote; fi
if [ $# -eq 1 ]; then cat .passwd; else cat .passwd ${more:-} | grep "^$3:" || exit 2; fi
EOF
stub chage <<'EOF'
[ "$1" = --list ] && [ $# -eq 2 ] && [ ! -e .broken ] || exit 1
change='Jan 08, 2022' expires=never ends=never
case $2 in
  late) expires=$(date -u -d '10 days ago' '+%b %d, %Y') ;;
  soon) expires=$(date -u -d '10 days' '+%b %d, %Y') ;;
  today) expires=$(date -u '+%b %d, %Y') ;;
  yesterday) expires=$(date -u -d '1 day ago' '+%b %d, %Y') ;;
  ended) ends=$(date -u '+%b %d, %Y') ;;
  zero) change='password must be changed' expires=$change ;;
  temp) ends=$(date -u -d '100 days' '+%b %d, %Y') ;;
esac
printf 'Last password change\t\t\t\t\t: %s\n' "$change"
printf 'Password expires\t\t\t\t\t: %s\n' "$expires"
printf 'Password inactive\t\t\t\t\t: never\nAccount expires\t\t\t\t\t\t: %s\n' "$ends"
printf 'Minimum number of days between password change\t\t: 0\n'
EOF
echo 0 >.uid
stub id <<<'cat .uid'

run --user ana
check 'a password that does not expire is fine' test "$status" -eq 0
check 'of one account nothing is left out' test -z "$(grep 'not looked at' <<<"$out")"
check 'the last change is shown' grep -Eq '^ana +changed 2022-01-08; expires never; account ends never$' <<<"$out"
run
check 'one that expired is a failure' test "$status" -eq 1
check 'and is marked' grep -Eq '^late .*EXPIRED 10 days ago' <<<"$out"
check 'one that expires soon is marked' grep -Eq '^soon .*SOON: 10 days left' <<<"$out"
check 'a forced change is marked' grep -Eq '^zero +changed not recorded; expires MUST BE CHANGED' <<<"$out"
check 'the end of an account is shown' grep -Eq '^temp .*account ends [0-9-]{10}$' <<<"$out"
check 'service accounts are left out' test -z "$(grep '^svc' <<<"$out")"
check 'and that is said' grep -q '^not looked at: those without a login shell' <<<"$out"
check 'it counts' grep -qx '5 accounts looked at, 3 expired or within 14 days of it' <<<"$out"
run --days 5
check 'the number of days counts' grep -q ', 2 expired or within 5 days' <<<"$out"
for each in today yesterday ended; do printf '%s:x:1009:1009::/:/bin/sh\n' $each >>.passwd; done
run --user today
check 'on its last day a password still holds' grep -Eq ' expires [0-9-]{10}, SOON: 0 days left; account ends never$' <<<"$out"
run --user yesterday
check 'on the next it does not' grep -q 'EXPIRED 1 days ago; account ends never' <<<"$out"
run --user ended
check 'an account ends on the day itself' grep -Eq 'account ends [0-9-]{10}, EXPIRED 0 days ago$' <<<"$out"
run --user remote
check 'an account of a directory is refused' test "$status" -eq 3
run --user ghost
check 'a missing user is refused' test "$status" -eq 3
touch .broken
run --user ana
check 'ages that cannot be read are a failure' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --days '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
