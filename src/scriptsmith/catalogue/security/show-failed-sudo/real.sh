#!/usr/bin/env bash
# packages: sudo
. "$HARNESS"
use systemd
ran_on sudo "$(sudo --version | sed -n '1s/.* //p')"
printf '127.0.1.1 %s\n' "$(uname -n)" >>/etc/hosts
for each in ana ben cid; do useradd --create-home "$each" && echo "$each:secret" | chpasswd; done
printf 'ana ALL=(ALL) ALL\nben ALL=(root) /usr/bin/id\n' >/etc/sudoers.d/test && chmod 440 /etc/sudoers.d/test
as() { su "$1" -c "$2" >/dev/null 2>&1; }
run
check 'none at first' bash -c '[ "$1" = 0 ] && [ "$2" = "no failed sudo within 24 hours (su and pkexec are not looked at)" ]' _ "$status" "$out"
as ana 'echo secret | sudo -S true'
check 'how far the journal goes back is told' grep -q '^note: the journal goes back to' <<<"$err"
as ana 'echo secret | sudo -S grep "authentication failure" /etc/passwd'
as ana 'printf "wrong\nwrong\nwrong\n" | sudo -S ls /root'
as ana 'sudo -n id'
as ben 'echo secret | sudo -S cat /etc/shadow'
as cid 'echo secret | sudo -S sh -c "ana : user NOT in sudoers"'
logger -t sudo $'     eve : user NOT in sudoers ; TTY=pts/1 ; PWD=/home/eve ; USER=root ; COMMAND=/bin/caf\xe9'
journalctl --sync

run
check 'a wrong password' grep -qE 'ana : 3 incorrect password attempts ;.*COMMAND=/usr/bin/ls /root' <<<"$out"
check 'a password that was not given' grep -qE 'ana : a password is required ;.*COMMAND=/usr/bin/id' <<<"$out"
check 'a command that is not allowed' grep -qE 'ben : command not allowed ;.*COMMAND=/usr/bin/cat /etc/shadow' <<<"$out"
check 'somebody without rights' grep -qE 'cid : user NOT in sudoers' <<<"$out"
check 'what was allowed is not' test -z "$(grep 'COMMAND=/usr/bin/true' <<<"$out")"
check 'nor one whose words look like a failure' test -z "$(grep 'bin/grep' <<<"$out")"
check 'one with a name that is no UTF-8' grep -aq 'eve : user NOT in sudoers' <<<"$out"
check 'they are counted by user' test "$(sed '1,/^by user:/d' <<<"$out" | awk 'NF == 2 { print $1, $2 }' | paste -sd,)" = '2 ana,1 ben,1 cid,1 eve'
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever sees only own messages is refused' test "$?" -eq 3
finish
