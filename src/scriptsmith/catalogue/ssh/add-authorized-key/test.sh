#!/usr/bin/env bash
. "$HARNESS"

mkdir -p home/ana home/robo home/eve home/cat
chmod 755 home/ana
ssh-keygen -q -t ed25519 -N '' -C 'ana at work' -f k1
ssh-keygen -q -t ed25519 -N '' -C 'two' -f k2
printf 'ana:x:0:0::%s/home/ana:/bin/bash\nrobo:x:0:0::%s/home/robo:/usr/sbin/nologin\nlost:x:0:0::/nowhere:/bin/sh\nother:x:4242:4242::%s/home/ana:/bin/sh\n' "$PWD" "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
grep "^${*: -1}:" .passwd || exit 2
EOF
file=home/ana/.ssh/authorized_keys
printf 'port 22\npermitrootlogin without-password\npubkeyauthentication yes\nauthorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2\n' >.sshd
cp .sshd .sshd.first
stub sshd <<<'[ -s .sshd ] && [[ "$1 $2" == "-T -C" && $3 == user=* ]] || exit 255; cat .sshd'

run --user ana --key-file k1.pub --dry-run
check 'a dry run says what it would do' grep -q '^would let log in as ana: 256 SHA256:.* ana at work (ED25519)' <<<"$out"
check 'a dry run changes nothing' test ! -e home/ana/.ssh
run --user ana --key-file k1.pub
check 'it succeeds' test "$status" -eq 0
check 'the key is there' grep -qxF "$(cat k1.pub)" "$file"
check 'a home that only its user may write is no warning' test -z "$err"
check 'the modes are strict' test "$(stat -c %a home/ana/.ssh "$file" | tr '\n' ' ')" = '700 600 '
run --user ana --key-file k1.pub
check 'a second run succeeds' test "$status" -eq 0
check 'a second run adds nothing' test "$(wc -l <"$file")" -eq 1
chmod 664 "$file"
run --user ana --key-file k1.pub --dry-run
check 'a mode with which sshd does not take the key is told' test "$(grep -c '^would set owner and modes' <<<"$out"):$(stat -c %a "$file")" = 1:664
run --user ana --key-file k1.pub
check 'and set' test "$status:$(stat -c %a "$file"):$(grep -c '^owner and modes' <<<"$out")" = 0:644:1
chmod 600 "$file"; chown 4242 home/ana/.ssh
run --user ana --key-file k1.pub
check 'so is a wrong owner' test "$status:$(stat -c %u home/ana/.ssh)" = 0:0
stub chown <<<'exit 0'; chown 0 home/ana/.ssh; /bin/chown 4242 "$file"
run --user ana --key-file k1.pub
check 'an owner that stays is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "keeps sshd from it" <<<"$2"' _ "$status" "$err"
/bin/chown 0 "$file"; rm .stubs/chown
ssh-keygen -q -t ed25519 -N '' -C five -f k5
run --user ana --key-file k5.pub
check 'no line comes between two keys' test "$(wc -l <"$file"):$(grep -c '^$' "$file")" = 2:0
sed -i '$d' "$file"
printf 'eve:x:4242:4242::%s/home/eve:/bin/sh\ncat:x:4243:4243::%s/home/cat:/bin/sh\n' "$PWD" "$PWD" >>.passwd
chmod 775 home/eve
run --user eve --key-file k1.pub
check 'root may add keys for others, to whom the file then belongs' test "$status:$(stat -c %u home/eve/.ssh/authorized_keys)" = 0:4242
check 'a home that others may write is warned of' grep -q 'mode 775' <<<"$err"
run --user eve --key-file k1.pub
check 'also where the key stands there already' bash -c '[ "$1" = 0 ] && grep -q "mode 775" <<<"$2" && grep -q "^nothing to do" <<<"$3"' _ "$status" "$err" "$out"
rm -r home/eve/.ssh; chmod 700 home/eve; chown 4299 home/eve
run --user eve --key-file k1.pub --dry-run
check 'so is one that belongs to somebody else' grep -q 'does not belong to eve' <<<"$err"
chown 4242 home/eve
run --user eve --key-file k1.pub
check 'one that nobody else may read is not' test -z "$err"
mkdir -p home/cat/.ssh/authorized_keys
refused() { [[ $status -eq 3 && $err == *"$1"* ]]; } # WORDS
run --user cat --key-file k1.pub
check 'a directory in its place is refused' refused 'no regular file'
stub id <<<'echo 4242'
run --user eve --key-file k5.pub --dry-run
check 'a user may add keys for itself' test "$status" -eq 0
check 'and learns that sshd could not be asked' grep -q 'only root may ask sshd' <<<"$err"
run --user cat --key-file k5.pub
check 'and for nobody else' refused 'needs root, or cat'
rm .stubs/id
for name in nowhere.pub home; do
  run --user ana --key-file "$name"
  check "$name is no file of a key" refused 'cannot read'
