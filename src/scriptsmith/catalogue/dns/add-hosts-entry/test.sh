#!/usr/bin/env bash
. "$HARNESS"

printf '127.0.0.1 localhost\n192.0.2.1 old.example.org Old # web.example.org\n2001:db8::1 six.example.org' >'my hosts'
cp 'my hosts' first

run --name db.example.org --address 192.0.2.15 --file 'my hosts' --dry-run
check 'a dry run says what it would do' grep -qx 'would add to my hosts: 192.0.2.15 db.example.org' <<<"$out"
check 'a dry run changes nothing' cmp 'my hosts' first
run --name db.example.org --address 192.0.2.15 --file 'my hosts'
check 'it succeeds, and says what was added' test "$status:$(head -n 1 <<<"$out")" = '0:added to my hosts: 192.0.2.15 db.example.org'
check 'of a file that is not the one of the host, that its reader has to be told' grep -qx 'note: dnsmasq reads such a file at its start and on SIGHUP only; whether it finds db.example.org by my hosts was not looked at' <<<"$out"
check 'the entry is there' grep -qx $'192.0.2.15\tdb.example.org' 'my hosts'
check 'the line before it is whole' grep -qx '2001:db8::1 six.example.org' 'my hosts'
check 'everything else stays' test "$(head -n 2 'my hosts')" = "$(head -n 2 first)"
run --name DB.example.org --address 192.0.2.15 --file 'my hosts'
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'and says where the name stands' grep -qx 'nothing to do: DB.example.org stands in my hosts with 192.0.2.15 already' <<<"$out"
check 'and that its reader has to be told' grep -q '^note: dnsmasq reads such a file' <<<"$out"
check 'and adds nothing' test "$(grep -ci db.example.org 'my hosts')" -eq 1
check 'no warning without need' test -z "$err"
cp 'my hosts' grown; printf '192.0.2.17\tnext.example.org\n' >>grown
run --name next.example.org --address 192.0.2.17 --file 'my hosts'
check 'a line is added, and none is empty' cmp 'my hosts' grown
{ printf "# Your system has configured 'manage_etc_hosts' as True.\n"; cat 'my hosts'; } >'a cloudy'
run --name cloud.example.org --address 192.0.2.16 --file 'a cloudy'
check 'a file of cloud-init is warned of' test "$status" -eq 0 -a -n "$(grep '^warning: cloud-init writes a cloudy anew at each boot' <<<"$err")"
run --name old --address 192.0.2.9 --file 'my hosts'
check 'another address of a known name is refused' bash -c '[ "$1" -eq 3 ] && grep -q "with 192.0.2.1;" <<<"$2"' _ "$status" "$err"
run --name web.example.org --address 192.0.2.9 --file 'my hosts'
check 'a name in a comment is not known' test "$status" -eq 0
run --name six.example.org --address 192.0.2.6 --file 'my hosts'
check 'an address of the other family is added' test "$status" -eq 0
check 'and the one that was there is told' test "$(head -n 1 <<<"$out")" = 'added to my hosts: 192.0.2.6 six.example.org (it stood there already with 2001:db8::1, which stays)'
cp 'my hosts' grown
for same in 2001:DB8:0:0::1 2001:db8:0::0:1; do
  run --name six.example.org --address "$same" --file 'my hosts'
  check "an address that stands there in another spelling is there: $same" test "$status:$(cmp grown 'my hosts' && head -n 1 <<<"$out")" = '0:nothing to do: six.example.org stands in my hosts with 2001:db8::1 and 192.0.2.6 already'
done
run --name six.example.org --address 2001:db8::2 --file 'my hosts'
check 'another one of its family is refused' grep -q 'stands in my hosts with 2001:db8::1; remove that first' <<<"$err"
run --name localhost --address 192.0.2.9 --file 'my hosts'
check 'localhost is refused' test "$status" -eq 3
cp 'my hosts' grown
for own in LocalHost.localdomain ip6-loopback; do
  run --name "$own" --address 192.0.2.9 --file 'my hosts'
  check "so is what stands for it elsewhere: $own" test "$status:$(grep -c "rely on $own" <<<"$err")" = 3:1
done
check 'and nothing is changed' cmp 'my hosts' grown
run --name x.example.org --address 192.0.2.999 --file 'my hosts'
check 'an address out of range is refused' test "$status" -eq 2
for right in 255.0.255.0 :: ::1 1:: 2001:db8:0:0:0:0:0:255 1::3:4:5:6:7:8 1:2:3:4:5:6:7:: 2001:db8::ABCD 1:2:3:4:5:6:192.0.2.255 ::ffff:192.0.2.9; do
  run --name x.example.org --address "$right" --file 'my hosts' --dry-run
  check "what is an address is taken: $right" test "$status:$out" = "0:would add to my hosts: $right x.example.org"
