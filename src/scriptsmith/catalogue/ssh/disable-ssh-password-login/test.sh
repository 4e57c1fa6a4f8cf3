#!/usr/bin/env bash
. "$HARNESS"

mkdir -p d home/ana/.ssh home/bo
ssh-keygen -q -t ed25519 -N '' -f k
cp k.pub home/ana/.ssh/authorized_keys
printf 'ana:x:0:0::%s/home/ana:/bin/bash\nbo:x:0:0::%s/home/bo:/bin/bash\n' "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
grep "^${*: -1}:" .passwd || exit 2
EOF
echo 0 >.uid
stub id <<<'case $1 in -nG) echo staff ops ;; *) cat .uid ;; esac'
: >.extra
# The value of the first line that sets it counts, as in sshd.
stub sshd <<'EOF'
[ ! -e .invalid ] && ! { [ -e .picky ] && [ -e d/00-no-passwords.conf ]; } || { echo 'line 3: bad' >&2; exit 255; }
[ "$1" != -t ] || exit 0
value=yes
[ ! -e d/00-no-passwords.conf ] || [ -e .ignored ] || value=no
cat .extra
[ ! -e .kbd ] || { printf 'passwordauthentication no\nkbdinteractiveauthentication yes\n'; value=no; }
printf 'authorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2\nstrictmodes yes\nauthenticationmethods any\npermitrootlogin without-password\npubkeyauthentication %s\npasswordauthentication %s\nkbdinteractiveauthentication %s\n' "$(cat .pubkey)" $value $value
EOF
echo yes >.pubkey
stub systemctl <<'EOF'
case "$*" in
  *LoadState*' -- ssh.service') echo loaded ;;
  *LoadState*) echo not-found ;;
  reload*) [ ! -e .noreload ] ;;
  is-active*) [ ! -e .dies ] || [ ! -e d/00-no-passwords.conf ] || [ "$(grep -c is-active "$STUB_LOG")" -lt 3 ] ;;
esac
EOF
stub sleep </dev/null
arg=(--user ana --directory d)
cp k.pub plain
for option in 'command="rsync --server"' 'no-pty,Command="x"' 'expiry-time="20200101"' 'from="192.0.2.7"' cert-authority; do
  printf '%s %s\n' "$option" "$(cat plain)" >home/ana/.ssh/authorized_keys
  run "${arg[@]}" --dry-run
  check "a key with $option is none to come in by" bash -c '[ "$1" -eq 3 ] && grep -q "opens a session for certain" <<<"$2"' _ "$status" "$err"
done
printf 'no-agent-forwarding %s\n' "$(cat plain)" >>home/ana/.ssh/authorized_keys
run "${arg[@]}" --dry-run
check 'one with other options is, and it alone counts' grep -q 'ana has 1 keys$' <<<"$out"
cp plain home/ana/.ssh/authorized_keys

run "${arg[@]}" --dry-run
check 'a dry run says what it would do' grep -qx 'would write d/00-no-passwords.conf and reload ssh.service; ana has 1 keys' <<<"$out"
check 'a dry run changes nothing' test -z "$(ls d)"
refused() { # WORDS ARG…
  run "${@:2}" --dry-run
  check "refused: $1" bash -c '[ "$1" -eq 3 ] && grep -qF -e "$3" <<<"$2"' _ "$status" "$err" "$1"
}
refused 'no such directory' --user ana --directory nowhere
printf 'svc:x:0:0::%s/home/ana:/usr/sbin/nologin\noff:x:0:0::%s/home/ana:/bin/false\neve:x:1000:1000::%s/home/eve:/bin/sh\n' "$PWD" "$PWD" "$PWD" >>.passwd
refused 'which lets nobody in' --user svc --directory d
refused 'which lets nobody in' --user off --directory d
while read -r words line; do
  echo "$line" >.extra
  refused "($words)" "${arg[@]}"