done
sed -i 's|^authorizedkeysfile .*|authorizedkeysfile /etc/ssh/authorized_keys/%u|' .sshd
run --user ana --key-file k5.pub --dry-run
check 'a user whose keys sshd reads elsewhere is refused' refused 'from /etc/ssh/authorized_keys/ana, not'
sed -i "s|^authorizedkeysfile .*|authorizedkeysfile /etc/ssh/authorized_keys/%u $PWD/home/%u/.ssh/authorized_keys|" .sshd
run --user ana --key-file k5.pub --dry-run
check 'not where the whole path is given' test "$status" -eq 0
sed 's/^pubkeyauthentication yes/pubkeyauthentication no/' .sshd.first >.sshd
run --user ana --key-file k5.pub --dry-run
check 'one whose keys it does not take too' refused 'PubkeyAuthentication no'
sed 's/^permitrootlogin .*/permitrootlogin no/' .sshd.first >.sshd
run --user ana --key-file k5.pub --dry-run
check 'so is root, where it may not log in' refused 'PermitRootLogin no'
run --user eve --key-file k5.pub --dry-run
check 'which concerns nobody else' test "$status" -eq 0
sed 's/^permitrootlogin .*/permitrootlogin forced-commands-only/' .sshd.first >.sshd
run --user ana --key-file k5.pub --dry-run
check 'nor where it may run named commands only' refused 'forced-commands-only'
{ cat .sshd.first; printf 'allowgroups admins ops\ndenyusers mallory\n'; } >.sshd
run --user ana --key-file k5.pub --dry-run
check 'that not everybody is let in is told' grep -qx 'warning: sshd does not let everybody in, look whether it lets in ana: allowgroups admins ops, denyusers mallory' <<<"$err"
: >.sshd
run --user ana --key-file k5.pub --dry-run
check 'a sshd that does not tell is told' test "$status:$(grep -c 'is not known' <<<"$err")" = 0:1
cp .sshd.first .sshd
printf 'command="x" %s\n' "$(cat k5.pub)" >options.pub
run --user ana --key-file options.pub
check 'options before the key are refused' refused 'no plain public key'
printf '%s\e[2J\n' "$(cat k5.pub)" >escape.pub
run --user ana --key-file escape.pub
check 'control characters are refused' refused 'control characters'
printf 'command="x" %s' "$(cat k2.pub)" >>"$file"
run --user ana --key-file k2.pub
check 'a key with options is refused, and that is told' bash -c '[ "$1" -eq 3 ] && grep -q "with options that restrict it" <<<"$2"' _ "$status" "$err"
ssh-keygen -q -t ed25519 -N '' -C four -f k4
cp "$file" kept
printf '\n# %s' "$(cat k4.pub)" >>"$file"
run --user ana --key-file k4.pub --dry-run
check 'a key in a comment is not there' grep -q '^would let log in as ana' <<<"$out"
cp kept "$file"
ssh-keygen -q -t ed25519 -N '' -C three -f 'k 3'
run --user ana --key-file 'k 3.pub'
check 'a line without its end is not spoiled' test "$(ssh-keygen -lf "$file" | wc -l)" -eq 3
run --user robo --key-file k1.pub
check 'a user without a shell is pointed out' grep -q 'no session will open' <<<"$err"

run --user ana --key-file k1
check 'a private key is refused' test "$status" -eq 3
check 'and not shown' test -z "$(grep -F "$(sed -n 2p k1)" <<<"$out$err")"
cat k1.pub k2.pub >both.pub
run --user ana --key-file both.pub
check 'several keys are refused' test "$status" -eq 3
printf 'ssh-ed25519 AAAAnonsense x\n' >bad.pub
run --user ana --key-file bad.pub
check 'an invalid key is refused' test "$status" -eq 3
rm -r home/robo/.ssh
ln -s "$PWD" home/robo/.ssh
run --user robo --key-file k1.pub
check 'a link is not followed' bash -c '[ "$1" -eq 3 ] && [ ! -e authorized_keys ]' _ "$status"
mkdir home/zoe victim
printf 'zoe:x:0:0::%s/home/zoe:/bin/bash\n' "$PWD" >>.passwd
stub mkdir <<<'PATH=/usr/bin:/bin; mkdir "$@"; rmdir home/zoe/.ssh; ln -s "$PWD/victim" home/zoe/.ssh'
run --user zoe --key-file k1.pub
check 'nor is one that is laid when the folder has just been made' test "$status:$(ls -A victim)" = 1:
rm .stubs/mkdir home/zoe/.ssh
mkdir home/zoe/.ssh; : >home/zoe/.ssh/authorized_keys; chmod 666 home/zoe/.ssh/authorized_keys; chmod 666 victim
cp k1.pub victim/authorized_keys; chmod 666 victim/authorized_keys; cp k1.pub home/zoe/.ssh/authorized_keys
stub stat <<<'PATH=/usr/bin:/bin; stat "$@"; case "$*" in *-L*) rm -r home/zoe/.ssh; ln -s "$PWD/victim" home/zoe/.ssh ;; esac'
run --user zoe --key-file k1.pub
check 'nor before owner and modes are set' test "$status:$(stat -c %a victim/authorized_keys)" = 1:666
rm .stubs/stat
run --user ghost --key-file k1.pub
check 'a missing user is refused' test "$status" -eq 3
run --user lost --key-file k1.pub
check 'a missing home is refused' test "$status" -eq 3
run --user ana
check 'the key is required' test "$status" -eq 2
run --key-file k1.pub --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --key-file k1.pub --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