done
for wrong in 010.1.1.1 192.0.2.256 12:34 ::: 2001:db8::12345 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::3::5 2001:db8::1: 1:2:3:4:5:6:7:8: 1::2:3:4:5:6:7:8 \
  1:2:3:4:5:6:7:8:: ::ffff:1.256.0.1 ::ffff:01.2.3.4 ::1.2.3 1.2.3.4::1 1:2:3:4:5:6:7:1.2.3.4 $'::1\n::6 evil'; do
  run --name x.example.org --address "$wrong" --file 'my hosts'
  check "what is no address is refused: $wrong" test "$status" -eq 2
done
run --name 192.0.2.3 --address 192.0.2.4 --file 'my hosts'
check 'an address is no name' test "$status" -eq 2
run --name x.example.org --address 192.0.2.9 --file nowhere
check 'a missing file is refused' test "$status" -eq 3
mkdir 'a folder'
run --name x.example.org --address 192.0.2.9 --file 'a folder'
check 'a directory is no hosts file' test "$status:$err" = '3:add-hosts-entry: cannot read a folder'

# Root may write everywhere, so this is run by a user who may not.
if [ "$(id -u)" != 0 ] || setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
  bash_=$(type -P bash)
  stub bash <<<"if [ \"\$(id -u)\" = 0 ]; then exec setpriv --reuid 65534 --clear-groups '$bash_' \"\$@\"; else exec '$bash_' \"\$@\"; fi"
  hash -r
  cp first fixed; chmod 444 fixed
  run --name x.example.org --address 192.0.2.9 --file fixed
  check 'a file that cannot be written is refused' test "$status:$(cmp fixed first && echo same)" = 3:same
  rm .stubs/bash; hash -r
fi

# Whether the host finds the name is asked where the file is the one of the host.
printf '127.0.0.1 localhost\n' >/etc/hosts
stub getent <<'EOF'
[ "$1 $#" = 'ahosts 2' ] || exit 1
[ -s .found ] || exit 2
printf '%s STREAM x\n%s DGRAM\n%s RAW\n' "$(cat .found)" "$(cat .found)" "$(cat .found)"
EOF
number=0
for it in '192.0.2.10 192.0.2.10' '2001:DB8:0:0::a0 2001:db8::a0' '::ffff:10.20.30.40 ::ffff:a14:1e28' 'fe80::1 fe80::1%eth0'; do
  echo "${it#* }" >.found
  run --name "found$((number += 1)).example.org" --address "${it% *}"
  check "a name that is found is not warned of, however it is written: $it" test "$status:$err" = 0:
done
for it in '192.0.2.10 192.0.2.11' '192.0.2.10 64.0.2.10' '2001:db8::ffff 2001:db8::2a2e' '2001:db8::1 2001:db8:0:1::' '192.0.2.10 2001:db8::1'; do
  echo "${it#* }" >.found
  run --name "other$((number += 1)).example.org" --address "${it% *}"
  check "one that is found with another address is: $it" test "$status:$(grep -c "^warning: this host does not find other$number.example.org by it" <<<"$err")" = 0:1
done
: >.found
run --name nowhere.example.org --address 192.0.2.10
check 'so is one that is not found' test "$status:$(grep -c '^warning: this host does not find nowhere.example.org by it' <<<"$err")" = 0:1
check 'and the entry stays' grep -qx $'192.0.2.10\tnowhere.example.org' /etc/hosts
echo "# Your system has configured 'manage_etc_hosts' as True." >>/etc/hosts
run --name nowhere.example.org --address 192.0.2.10
check 'where it stands already both are told, too' test "$status:$(grep -c '^nothing to do: ' <<<"$out"):$(grep -c -e '^warning: this host does not find nowhere.example.org' -e '^warning: cloud-init writes /etc/hosts anew' <<<"$err")" = 0:1:2
rm .stubs/getent
run --name x.example.org
check 'the address is required' test "$status" -eq 2
run --address 192.0.2.9 --file 'my hosts' --name $'x\n6.6.6.6 evil'
check 'a line break is refused' test "$status" -eq 2
run --address 192.0.2.9 --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address 192.0.2.9 --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name x --address 192.0.2.9 --file first >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
cp first 'my hosts'
full --name six.example.org --address 2001:db8:0::1 --file 'my hosts'
check 'without room for a file an address is known, too' test "$status:$(grep -c '^nothing to do: six.example.org stands in my hosts' <<<"$out")" = 0:1
finish
