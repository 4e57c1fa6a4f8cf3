#!/usr/bin/env bash
# packages: sudo passwd
. "$HARNESS"
ran_on sudo "$(sudo --version | sed -n '1s/.* //p')"
for each in ana ben cid dan eve fay gus hal; do useradd --create-home "$each"; done
groupadd --gid 4000 'ops-team'
usermod --append --groups sudo ana
usermod --gid ops-team ben
printf '%%ops-team ALL=(root) /usr/bin/systemctl restart web\n' >/etc/sudoers.d/ops
printf 'User_Alias ADMINS = cid, \\\n  #%s\nADMINS ALL=(ALL) NOPASSWD: ALL # of the night\n' "$(id -u dan)" >/etc/sudoers.d/admins
printf 'eve ALL=(ALL) ALL\n' >/etc/sudoers.d/eve.bak
mkdir /etc/sudoers.more
printf 'fay ALL=(ALL) ALL\n' >/etc/sudoers.more/fay
printf 'gus ALL=(ALL) ALL\n' >'/etc/sudoers.local rules'
printf '@includedir /etc/sudoers.more\n@include "/etc/sudoers.local rules"\n@include sudoers.%%h\n' >>/etc/sudoers
printf 'hal ALL=(ALL) ALL\n' >/etc/sudoers.machine
hostname machine.example.org
chmod 440 /etc/sudoers.d/* /etc/sudoers.more/* '/etc/sudoers.local rules' /etc/sudoers.machine
printf '127.0.1.1 machine machine.example.org\n' >>/etc/hosts
visudo --check >/dev/null || { echo 'the rules of this test are not valid' >&2; exit 1; }
may() { for each in ana ben cid dan eve fay gus hal nobody; do sudo -l -U "$each" 2>/dev/null | grep -q 'may run the following' && echo "$each"; done; }

run
check 'it succeeds' test "$status" -eq 0
check 'it names those whom sudo itself lets' test "$(cut -f 1 <<<"$out" | grep -xE 'ana|ben|cid|dan|eve|fay|gus|hal|nobody' | sort -u)" = "$(may)"
check 'these are' test "$(may | paste -sd ' ')" = 'ana ben cid dan fay gus hal'
check 'with how the rule reaches them' grep -q $'^ben\tgroup ops-team\t/etc/sudoers.d/ops: %ops-team ALL=(root) /usr/bin/systemctl restart web$' <<<"$out"
check 'and a user id by its name' grep -q $'^dan\talias ADMINS, uid #' <<<"$out"
check 'root is among them' grep -q $'^root\t' <<<"$out"
check 'they are counted' grep -qx '8 user(s) with sudo or user id 0' <<<"$out"
check 'and it says what it does not look at' grep -q '^not looked at: other ways to root (su, polkit, ' <<<"$out"
useradd --non-unique --uid 0 --no-create-home toor
run
check 'a second root is shown' grep -q $'^toor\tuser id 0' <<<"$out"
printf '%%remote-admins ALL=(ALL) ALL\n"%%of far away" ALL=(ALL) ALL\n' >/etc/sudoers.d/remote && visudo --check >/dev/null
sed -i 's/^group:.*/group: files systemd/' /etc/nsswitch.conf
run
check 'without a directory service a group that is not there is none' test "$(grep -c $'^(no such group)\tgroup ' <<<"$out"):$err" = 2:
sed -i 's/^group:.*/group: files sss/' /etc/nsswitch.conf
run
check 'a group that is nowhere known is not called empty' test "$(grep -c $'^(members not known)\tgroup ' <<<"$out")" -eq 2
check 'with its blanks' grep -q $'\tgroup of far away\t' <<<"$out"
# A directory service that knows one of them, behind getent.
printf '#!/bin/sh\n[ "$*" = "group -- remote-admins" ] && echo "remote-admins:x:70000:hal,ivo" || exec /usr/bin/getent "$@"\n' >/usr/local/bin/getent
chmod +x /usr/local/bin/getent
run
check 'one of a directory service is asked for' grep -q $'^ivo\tgroup remote-admins\t' <<<"$out"
check 'the other one stays unknown, and that is told' bash -c 'grep -q "^(members not known)" <<<"$1" && grep -q "more users than these" <<<"$2"' _ "$out" "$err"
printf '#!/bin/sh\n[ "$*" = "group -- sudo" ] && echo "sudo:x:27:ana,jan" || exec /usr/bin/getent "$@"\n' >/usr/local/bin/getent
run
check 'it may add to a group of the files' test "$(grep -cE $'^(ana|jan)\tgroup sudo\t' <<<"$out"):$(grep -c 'more users than these' <<<"$err")" = 2:1
printf 'Defaults:ben !authenticate\n' >/etc/sudoers.d/nopass && visudo --check >/dev/null
run
check 'a setting by which no password is asked for is told' grep -q $'^(no password)\tDefaults\t/etc/sudoers.d/nopass: Defaults:ben !authenticate$' <<<"$out"
setpriv --reuid eve --regid eve --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'who may not read the rules is refused' test "$?" -eq 3
finish
