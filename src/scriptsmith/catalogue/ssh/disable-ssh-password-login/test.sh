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
stub id <<<'cat .uid'
# The value of the first line that sets it counts, as in sshd.
stub sshd <<'EOF'
[ ! -e .invalid ] && ! { [ -e .picky ] && [ -e d/00-no-passwords.conf ]; } || { echo 'line 3: bad' >&2; exit 255; }
[ "$1" != -t ] || exit 0
value=yes
[ ! -e d/00-no-passwords.conf ] || [ -e .ignored ] || value=no
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

run "${arg[@]}" --dry-run
check 'a dry run says what it would do' grep -qx 'would write d/00-no-passwords.conf and reload ssh.service; ana has 1 keys' <<<"$out"
check 'a dry run changes nothing' test -z "$(ls d)"
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

run "${arg[@]}"
check 'it succeeds' test "$status" -eq 0
check 'passwords are off' grep -qx 'PasswordAuthentication no' d/00-no-passwords.conf
check 'the daemon is reloaded' test -n "$(calls '^systemctl reload -- ssh.service')"
: >"$STUB_LOG"
run "${arg[@]}"
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
