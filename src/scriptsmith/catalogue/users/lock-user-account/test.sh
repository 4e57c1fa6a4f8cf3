#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nmallory:x:1001:1001::/home/m:/bin/bash\nme:x:1002:1002::/home/me:/bin/bash\nremote:x:5000:5000::/:/bin/sh\nnopass:x:1003:1003::/:/bin/sh\n' >.passwd
printf 'root:*:19000:0:99999:7:::\nmallory:%s:19000:0:99999:7:::\nme:%s:19000:0:99999:7:::\nnopass:!:19000:0:99999:7:::\n' '$6$abc' '$6$me' >.shadow
stub getent <<'EOF'
base=passwd
[ "$1" = -s ] && { shift 2; base=$1; }
grep -- "^${*: -1}:" ".$base" || exit 2
EOF
stub id <<'EOF'
case $1 in -u) cat .uid ;; -un) echo root ;; esac
EOF
echo 0 >.uid
stub usermod <<'EOF'
[ ! -e .broken ] || exit 0
user=${*: -1}
while [ $# -gt 0 ]; do
  case $1 in
    --lock) sed -i "s/^$user:\([^!]\)/$user:!\1/" .shadow ;;
    --unlock) sed -i "s/^$user:!/$user:/" .shadow ;;
    --expiredate) sed -i "s/^\($user:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:\)[^:]*/\1$2/" .shadow; shift ;;
  esac
  shift
done
EOF
export SUDO_USER=me

stub who <<'EOF'
echo 'mallory  pts/3  2024-05-01 03:00 (192.0.2.9)'
EOF
stub ps <<'EOF'
[ "$*" = '-U mallory -o pid=,tty=,args=' ] && [ ! -e .gone ] && printf '4711 ?  sshd: mallory@notty\n4712 ?  sleep 9\n'
EOF
cp .shadow .first

run --user mallory --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would lock: .*mallory' <<<"$out"
check 'a dry run changes nothing' cmp .shadow .first

run --user mallory
check 'it succeeds' test "$status" -eq 0
check 'the password is locked' grep -q '^mallory:!\$6\$abc:' .shadow
check 'that its cron jobs end is told' grep -qx 'locked: mallory (former expiry date: never); cron runs no job of it any more' <<<"$out"
check 'the account has expired' grep -q '^mallory:.*:7::1:$' .shadow
check 'an open session is pointed out' grep -q 'pts/3' <<<"$err"
check 'what runs without a terminal too' bash -c 'grep -q "^warning: 2 processes of mallory still run" <<<"$1" && grep -q "sshd: mallory@notty" <<<"$1"' _ "$err"
check 'the undo is told' grep -qx "undo: usermod --unlock --expiredate '' mallory" <<<"$out"
check 'other accounts stay' test "$(diff .first .shadow | grep -c '^>')" -eq 1
run --user mallory
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls '^usermod' | wc -l)" -eq 1
sed -i 's/^mallory:.*/mallory:$6$abc:19000:0:99999:7::30000:/' .shadow
run --user mallory
check 'a former expiry date is told' grep -q 'former expiry date: 2052-02-20' <<<"$out"
check 'and given back by the undo' grep -qx "undo: usermod --unlock --expiredate '2052-02-20' mallory" <<<"$out"
run --user nopass
check 'of an account without a password the undo unlocks none' grep -qx "undo: usermod --expiredate '' nopass" <<<"$out"
check 'and of one that runs nothing no process is told' test -z "$(grep processes <<<"$err")"
mv .stubs/ps .ps; mkdir few; for tool in bash env getent usermod id date who awk cut grep sed tr cat wc; do ln -s "$(command -v "$tool")" few/ 2>/dev/null; done
PATH=few run --user mallory
check 'that nobody looked is told' grep -q '^note: ps is not installed' <<<"$err"
mv .ps .stubs/ps

run --user root
check 'root is refused' test "$status" -eq 3
run --user me
check 'the own account is refused' test "$status" -eq 3
run --user ghost
check 'a missing user is refused' test "$status" -eq 3
run --user remote
check 'an account of a directory is refused' test "$status" -eq 3
touch .broken
cp .first .shadow
run --user mallory
check 'a lock without effect is a failure' test "$status" -eq 1
echo 1000 >.uid
run --user mallory
check 'without root it is refused' test "$status" -eq 3
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --user --root
check 'an option is no user' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
