#!/usr/bin/env bash
. "$HARNESS"

printf '127.0.0.1 localhost\n192.0.2.1 old.example.org Old # web.example.org\n2001:db8::1 six.example.org' >'my hosts'
cp 'my hosts' first

run --name db.example.org --address 192.0.2.15 --file 'my hosts' --dry-run
check 'a dry run says what it would do' grep -qx 'would add to my hosts: 192.0.2.15 db.example.org' <<<"$out"
check 'a dry run changes nothing' cmp 'my hosts' first
run --name db.example.org --address 192.0.2.15 --file 'my hosts'
check 'it succeeds' test "$status" -eq 0
check 'the entry is there' grep -qx $'192.0.2.15\tdb.example.org' 'my hosts'
check 'the line before it is whole' grep -qx '2001:db8::1 six.example.org' 'my hosts'
check 'everything else stays' test "$(head -n 2 'my hosts')" = "$(head -n 2 first)"
run --name DB.example.org --address 192.0.2.15 --file 'my hosts'
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'and adds nothing' test "$(grep -ci db.example.org 'my hosts')" -eq 1
check 'no warning without need' test -z "$err"
{ printf "# Your system has configured 'manage_etc_hosts' as True.\n"; cat 'my hosts'; } >cloudy
run --name cloud.example.org --address 192.0.2.16 --file cloudy
check 'a file of cloud-init is warned of' test "$status" -eq 0 -a -n "$(grep '^warning: cloud-init writes cloudy anew at each boot' <<<"$err")"
run --name old --address 192.0.2.9 --file 'my hosts'
check 'another address of a known name is refused' bash -c '[ "$1" -eq 3 ] && grep -q "with 192.0.2.1;" <<<"$2"' _ "$status" "$err"
run --name web.example.org --address 192.0.2.9 --file 'my hosts'
check 'a name in a comment is not known' test "$status" -eq 0
run --name six.example.org --address 192.0.2.6 --file 'my hosts'
check 'an address of the other family is added' test "$status" -eq 0
run --name localhost --address 192.0.2.9 --file 'my hosts'
check 'localhost is refused' test "$status" -eq 3
run --name x.example.org --address 192.0.2.999 --file 'my hosts'
check 'an address out of range is refused' test "$status" -eq 2
for wrong in 010.1.1.1 12:34 :::; do
  run --name x.example.org --address "$wrong" --file 'my hosts'
  check "what is no address is refused: $wrong" test "$status" -eq 2
done
run --name 192.0.2.3 --address 192.0.2.4 --file 'my hosts'
check 'an address is no name' test "$status" -eq 2
run --name x.example.org --address 192.0.2.9 --file nowhere
check 'a missing file is refused' test "$status" -eq 3
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
finish
