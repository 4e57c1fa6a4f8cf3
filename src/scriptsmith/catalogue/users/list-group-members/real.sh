#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
for each in ana ben cid; do useradd --create-home "$each"; done
groupadd --gid 4000 ops
usermod --append --groups ops ana
usermod --gid ops --append --groups ops ben
run --group ops
check 'it succeeds' test "$status" -eq 0
check 'one who is named in the group' grep -qx "ana (user id $(id -u ana))" <<<"$out"
check 'one whose primary group it is, once' test "$(grep '^ben' <<<"$out")" = "ben (user id $(id -u ben), primary group)"
check 'nobody else' test "$(grep -c 'user id' <<<"$out")" -eq 2
check 'they are counted' grep -qx '2 members of ops (group id 4000)' <<<"$out"
check 'as the system sees it' test "$(for each in ana ben cid; do id -nG "$each" | grep -qw ops && echo "$each"; done | paste -sd ' ')" = 'ana ben'
sed -i '/^ana:/d' /etc/passwd
run --group ops
check 'a member without an account is marked' grep -qx 'ana (NO SUCH ACCOUNT)' <<<"$out"
check 'without a directory service nothing is said of one' test -z "$err"
sed -i 's/^passwd:.*/passwd: files sss/' /etc/nsswitch.conf
run --group ops
check 'with one it is told that there may be more' grep -q 'there may be more members$' <<<"$err"
groupadd empty
run --group empty
check 'a group without members is no failure' bash -c '[ "$1" = 0 ] && grep -q "^0 members of empty" <<<"$2"' _ "$status" "$out"
run --group nogroupatall
check 'a group that is not there is refused' test "$status" -eq 3
finish
