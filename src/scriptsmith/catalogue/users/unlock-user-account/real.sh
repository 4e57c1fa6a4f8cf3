#!/usr/bin/env bash
# packages: passwd login libpam-modules-bin
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
for each in ana ben cid dan eve fay; do useradd --create-home "$each"; done
printf 'ana:secret\nben:secret\ncid:secret\nfay:secret\n' | chpasswd
state() { getent shadow "$1" | cut -d : -f 2,8; }
former=$(state ana)
# su asks others than root for the state of the account
shut() { ! enters "$1"; }
enters() { setpriv --reuid nobody --regid nogroup --clear-groups su "$1" -c true <<<secret; }

usermod --lock --expiredate 1 ana
locked=$(state ana)
check 'it is locked at first' shut ana
run --user ana --dry-run
check 'a dry run changes nothing' test "$(state ana)" = "$locked"
run --user ana
check 'that a date before the lock is not known is told' grep -q '^note: the expiry of ana was a lock' <<<"$err"
check 'it succeeds' test "$status" -eq 0
check 'the password counts again, and nothing has expired' test "$(state ana)" = "$former"
check 'the account can be entered' enters ana
run --user ana
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
usermod --password "!!${former%:}" --expiredate 2040-01-31 ben
run --user ben
check 'a password that was locked twice counts again' test "$(state ben)" = "${former%:}:25597"
usermod --expiredate 1 dan
run --user dan
check 'one without a password gets none' test "$(state dan)" = '!:'
check 'that is told' grep -q '^note: dan has no usable password' <<<"$err"
check 'others are not touched' test "$(state eve)" = '!:'
chage --lastday 2020-01-01 --maxdays 30 --inactive 5 cid
run --user cid
check 'a password that is too old is told' grep -q '^note: .*cid.*too old' <<<"$err"
usermod --lock --shell /usr/sbin/nologin fay
run --user fay
check 'a shell that lets nobody in is told' grep -q '^note: the login shell of fay' <<<"$err"
echo gil:secret >.gil && useradd --create-home gil && chpasswd <.gil
sed -i '1i auth required pam_faillock.so preauth deny=2' /etc/pam.d/common-auth
sed -i 's/^auth.*pam_unix.so.*/auth sufficient pam_unix.so nullok\nauth [default=die] pam_faillock.so authfail deny=2/' /etc/pam.d/common-auth
run --user gil
check 'without failed logins nothing is said of them' test "$status:$(grep -c 'failed logins' <<<"$err")" = 0:0
for each in 1 2; do setpriv --reuid nobody --regid nogroup --clear-groups su gil -c true <<<wrong; done 2>/dev/null
check 'then the right password does not help' shut gil
run --user gil
check 'which is told' grep -q '^note: 2 failed logins of gil count' <<<"$err"
faillock --user gil --reset
check 'and what it advises helps' enters gil
run --user nobody-at-all
check 'a user who is not there is refused' test "$status" -eq 3
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" --user ben >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
