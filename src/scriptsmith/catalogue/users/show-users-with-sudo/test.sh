#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'sys root/etc/sudoers.d' bare/etc
cd 'sys root/etc' || exit 1
printf 'root:x:0:0::/root:/bin/sh\ntoor:x:0:0::/root:/bin/sh\nada:x:1000:1000::/:/bin/sh\nbob:x:1001:1001::/:/bin/sh\ncy:x:1002:27::/:/bin/sh\ndan:x:1003:1003::/:/bin/sh\neve:x:1004:1004::/:/bin/sh\n' >passwd
printf 'root:x:0:\nsudo:x:27:ada\nops team:x:30:bob\n' >group
cat >sudoers <<'EOF'
# root rules, eve is only a remark here
Defaults env_reset
User_Alias OPS = dan, \
  #1001 : NONE = nobodyhere
root ALL=(ALL:ALL) ALL
%sudo   ALL=(ALL:ALL) ALL
OPS ALL = NOPASSWD: /usr/bin/systemctl restart nginx
@includedir /etc/sudoers.d
EOF
printf 'carl , dora ALL=(ALL) NOPASSWD: ALL # weekend\n%%ops\\ team ALL=ALL\n' >sudoers.d/extra
printf 'eve ALL=(ALL) ALL\n' >sudoers.d/old.bak
cd ../.. || exit 1
cp 'sys root/etc/passwd' 'sys root/etc/group' bare/etc

run --root 'sys root'
check 'it succeeds' test "$status" -eq 0
check 'a member of the group is shown' grep -q $'^ada\tgroup sudo\t' <<<"$out"
check 'one whose first group it is too' grep -q $'^cy\tgroup sudo\t' <<<"$out"
check 'a second root account is shown' grep -q $'^toor\tuser id 0' <<<"$out"
check 'an alias is resolved' grep -q $'^dan\talias OPS, by name\t.*systemctl restart nginx' <<<"$out"
check 'a user id is resolved' grep -q $'^bob\talias OPS, uid #1001\t' <<<"$out"
check 'each user of a list is shown' grep -q $'^dora\tby name\t.*sudoers.d/extra: ' <<<"$out"
check 'a group with a space in its name is resolved' grep -q $'^bob\tgroup ops team\t' <<<"$out"
check 'a user without a rule is not shown' test -z "$(grep '^eve' <<<"$out")"
check 'users are counted' grep -q '^8 user(s)' <<<"$out"
check 'and it says what it does not look at' grep -q '^not looked at: other ways to root (su, polkit, ' <<<"$out"

printf '%%CORP\\\\domain\\ admins ALL=(ALL) ALL\n"%%linux admins@corp" , "dora b" ALL=(ALL) ALL\n%%#4711 ALL=ALL\n%%empty ALL=ALL\n' >'sys root/etc/sudoers.d/directory'
printf 'empty:x:31:\n' >>'sys root/etc/group'
printf 'passwd: files sss\ngroup: files [SUCCESS=merge] sss\nsudoers: files sss\n' >'sys root/etc/nsswitch.conf'
stub getent <<<'[ "$*" = "group -- ops" ] && echo "ops:x:70000:ada,zoe"'
run --root 'sys root'
check 'a group that is not in the files is not called empty' grep -q $'^(members not known)\tgroup CORP\\\\domain admins\t' <<<"$out"
check 'nor one in quotes' grep -q $'^(members not known)\tgroup linux admins@corp\t' <<<"$out"
check 'nor one by its number' grep -q $'^(members not known)\tgroup %#4711\t' <<<"$out"
check 'a user in quotes is one' grep -q $'^dora b\tby name\t' <<<"$out"
check 'a group that is empty is' grep -q $'^(nobody)\tgroup empty\t' <<<"$out"
check 'they count as nobody' grep -q '^9 user(s)' <<<"$out"
check 'that there may be more is told' grep -q 'more users than these may have sudo$' <<<"$err"
check 'and that sudo asks elsewhere too' grep -q '^note: sudo also takes rules from: files sss;' <<<"$err"
printf 'passwd: files\ngroup:\tfiles systemd\n' >'sys root/etc/nsswitch.conf'
run --root 'sys root'
check 'where no directory service knows groups, one that is not in the files is none' grep -q $'^(no such group)\tgroup linux admins@corp\t' <<<"$out"
check 'and nothing more is to be feared' test -z "$err" -a "$(grep -c 'members not known' <<<"$out")" -eq 0
check 'it counts as nobody' grep -q '^9 user(s)' <<<"$out"
printf '%%:plugged ALL=ALL\n' >>'sys root/etc/sudoers.d/directory'
run --root 'sys root'
check 'one that a plugin knows stays unknown' grep -q $'^(members not known)\tgroup plugged\t' <<<"$out"
check 'of another system no group is asked for' test -z "$(calls '^getent')"
printf 'Defaults:ada !authenticate\n+admins ALL=ALL\nALL, !eve ALL=/bin/true\n' >'sys root/etc/sudoers.d/more'
run --root 'sys root'
check 'a setting by which no password is asked for is told' grep -q $'^(no password)\tDefaults\t.*/sudoers.d/more: Defaults:ada !authenticate$' <<<"$out"
check 'neither that nor a netgroup nor who is left out counts as a user' grep -q '^10 user(s)' <<<"$out"
# The host itself, in which a directory service adds to groups that are in the files.
cp 'sys root/etc/passwd' 'sys root/etc/group' 'sys root/etc/sudoers' /etc/ && mkdir -p /etc/sudoers.d && rm -f /etc/sudoers.d/*
printf '%%empty ALL=ALL\n%%wheel ALL=ALL\n' >/etc/sudoers.d/groups
printf 'passwd: files sss\ngroup: files [SUCCESS=merge] sss\n' >/etc/nsswitch.conf
stub getent <<'EOF'
case $* in
  'group -- sudo') echo 'sudo:x:27:ada,zoe' ;;
  'group -- wheel') echo 'wheel:x:10:yan' ;;
  'group -- empty') echo 'empty:x:31:' ;;
  *) exit 2 ;;
esac
EOF
run
check 'whom a directory service adds to a group of the files is shown' test "$status:$(grep -c $'^zoe\tgroup sudo\t' <<<"$out"):$(grep -c $'^ada\tgroup sudo\t' <<<"$out"):$(grep -c $'^cy\tgroup sudo\t' <<<"$out")" = 0:1:1:1
check 'and who is in a group of its own' grep -q $'^yan\tgroup wheel\t' <<<"$out"
check 'an empty group may have others there' grep -q $'^(members not known)\tgroup empty\t' <<<"$out"
check 'that there may be more is told always' grep -q 'more users than these may have sudo$' <<<"$err"
printf 'group: files\n' >/etc/nsswitch.conf; : >"$STUB_LOG"
run
check 'without a directory service none of the files is asked for' test "$(calls '^getent')" = 'getent group -- wheel' -a "$(grep -c $'^zoe\t' <<<"$out")" = 0
check 'an empty group has nobody then' grep -q $'^(nobody)\tgroup empty\t' <<<"$out"
run --root bare
check 'a host without sudoers is no failure' test "$status" -eq 0
check 'root accounts are still shown' grep -q '^toor' <<<"$out"
run --root nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --root ''
check 'an empty directory name is refused' test "$status" -eq 2
run --all
check 'an unknown argument is refused' test "$status" -eq 2
run --root 'x; touch pwned'
check 'a hostile value runs nothing' test ! -e pwned
check 'a hostile directory is refused' test "$status" -eq 3
finish
