#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant c534c7a4: of what is seen only whether it is empty matters
# equivalent mutant 8e6eeec2: of the hits only whether there are any matters

mkdir -p home/ana/.ssh home/bo
file=home/ana/.ssh/authorized_keys
ssh-keygen -q -t ed25519 -N '' -C 'ana at work' -f k1
ssh-keygen -q -t ed25519 -N '' -C 'twin' -f k2
ssh-keygen -q -t ecdsa -N '' -C 'twin' -f k3
{ echo '# team'; cat k1.pub; printf 'command="x y" %s\n' "$(cat k2.pub)"; echo; cat k3.pub; } >"$file"
chmod 600 "$file"
printf 'ana:x:0:0::%s/home/ana:/bin/bash\nbo:x:0:0::%s/home/bo:/bin/bash\n' "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
grep "^${*: -1}:" .passwd || exit 2
EOF
cp "$file" first
print=$(ssh-keygen -lf k2.pub | cut -d ' ' -f 2)

run --user ana --key 'ana at work' --dry-run
check 'a dry run says what it would do' grep -q "^would remove from $PWD/$file: 256 SHA256:.* ana at work" <<<"$out"
check 'a dry run changes nothing' cmp "$file" first
run --user ana --key twin
check 'a comment of two keys is refused' test "$status" -eq 3
check 'and removes nothing' cmp "$file" first
run --user ana --key 'ana  at work'
check 'another comment is no match, and the keys are counted' grep -qx 'nothing to do: no such key among the 3 of ana: ana  at work' <<<"$out"
check 'and told' test "$(grep -c '^another key: 256 SHA256:' <<<"$out"):$(grep -c ' ana at work (ED25519)$' <<<"$out")" = 3:1
run --user ana --key $'ana at work\n'
check 'a control character is refused' test "$status" -eq 2
stub cp <<<'exit 1'
run --user ana --key "$print"
check 'without a copy of the file nothing is removed' bash -c '[ "$1" -eq 1 ] && cmp "$2" first' _ "$status" "$file"
rm .stubs/cp
stub mv <<<'exit 1'
run --user ana --key "$print"
check 'a file that cannot be replaced is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not write" <<<"$2"' _ "$status" "$err"
cp first "$file"; rm -f "$file".before*
stub mv </dev/null
run --user ana --key "$print"
check 'so is a key that is still there' bash -c '[ "$1" -eq 1 ] && grep -q "still in" <<<"$2"' _ "$status" "$err"
rm .stubs/mv "$file".before*
chown 1234 "$file"

run --user ana --key "$print"
check 'it succeeds' test "$status" -eq 0
check 'that open sessions go on is told' grep -q '; sessions that are open go on$' <<<"$out"
check 'the key with that fingerprint is gone' test -z "$(grep -F "$(cut -d ' ' -f 2 k2.pub)" "$file")"
check 'everything else stays' test "$(diff first "$file" | grep -c '^[<>]')" -eq 1
check 'the owner stays' test "$(stat -c %u "$file")" = 1234
check 'the mode stays' test "$(stat -c %a "$file")" = 600
before=$(sed -n 's/^the former file is \(.*\); sessions.*/\1/p' <<<"$out")
check 'the former file is kept' bash -c '[[ $1 == "$3".before-2* ]] && cmp "$1" "$2"' _ "$before" first "$PWD/$file"
check 'no other file is left' test "$(ls home/ana/.ssh | wc -l)" -eq 2
run --user ana --key "$print"
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
run --user ana --key 'ana at work'
check 'one that is left is no warning' bash -c '[ "$1" = 0 ] && ! grep -q warning <<<"$2"' _ "$status" "$err"
run --user ana --key 'twin'
check 'the last key is pointed out' grep -q 'no key is left' <<<"$err"
run --user bo --key twin
check 'a user without keys has nothing to do' test "$status" -eq 0
mkdir -p keys home/two/.ssh; printf 'two:x:0:0::%s/home/two:/bin/bash\n' "$PWD" >>.passwd
cat k1.pub k1.pub k3.pub >keys/two
cat k1.pub >home/two/.ssh/authorized_keys2
stub sshd <<EOF
[[ "\$1 \$2" == '-T -C' && \$3 == user=two,* ]] || { printf 'authorizedkeysfile .ssh/authorized_keys\n'; exit; }
printf 'authorizedkeysfile $PWD/keys/%%u\nauthorizedkeyscommand /usr/bin/ask\ntrustedusercakeys /etc/ssh/ca.pub\n'
EOF
run --user two --key 'ana at work'
check 'a key goes from every file and line where it stands' test "$status:$(cat keys/two):$(cat home/two/.ssh/authorized_keys2)" = "0:$(cat k3.pub):"
check 'a copy of each is kept' bash -c 'cmp home/two/.ssh/authorized_keys2.before-* k1.pub && [ "$(cat keys/two.before-* | wc -l)" -eq 3 ]'
check 'a command that is asked is told' grep -qx 'note: sshd also asks /usr/bin/ask for keys' <<<"$err"
check 'and so is a CA' grep -qx 'note: sshd also accepts certificates signed by the CA in /etc/ssh/ca.pub' <<<"$err"
stub sshd <<<"printf 'authorizedkeysfile .ssh/authorized_keys\nauthorizedkeyscommand none\ntrustedusercakeys none\n'"
run --user two --key 'nobody here'
check 'where sshd tells all and asks nobody there is nothing to note' test "$status:$err" = 0:
stub sshd <<<'exit 1'
run --user two --key 'nobody here'
check 'root is told when sshd does not tell where keys lie' grep -qx 'note: sshd does not tell its settings; only ~/.ssh is looked at' <<<"$err"
check 'and that is all' test "$(wc -l <<<"$err")" -eq 1
stub id <<<'echo 0'; run --user bo --key twin
check 'one whose settings are empty is one that does not tell' grep -q '^note: sshd does not tell' <<<"$err"
rm .stubs/id .stubs/sshd; : >keys/two
mkdir -p home/dir/.ssh/authorized_keys; printf 'dir:x:0:0::%s/home/dir:/bin/bash\n' "$PWD" >>.passwd
run --user dir --key twin
check 'a directory in the place of the file is refused' bash -c '[ "$1" = 3 ] && grep -q "cannot read $2" <<<"$3"' _ "$status" "$PWD/home/dir/.ssh/authorized_keys" "$err"
cat k1.pub k3.pub >home/two/.ssh/authorized_keys2; cp home/two/.ssh/authorized_keys2 both; stub mktemp <<<'exit 1'
run --user two --key twin
check 'where nothing new can be written the file stays' bash -c '[ "$1" = 1 ] && grep -q "could not write in" <<<"$2" && cmp both home/two/.ssh/authorized_keys2' _ "$status" "$err"
rm .stubs/mktemp
printf 'eve:x:1000:1000::%s/home/eve:/bin/bash\ncat:x:1001:1001::%s/home/cat:/bin/bash\n' "$PWD" "$PWD" >>.passwd
mkdir -p home/eve/.ssh home/cat; ln -s "$PWD/$file" home/eve/.ssh/authorized_keys; ln -s eve/.ssh home/cat/.ssh
for user in eve cat; do
  run --user "$user" --key twin
  check "a link is refused: $user" test "$status" -eq 3
