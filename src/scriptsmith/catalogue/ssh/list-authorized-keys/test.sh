#!/usr/bin/env bash
. "$HARNESS"

mkdir -p ana/.ssh 'b o/.ssh' none empty
ssh-keygen -q -t ed25519 -N '' -C 'ana@laptop' -f k1
ssh-keygen -q -t ecdsa -N '' -C 'backup job' -f k2
{ echo '# keys'; cat k1.pub; printf 'command="backup --all",no-pty %s\n' "$(cat k2.pub)"; } >ana/.ssh/authorized_keys
{ cat k2.pub; echo 'not a key'; } >'b o/.ssh/authorized_keys'
printf 'ana:x:1001:1001::%s/ana:/bin/bash\nbo:x:1002:1002::%s/b o:/bin/bash\ntwin:x:1003:1003::%s/ana:/bin/sh\nnone:x:1004:1004::%s/none:/bin/sh\ngone:x:1005:1005::/nonexistent:/bin/false\n' "$PWD" "$PWD" "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
case $# in 1) cat .passwd ;; *) grep -s "^$3:" .passwd || grep -s "^[^:]*:x:$3:" .directory || exit 2 ;; esac
EOF
print=$(ssh-keygen -lf k1.pub | cut -d ' ' -f 2)

run --user ana
check 'it succeeds' test "$status" -eq 0
check 'a fingerprint is shown' grep -qF "ana  256 $print ana@laptop (ED25519)  ($PWD/ana/.ssh/authorized_keys)" <<<"$out"
check 'a key with options is listed' grep -q 'backup job (ECDSA)' <<<"$out"
check 'they are counted' grep -qx '2 keys may log in as ana' <<<"$out"
run --home-root "$PWD/empty"
check 'all users succeed' test "$status" -eq 0
check 'a home with a space is looked into' grep -q '^bo  256 .*/b o/.ssh/authorized_keys)$' <<<"$out"
check 'a shared home is looked into once' grep -qx '3 keys may log in' <<<"$out"
check 'a line without a key is pointed out' grep -q 'holds 1 lines that are no key' <<<"$err"
run --user none
check 'no keys is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "0 keys may log in as none" <<<"$2"' _ "$status" "$out"
: >none/empty
mkdir none/.ssh
: >none/.ssh/authorized_keys
run --user none
check 'an empty file is no fault' test "$status" -eq 0
mkdir keys
cp k1.pub keys/none
stub sshd <<EOF
printf 'authorizedkeysfile .ssh/authorized_keys $PWD/keys/%%u\nauthorizedkeyscommand /usr/bin/ask\ntrustedusercakeys /etc/ssh/ca.pub\n'
EOF
run --user none
check 'keys are found where sshd takes them from' grep -qF "ana@laptop (ED25519)  ($PWD/keys/none)" <<<"$out"
check 'a command that is asked is told, and so is a CA' test "$err" = $'note: sshd also asks /usr/bin/ask for keys\nnote: sshd also accepts certificates signed by the CA in /etc/ssh/ca.pub'
check 'and where it does not look there is nothing to find' bash -c 'bash "$SCRIPT" --user bo | grep -qx "1 keys may log in as bo"'
stub sshd <<EOF
case \$* in
  '-T -C user=none,'*) printf 'authorizedkeysfile $PWD/keys/%%u\n' ;;
  '-T -C user='*) printf 'authorizedkeysfile .ssh/authorized_keys\nauthorizedkeyscommand none\ntrustedusercakeys none\n' ;;
  *) exit 255 ;;
esac
EOF
run --user none
check 'where it looks is asked for that user' grep -qF "ana@laptop (ED25519)  ($PWD/keys/none)" <<<"$out"
run --user bo
check 'where there is neither nothing is noted' test "$(grep -c '^note' <<<"$err")" = 0
rm .stubs/sshd
mkdir -p 'homes/CORP/ad user/.ssh' homes/left/.ssh
cp k1.pub 'homes/CORP/ad user/.ssh/authorized_keys'
cp k1.pub homes/left/.ssh/authorized_keys
chown -R 4000 'homes/CORP/ad user' && chown -R 4001 homes/left
printf 'adu:x:4000:4000::%s/homes/CORP/ad user:/bin/sh\n' "$PWD" >.directory
run --home-root "$PWD/homes"
check 'a home of an account that is not listed is looked into' grep -q "^adu .*CORP/ad user/.ssh/authorized_keys)$" <<<"$out"
check 'one that is left of no account is not' test -z "$(grep homes/left <<<"$out")"
mkdir -p homes/big/{a,b,c,d}; sed -i "\$a big:x:1009:1009::$PWD/homes/big:/bin/sh" .passwd; : >"$STUB_LOG"
run --home-root "$PWD/homes"
check 'whose are the folders within a home that is known is not asked' test "$status:$(calls '^getent passwd -- ' | wc -l)" = 0:3
run --user ghost
check 'a missing user is refused' test "$status" -eq 3
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --user --all
check 'an option is no user' test "$status" -eq 2
mkdir notool
bash_=$(command -v bash)
PATH=notool "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