done <<'ROWS'
AllowUsers allowusers bo
AllowGroups allowgroups wheel
DenyUsers denyusers an*
DenyGroups denygroups wheel op?
ROWS
for line in 'allowusers bo an*@192.0.2.*' 'allowgroups ops' 'denyusers bo' 'denygroups wheel'; do
  echo "$line" >.extra
  run "${arg[@]}" --dry-run
  check "no hindrance: $line" test "$status" -eq 0
done
: >.extra
mkdir -p home/eve/.ssh; cp k.pub home/eve/.ssh/authorized_keys
run --user eve --directory d --dry-run
check 'keys of root for another user are trusted' test "$status" -eq 0
chown -R 1000 home/eve
run --user eve --directory d --dry-run
check 'and so are its own' test "$status" -eq 0
cp k.pub home/eve/.ssh/authorized_keys2; chmod 666 home/eve/.ssh/authorized_keys2
run --user eve --directory d --dry-run
check 'one key that is trusted is enough' test "$status" -eq 0
chown 1234 home/eve/.ssh/authorized_keys
refused 'sshd does not trust' --user eve --directory d
touch .ignored; echo precious >d/00-no-passwords.conf
refused 'is there already, without the effect' "${arg[@]}"
run "${arg[@]}"
check 'and it stays' grep -qx precious d/00-no-passwords.conf
rm .ignored d/00-no-passwords.conf
touch .kbd
run "${arg[@]}" --dry-run
check 'passwords through PAM are passwords' grep -q '^would write' <<<"$out"
rm .kbd
touch .picky
run "${arg[@]}"
check 'a configuration that becomes invalid is taken back' bash -c '[ "$1" -eq 1 ] && [ -z "$(ls d)" ]' _ "$status"
rm .picky
touch .ignored
run "${arg[@]}"
check 'a file without effect is taken back' bash -c '[ "$1" -eq 1 ] && [ -z "$(ls d)" ]' _ "$status"
check 'nothing was reloaded so far' test -z "$(calls '^systemctl reload')"
rm .ignored
touch .noreload
run "${arg[@]}"
check 'a reload that fails is taken back' bash -c '[ "$1" -eq 1 ] && [ -z "$(ls d)" ]' _ "$status"
rm .noreload
: >"$STUB_LOG"; touch .dies
run "${arg[@]}"
check 'so is it when the daemon ends a moment later' bash -c '[ "$1" -eq 1 ] && [ -z "$(ls d)" ]' _ "$status"
rm .dies
chmod 775 home/ana
run "${arg[@]}"
check 'a key that sshd does not trust is refused' test "$status" -eq 3
chmod 755 home/ana
run --user bo --directory d
check 'a user without a key is refused' test "$status" -eq 3
echo no >.pubkey
run "${arg[@]}"
check 'an sshd without keys is refused' test "$status" -eq 3
echo yes >.pubkey

: >"$STUB_LOG"
run "${arg[@]}"
check 'it succeeds' test "$status" -eq 0
check 'for two seconds it looks whether the daemon runs on' test "$(calls '^sleep 0.5' | wc -l)" -eq 4
check 'without Match blocks none are told' test -z "$(grep ^note <<<"$out")"
check 'passwords are off' grep -qx 'PasswordAuthentication no' d/00-no-passwords.conf
check 'the daemon is reloaded' test -n "$(calls '^systemctl reload -- ssh.service')"
: >"$STUB_LOG"
printf 'Match User bo\n  X11Forwarding no\n' >d/50-more.conf
run "${arg[@]}"
check 'nor one that says nothing of passwords' test -z "$(grep '^NOT FOR ALL' <<<"$out")"
printf '  match User bo\nX11Forwarding no\n\tPasswordAuthentication yes\n' >d/50-more.conf
run "${arg[@]}"
check 'whom a Match block allows passwords is told' grep -qx 'd/50-more.conf:   match User bo: 	PasswordAuthentication yes' <<<"$out"
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and reloads nothing' test -z "$(calls '^systemctl reload')"
touch .invalid
run "${arg[@]}"
check 'an invalid configuration is refused' test "$status" -eq 3
echo 1000 >.uid
run "${arg[@]}"
check 'without root it is refused' test "$status" -eq 3
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
