#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nmallory:x:1001:1001::/home/m:/bin/bash\nme:x:1002:1002::/home/me:/bin/bash\nremote:x:5000:5000::/:/bin/sh\nnopass:x:1003:1003::/:/bin/sh\n' >.passwd
printf 'root:*:19000:0:99999:7:::\nmallory:%s:19000:0:99999:7:::\nme:%s:19000:0:99999:7:::\nnopass:!:19000:0:99999:7:::\n' '$6$abc' '$6$me' >.shadow
stub getent <<'EOF'
base=passwd
[ "$1" = -s ] && { shift 2; base=$1; }
[ ! -e .torn ] || [ "$base" != shadow ] || ! grep -q '^usermod' "$STUB_LOG" || exit 2
grep -- "^${*: -1}:" ".$base" || exit 2
EOF
stub id <<'EOF'
case $1 in -u) cat .uid ;; -un) echo root ;; esac
EOF
echo 0 >.uid
stub usermod <<'EOF'
[ ! -e .broken ] || exit 0
[ ! -e .refuses ] || { echo 'usermod: cannot lock /etc/passwd; try again later.' >&2; exit 1; }
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

sed -i 's/^mallory:.*/mallory:!$6$abc:19000:0:99999:7::1:/; s/^nopass:.*/nopass:!:19000:0:99999:7::1:/' .shadow
cp .shadow .first

run --user mallory --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would unlock: mallory (usermod --unlock --expiredate' <<<"$out"
check 'since when it is expired is told' grep -qx 'expired since: 1970-01-02' <<<"$out"
check 'a dry run changes nothing' cmp .shadow .first
check 'that a date before the lock is not known is told' grep -q '^note: the expiry of mallory was a lock' <<<"$err"

run --user mallory
check 'it succeeds' test "$status" -eq 0
check 'the password counts again and the expiry is gone' grep -q '^mallory:\$6\$abc:19000:0:99999:7:::$' .shadow
check 'other accounts stay' test "$(diff .first .shadow | grep -c '^>')" -eq 1
run --user mallory
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls '^usermod' | wc -l)" -eq 1
check 'of a password that counts nothing is noted' test "$(grep -c 'no usable password' <<<"$err")" -eq 0
printf 'open:x:1004:1004::/:/bin/sh\n' >>.passwd; printf 'open::19000:0:99999:7:::\n' >>.shadow
for each in root nopass open; do
  run --user "$each" --dry-run
  check "that there is no usable password is told: $each" grep -q "^note: $each has no usable password" <<<"$err"
done

sed -i 's/^open:.*/open::19000:0:99999:7::19500:/' .shadow
run --user open --dry-run
check 'not of one that expired on a day' test "$(grep -c '^expired since: 2023-05-23' <<<"$out"):$(grep -c 'was a lock' <<<"$err")" = 1:0
run --user nopass
check 'an account without a password gets none' test -z "$(calls 'usermod .*--unlock .*nopass')"
check 'but is no longer expired' grep -q '^nopass:!:19000:0:99999:7:::$' .shadow
sed -i 's/^mallory:.*/mallory:!$6$abc:19000:0:99999:7::90000:/' .shadow
run --user mallory
check 'an expiry date to come is kept' grep -q '^mallory:\$6\$abc:19000:0:99999:7::90000:$' .shadow

sed -i 's/^mallory:.*/mallory:!!$6$abc:19000:0:99999:7:::/' .shadow
run --user mallory
check 'a password that is locked twice counts again' grep -q '^mallory:\$6\$abc:19000:0:99999:7:::$' .shadow
sed -i 's/^mallory:.*/mallory:!!!!$6$abc:19000:0:99999:7:::/' .shadow
run --user mallory
check 'so does one that is locked four times' grep -q '^mallory:\$6\$abc:19000:0:99999:7:::$' .shadow
sed -i 's/^mallory:.*/mallory:!!!!!$6$abc:19000:0:99999:7:::/' .shadow
run --user mallory
check 'a lock that is still there after that is told' test "$status:$(grep -c 'still locked' <<<"$err")" = 1:1
sed -i 's/^mallory:.*/mallory:$6$abc:18000:0:30:7:::/' .shadow
run --user mallory
check 'a password that may be changed late lets in' test "$(grep -c 'too old' <<<"$err")" -eq 0
sed -i 's/^mallory:.*/mallory:$6$abc:18000:0:30:7:5::/' .shadow
run --user mallory
check 'a password that is too old is told' grep -q '^note: the password of mallory is too old' <<<"$err"

check 'without faillock nothing is said of it' test "$(grep -c 'failed logins' <<<"$err")" -eq 0
stub faillock <<'EOF'
[ "$*" = '--user mallory' ] || exit 1
[ ! -e .fails ] || exit 1
echo 'mallory:'; printf 'When                Type  Source                                           Valid\n'
printf '2026-11-28 21:14:55 SVC   su                                                   %s\n' $(cat .marks)
EOF
printf 'V\nV\nI\n' >.marks
run --user mallory
check 'failed logins that count are told' test "$status:$(grep -c '^note: 2 failed logins of mallory count' <<<"$err")" = 0:1
check 'it is not called unlocked' grep -qx 'nothing to change: no password of mallory is locked, and the account is not expired' <<<"$out"
echo I >.marks
run --user mallory
check 'those that do not are not' test "$(grep -c 'failed logins' <<<"$err")" -eq 0
touch .fails
run --user mallory
check 'failures that cannot be counted are told' grep -q 'failed logins of mallory count' <<<"$err"
rm .fails .stubs/faillock

run --user ghost
check 'a missing user is refused' test "$status" -eq 3
run --user remote
check 'an account of a directory is refused' test "$status" -eq 3
cp .first .shadow
touch .broken
run --user mallory
check 'an unlock without effect is a failure' test "$status:$(grep -c 'the password of mallory is still locked' <<<"$err")" = 1:1
sed -i 's/^mallory:.*/mallory:$6$abc:19000:0:99999:7::1:/' .shadow
run --user mallory
check 'so is an expiry that stays' test "$status:$(grep -c 'the account of mallory is still expired' <<<"$err")" = 1:1
rm .broken; touch .refuses
run --user mallory
check 'one that is refused is told' test "$status:$(grep -c 'could not unlock mallory' <<<"$err")" = 1:1
rm .refuses; touch .torn; : >"$STUB_LOG"
run --user mallory
check 'an account that cannot be read afterwards is a failure' test "$status:$(grep -c 'cannot read the account of mallory' <<<"$err")" = 1:1
rm .torn
echo 1000 >.uid
run --user mallory
check 'without root it is refused' test "$status" -eq 3
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