done
rm home/eve/.ssh/authorized_keys
printf 'win:x:0:0::%s/home/win:/bin/bash\n' "$PWD" >>.passwd
mkdir -p home/win/.ssh
listed=home/win/.ssh/authorized_keys
{ printf '%s\r\n' "$(cat k1.pub)"; printf '%s  \n' "$(cat k3.pub)"; printf '%s jürgen@laptop\n' "$(cut -d ' ' -f 1,2 k2.pub)"; } >$listed
cp $listed all
for key in 'ana at work' 'twin ' 'jürgen@laptop' "$(cat k3.pub) " "$print="; do
  LC_ALL=C run --user win --key "$key"
  check "a key is found whatever ends its line or its name, and in whatever locale: $key" test "$status:$(grep -c '^removed from ' <<<"$out"):$(wc -l <$listed)" = 0:1:2
  cp all $listed
done
run --user win --key "${print:0:20}"
check 'a cut fingerprint is no key that is not there' test "$status:$(grep -c 'is not a whole fingerprint' <<<"$err"):$(cmp all $listed)" = 3:1:
check 'the whole ones are told' grep -q "^another key: 256 $print " <<<"$out"
printf 'secret\n' >target; chmod 600 target
# Whoever owns the directory sees what is about to be written, and lays links there.
stub mktemp <<EOF
printf '%s\\n' $PWD/home/win/.ssh/laid; ln -s $PWD/target home/win/.ssh/laid
EOF
run --user win --key "$print"
check 'a link in the place of the new file is not written through' test "$status:$(cat target):$(stat -c %a target):$(cmp all $listed)" = 1:secret:600:
rm .stubs/mktemp; rm -f home/win/.ssh/laid home/win/.ssh/*.before*
ln -s "$PWD/target" $listed.before
run --user win --key "$print"
check 'nor one in the place of a copy' test "$status:$(cat target):$(stat -c %a target)" = 0:secret:600
real=$(command -v cp)
stub cp <<EOF
for last; do :; done
ln -s $PWD/target "\$last"
exec $real "\$@"
EOF
"$real" all $listed
run --user win --key "$print"
check 'nor one that is laid there just then' test "$status:$(cat target):$(stat -c %a target)" = 0:secret:600
rm .stubs/cp
run --user eve --key twin
check 'root may change the keys of others' test "$status" -eq 0
stub id <<<'echo 1000'
run --user eve --key twin
check 'and so may they, whom sshd would not tell anyway' test "$status:$err" = 0:
run --user bo --key twin
check 'nobody else' test "$status" -eq 3
rm .stubs/id
run --user ghost --key twin
check 'a missing user is refused' test "$status" -eq 3
run --user two --key "$(cat k3.pub)" --dry-run
check 'a key may be named by its public line' grep -q '^would remove from .*authorized_keys2: .* twin (ECDSA)$' <<<"$out"
for md5 in MD5: ''; do
  run --user two --key "${md5}16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48"
  check "another kind of fingerprint is refused: $md5" test "$status:$(grep -c 'not MD5' <<<"$err")" = 2:1
done
run --user ana
check 'the key is required' test "$status" -eq 2
run --user ana --key '.*'
check 'a pattern is no key' grep -q '^nothing to do' <<<"$out"
run --key twin --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --key twin --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
