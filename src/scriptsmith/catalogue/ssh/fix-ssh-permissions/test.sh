#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 43aebe99: whether anything was to change is asked, never how much
# equivalent mutant 8fa6620e: whether anything was to change is asked, never how much

mkdir -p 'home/a na/.ssh' home/bare
d='home/a na/.ssh'
for name in id_rsa id_rsa.pub authorized_keys known_hosts config $'odd\nname'; do printf 'x\n' >"$d/$name"; chmod 664 "$d/$name"; done
printf 'outside\n' >outside
chmod 666 outside
ln -s "$PWD/outside" "$d/link"
ln outside "$d/hard"
chmod 775 'home/a na' "$d"
printf 'ana:x:0:0::%s/home/a na:/bin/bash\nbare:x:0:0::%s/home/bare:/bin/sh\nlost:x:0:0::/nowhere:/bin/sh\n' "$PWD" "$PWD" >.passwd
stub getent <<'EOF'
grep "^${*: -1}:" .passwd || exit 2
EOF
modes() { stat -c '%a %n' "$d" "$d"/*; }
before=$(modes)

run --user ana --dry-run
check 'a dry run says what it would do' grep -q '^would set: .*/.ssh/id_rsa from 664 to 600$' <<<"$out"
check 'a dry run changes nothing' test "$(modes)" = "$before"
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'the private key is closed' test "$(stat -c %a "$d/id_rsa")" = 600
check 'a public key may be read' test "$(stat -c %a "$d/id_rsa.pub")" = 644
check 'the directory is closed' test "$(stat -c %a "$d")" = 700
check 'the home is no longer writable by the group' test "$(stat -c %a 'home/a na')" = 755
check 'a name with a newline is handled' test "$(stat -c %a "$d"/odd*)" = 600
check 'what a link leads to stays' test "$(stat -c %a outside)" = 666
check 'a name with a newline is quoted' grep -qF "/.ssh/odd\\nname' from 664 to 600" <<<"$out"
check 'links are told' test "$(grep -c '^left alone' <<<"$err")" -eq 2
check 'the former mode is told' grep -q '^set: .*known_hosts from 664 to 644$' <<<"$out"
check 'a file that can be run stays so' bash -c 'chmod 755 "$1/id_rsa" && bash "$SCRIPT" --user ana && [ "$(stat -c %a "$1/id_rsa")" = 700 ] && chmod 600 "$1/id_rsa"' _ "$d"
chmod 600 "$d"; chmod 0 "$d/authorized_keys"
run --user ana --dry-run
check 'a directory that cannot be entered is told' grep -q '^would set: .*/.ssh from 600 to 700$' <<<"$out"
run --user ana
check 'and can be entered afterwards' test "$status:$(stat -c %a "$d")" = 0:700
check 'a file that its owner cannot read can be read' test "$(stat -c %a "$d/authorized_keys")" = 400
run --user ana
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
mkdir "$d/sub"
run --user ana
check 'a directory in it is left alone, and told' test "$status:$(grep -c '^left alone, it is a directory: .*/.ssh/sub$' <<<"$err")" = 0:1
rmdir "$d/sub"
stub selinuxenabled </dev/null
stub stat <<'EOF'
[ "$1 $2" != '-c %C' ] || exec cat label
PATH=/usr/bin:/bin exec stat "$@"
EOF
echo unconfined_u:object_r:user_home_t:s0 >label
run --user ana
check 'a label that is not that of the policy is told' test "$status:$(grep -c '^note: the SELinux label of .*/.ssh is not ssh_home_t, and sshd may not read there: restorecon -R .*/.ssh sets it$' <<<"$out")" = 0:1
echo unconfined_u:object_r:ssh_home_t:s0 >label
run --user ana
check 'one that is, is not' test "$(grep -c SELinux <<<"$out")" -eq 0
echo '?' >label; stub selinuxenabled <<<'exit 1'
run --user ana
check 'nor where SELinux is off' test "$(grep -c SELinux <<<"$out")" -eq 0
rm .stubs/selinuxenabled .stubs/stat
stub find <<<'echo "find: .ssh: Permission denied" >&2; exit 1'
run --user ana
check 'one that cannot be read is not in order' test "$status:$(grep -c 'not all of .*/.ssh could be looked at: run this as ana$' <<<"$err"):$out" = 1:1:
rm .stubs/find
sed -i 's/^ana:x:0:/ana:x:1001:/' .passwd
for mode in 777 720 702; do
  chmod "$mode" 'home/a na'
  run --user ana
  check "a home of root that others write is refused: $mode" bash -c '[ "$1" -eq 3 ] && [ "$(stat -c %a "home/a na")" = "$2" ]' _ "$status" "$mode"
done
chmod 755 'home/a na'
run --user ana --dry-run
check 'a dry run tells what would be given to its user' test "$status:$(grep -c '^would give: .*/.ssh from user id 0 to ana$' <<<"$out")" = 0:1
stub chown <<<':'
run --user ana
check 'it is given' test "$status:$(grep -c '^given: .*/.ssh/id_rsa from user id 0 to ana$' <<<"$out")" = 0:1
check 'to the user and the group, and never through a link' calls '^chown -h -- 1001:0 .*/.ssh/id_rsa$'
: >"$STUB_LOG"
stub id <<<'echo 1001'
run --user ana
check 'without root that is a failure' test "$status:$(grep -c '^cannot change the owner of .*/.ssh/id_rsa$' <<<"$err"):$(calls '^chown')" = 1:1:
given=$(grep -c '^cannot change the owner' <<<"$err")
check 'each is counted' grep -q ": $given could not be changed$" <<<"$err"
stub id <<<'echo 1002'
run --user ana
check 'another user may not at all' test "$status:$(grep -c 'this needs root, or ana' <<<"$err")" = 3:1
rm .stubs/id .stubs/chown
sed -i 's/^ana:x:1001:/ana:x:0:/' .passwd
chmod 755 'home/a na'
stub stat <<<'[ "$1 $2" = "-c %u" ] && echo 4000'
run --user ana
check 'a home of somebody else is refused' test "$status" -eq 3
rm .stubs/stat
chmod 640 "$d/config"
stub chmod <<<'exit 1'
run --user ana
check 'a change that fails is a failure' test "$status" -eq 1
check 'and counted' grep -q ': 1 could not be changed$' <<<"$err"
rm .stubs/chmod
run --user bare
check 'a home without .ssh is refused' test "$status" -eq 3
run --user lost
check 'a missing home is refused' test "$status:$(grep -c 'lost has no home directory of its own' <<<"$err")" = 3:1
ln -s 'a na' home/alias; mkdir home/away; ln -s '../a na/.ssh' home/away/.ssh
printf '%s:x:0:0::%s:/bin/sh\n' alias "$PWD/home/alias" away "$PWD/home/away" >>.passwd
run --user alias
check 'so is a home that is a link' test "$status:$(grep -c 'alias has no home directory of its own' <<<"$err")" = 3:1
run --user away
check 'and a .ssh that is one' test "$status:$(grep -c 'home/away/.ssh is a link' <<<"$err")" = 3:1
run --user ghost
check 'a user that does not exist is refused' test "$status:$(grep -c 'no such user: ghost' <<<"$err")" = 3:1
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
