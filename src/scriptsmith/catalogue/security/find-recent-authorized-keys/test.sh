#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'h/a na/.ssh' h/root/.ssh h/old/.ssh h/none
{ echo '# mine'; echo 'ssh-ed25519 AAAAC3Nz ana@laptop'; printf 'command="x" ssh-rsa AAAAB3Nz evil \033[2Jkey'; } >'h/a na/.ssh/authorized_keys'
echo 'ssh-ed25519 AAAAC3Nz' >h/root/.ssh/authorized_keys2
echo 'ssh-ed25519 AAAAC3Nz old' >h/old/.ssh/authorized_keys
printf 'root:x:0:0::%s/h/root:/bin/sh\nana:x:1:1::%s/h/a na:/bin/sh\ntwin:x:2:2::%s/h/a na:/bin/sh\nold:x:3:3::%s/h/old:/bin/sh\nnone:x:4:4::%s/h/none:/bin/sh\nx:x:5:5::/nonexistent:/bin/sh\n' "$PWD" "$PWD" "$PWD" "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
[ ! -e .broken ] || exit 1
if [ $# -eq 1 ]; then cat .passwd; else grep -s "^[^:]*:x:$3:" .directory || exit 2; fi
EOF
mkdir empty
run() { status=0; bash "$SCRIPT" --home-root "$PWD/empty" "$@" >.stubs/.out 2>.stubs/.err </dev/null || status=$?; out=$(<.stubs/.out) err=$(<.stubs/.err); }
echo 0 >.uid
stub id <<<'cat .uid'
stub stat <<'EOF'
case "$*" in
  *old*) echo 1600000000 ;;
  *root*) echo $(($(date +%s) - 864000)) ;;
  *) date +%s ;;
esac
EOF

run
check 'a changed file is a failure' test "$status" -eq 1
check 'it is listed with the last comment' grep -Eq "^[0-9-]{10} [0-9:]{5}  ana  $PWD/h/a na/.ssh/authorized_keys: 2 keys, the last one: .*evil" <<<"$out"
check 'escapes in it are quoted' test -z "$(grep $'\033' <<<"$out")"
check 'a home of several accounts is told once' test "$(grep -c 'a na' <<<"$out")" -eq 1
check 'an old file is not listed' test -z "$(grep -E 'old|root' <<<"$out")"
check 'they are counted' grep -qx '3 files looked at, 1 changed within 7 days' <<<"$out"
run --days 14
check 'the days count' grep -q ', 2 changed within 14 days' <<<"$out"
check 'the second file name is looked at' grep -q 'root/.ssh/authorized_keys2: 1 keys, the last one: no comment' <<<"$out"
rm -r 'h/a na/.ssh'
run
check 'none is no failure' test "$status" -eq 0
check 'that sshd does not tell where it looks is said' grep -q '^note: sshd does not tell its settings' <<<"$err"
mkdir keys; cp h/root/.ssh/authorized_keys2 keys/none
stub sshd <<EOF
printf 'authorizedkeysfile $PWD/keys/%%u\nauthorizedkeyscommand /usr/bin/ask\n'
EOF
run
check 'other places of keys are looked at' grep -q "  none  $PWD/keys/none: 1 keys" <<<"$out"
check 'and the homes all the same' grep -qx '3 files looked at, 1 changed within 7 days' <<<"$out"
check 'a command that is asked is told' test "$err" = 'note: sshd also asks /usr/bin/ask for keys'
mkdir -p /etc/ssh/sshd_config.d
printf 'Match User none\n  authorizedkeysfile "%s/keys2/%%u" .ssh/third\n' "$PWD" >/etc/ssh/sshd_config.d/10-match.conf
mkdir keys2; cp keys/none keys2/none; cp keys/none h/old/.ssh/third
run
check 'and those of a Match block' bash -c 'grep -q "  none  $PWD/keys2/none: 1 keys" <<<"$1" && grep -qx "5 files looked at, 2 changed within 7 days" <<<"$1"' _ "$out"
rm /etc/ssh/sshd_config.d/10-match.conf h/old/.ssh/third
rm keys/none
mkdir -p homes/CORP/adu/.ssh; cp h/root/.ssh/authorized_keys2 homes/CORP/adu/.ssh/authorized_keys
chown -R 4000 homes/CORP/adu
stub stat <<'EOF'
case "$*" in *%u*adu) echo 4000 ;; *%u*) echo 0 ;; '-L '*) echo 1600000000 ;; *old*) date +%s ;; *) echo 1600000000 ;; esac
EOF
printf 'adu:x:4000:4000::%s/homes/CORP/adu:/bin/sh\n' "$PWD" >.directory
run --home-root "$PWD/homes"
check 'a home of an account that is not listed is looked into' grep -q '^3 files looked at' <<<"$out"
check 'a link that leads elsewhere now has changed' grep -q '  old  .*/h/old/.ssh/authorized_keys: 1 keys' <<<"$out"
check 'without a directory of accounts nothing is said of one' test "$(grep -c 'accounts of a directory' <<<"$err")" -eq 0
cp /etc/nsswitch.conf .nsswitch 2>/dev/null
printf 'passwd:  files systemd sss ldap [NOTFOUND=return]\n' >/etc/nsswitch.conf; run
check 'that a directory need not list all of its accounts is told' grep -q "^note: accounts of a directory (sss ldap) are looked at where it lists them .* below $PWD/empty" <<<"$err"
printf 'passwd: files\n' >/etc/nsswitch.conf
touch .broken
run
check 'unreadable accounts are a failure' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --days 0
check 'no time is refused' test "$status" -eq 2
run --days 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
