#!/usr/bin/env bash
# packages: sudo passwd
. "$HARNESS"
ran_on sudo "$(sudo --version | sed -n '1s/.* //p')"
useradd --create-home ana
rules=/etc/sudoers.d/ana
works() { sudo -l -U ana 2>/dev/null | grep -q '/usr/bin/id'; }
refused() { ! works; }

run
check 'the file of the package is in order' bash -c '[ "$1" = 0 ] && grep -qx "in order: /etc/sudoers" <<<"$2"' _ "$status" "$out"
printf 'ana ALL=(ALL) NOPASSWD: /usr/bin/id\n' >$rules && chmod 440 $rules
run --file $rules
check 'a good file is in order, and works' bash -c "$(declare -f works); [ $status = 0 ] && works"
sum=$(cat /etc/sudoers $rules | md5sum)
printf 'ana ALLL=(ALL NOPASSWD: /usr/bin/id\n' >./new
run --file ./new
check 'a fault is a failure' test "$status" -eq 1
check 'with its line' grep -q 'new:1:[0-9]*: syntax error' <<<"$out"
printf 'ana ALL=(ALL) ADMINCMDS\n' >/etc/sudoers.d/zz && chmod 440 /etc/sudoers.d/zz
printf 'ana ALL = \n' >>/etc/sudoers.d/zz
run
check 'a fault in an included file is a failure of the whole' bash -c '[ "$1" = 1 ] && grep -q "sudoers.d/zz:2" <<<"$2"' _ "$status" "$out"
run --file $rules
check 'and of any part of it' bash -c '[ "$1" = 1 ] && grep -q "sudoers.d/zz:2" <<<"$2" && grep -q "has no fault by itself" <<<"$3"' _ "$status" "$out" "$err"
printf 'OPS ALL=(ALL) ALL\n' >/etc/sudoers.d/zz
run
check 'an alias that nobody defines is a fault' bash -c '[ "$1" = 1 ] && grep -q "\"OPS\" referenced but not defined" <<<"$2"' _ "$status" "$out"
printf 'User_Alias OPS = ana\nOPS ALL=(ALL) ALL\n' >/etc/sudoers.d/zz
run
check 'one that is defined is none' test "$status" -eq 0
printf 'User_Alias OPS = ben\n' >/etc/sudoers.d/yy && chmod 440 /etc/sudoers.d/yy
run --file /etc/sudoers.d/yy
check 'one that two files define is a fault of either' bash -c '[ "$1" = 1 ] && grep -q "Alias \"OPS\" already defined" <<<"$2"' _ "$status" "$out"
rm /etc/sudoers.d/zz /etc/sudoers.d/yy
chmod 644 $rules
run --file $rules
check 'sudo takes what others may read, so that is in order' bash -c "$(declare -f works); [ $status = 0 ] && works"
chmod 440 $rules
chown ana $rules
check 'sudo itself passes over a file of somebody else' refused
run --file $rules
check 'such a file is a failure' test "$status" -eq 1
chown root $rules && chmod 646 $rules
check 'and over one that others write' refused
run --file $rules
check 'that is a failure too' test "$status" -eq 1
chmod 440 $rules && mv $rules $rules.conf
check 'and over a name with a dot' refused
run --file $rules.conf
check 'that is a warning' grep -qx "warning: sudo ignores $rules.conf: the name of a file in sudoers.d must not hold a dot or end in ~" <<<"$err"
run
check 'also where the whole is looked at' test "$status:$(grep -c "^warning: sudo ignores $rules.conf:" <<<"$err")" = 0:1
mv $rules.conf $rules
chmod 660 $rules
check 'sudo takes what the group of root may write' works
run --file $rules
check 'so that is none' test "$status" -eq 0
chmod 440 $rules
mkdir /srv/rules; mv $rules /srv/rules/ana; ln -s /srv/rules/ana $rules
run --file $rules
check 'a link to a good file is in order, and works' bash -c "$(declare -f works); [ $status = 0 ] && works"
chown ana /srv/rules/ana
check 'sudo passes over one to a file of somebody else' refused
run --file $rules
check 'which is a failure' test "$status" -eq 1
rm $rules; mv /srv/rules/ana $rules; chown root $rules
check 'nothing was changed by all this' test "$(cat /etc/sudoers $rules | md5sum)" = "$sum"
chmod 666 /etc/sudoers
run
check 'the mode of the whole is looked at' test "$status" -eq 1
finish
