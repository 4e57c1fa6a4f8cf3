#!/usr/bin/env bash
. "$HARNESS"

printf '%s\n' ana:x:1001:1001::/home/ana:/bin/bash bo:x:1002:1002::/home/bo:/bin/bash \
  daemon:x:1003:1003::/:/usr/sbin/nologin old:x:1004:1004::/home/old:/bin/bash first:x:1005:2009::/home/first:/bin/bash >.passwd
printf '%s\n' ana:x:1001: dev:x:2000:ana,bo sudo:x:27:ana stuck:x:2002:ana anas:x:2003:anabel,bo ops:x:2004:ana opsx:x:2005:ana \
  wheel:x:2006:ana,gone,daemon,old admin:x:2007:ana,bo numbered:x:2008:ana root:x:2009:ana in:x:2010:ana >.group
printf '%s\n' 'ana:!:19000::::::' 'bo:!:19000:0:99999:7::99999:' 'old:!:19000:0:99999:7::19001:' >.shadow
printf 'corp:x:90000:ana\n' >.remote
stub getent <<'EOF'
if [ "$1" = -s ]; then shift 2; else [ "$1" != group ] || cat=.remote; fi
if [ $# = 1 ]; then exec cat ".$1"; fi
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
stub sudo <<<'exit 1'
# Written by cvtsudoers 1.9.13 of a file with `%ops ALL=(ALL) ALL` and `User_Alias CREW = %#2008`; it puts
# each member on a line of its own.
stub cvtsudoers <<'EOF'
[ "$*" = '--expand-aliases --output-format json /etc/sudoers' ] || exit 1
[ ! -e .invalid ] || exit 1
cat <<'JSON'
{
    "User_Specs": [
        {
            "User_List": [
                { "usergroup": "ops" },
                { "usergid": 2008 }
            ],
            "Host_List": [
                { "hostname": "ALL" }
            ],
            "Cmnd_Specs": [
                {
                    "runasusers": [
                        { "username": "ALL" }
                    ],
                    "Commands": [
                        { "command": "ALL" }
                    ]
                }
            ]
        }
    ]
}
JSON
EOF

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
for group in ops numbered root-; do
  run --user ana --group "${group%-}"
  check "the last one who may use sudo by a rule for $group" test "$status" -eq "$([ "$group" = root- ] && echo 0 || echo 3)"
done
run --user ana --group opsx
check 'a group with a similar name is another' test "$status" -eq 0
run --user ana --group wheel
check 'a name without account, without shell, and one that has expired are nobody' test "$status" -eq 3
run --user ana --group admin
check 'one of two can go' test "$status" -eq 0
touch .invalid
run --user ana --group in
check 'rules that cannot be read refuse' test "$status" -eq 3
rm .invalid; export SUDO_USER=ana
run --user ana --group in
check 'the own account is pointed out' test "$status:$(grep -c 'your own account' <<<"$err")" = 0:1
run --user ana --group ana
check 'the primary group is refused' grep -q 'primary group' <<<"$err"
run --user ana --group stuck
check 'a change without effect is a failure' test "$status" -eq 1
run --user ana --group corp
check 'a group of a directory is refused' grep -q 'a group of a directory service' <<<"$err"
run --user ana --group nobodys
check 'so is one that does not exist' grep -q 'no such group' <<<"$err"
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
