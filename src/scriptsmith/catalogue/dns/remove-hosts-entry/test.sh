#!/usr/bin/env bash
. "$HARNESS"

printf '127.0.0.1 localhost\n192.0.2.15\tdb.example.org   DB  db.lab # primary\n\n# db.example.org is down\n192.0.2.16 db.example.org.old\n2001:db8::5 db.example.org\n' >'my hosts'
cp 'my hosts' first
stub uname <<<'echo thishost'

run --name db.example.org --file 'my hosts' --dry-run
check 'a dry run says what it would do' grep -qx 'would remove: db.example.org from my hosts' <<<"$out"
check 'the lines are shown' grep -qx 'found: 2001:db8::5 db.example.org' <<<"$out"
check 'a dry run changes nothing' cmp 'my hosts' first
stub cp <<<'echo "cp: error writing: No space left on device" >&2; exit 1'
run --name db.example.org --file 'my hosts'
check 'without a copy of the former file nothing is changed' test "$status:$(cmp 'my hosts' first && echo same)" = 1:same
rm .stubs/cp
inode=$(stat -c %i 'my hosts')
run --name DB.example.org --file 'my hosts'
check 'it succeeds' test "$status" -eq 0
check 'it says so, and where the former file is' test "$(tail -n 1 <<<"$out")" = 'removed: DB.example.org from my hosts (the former file: my hosts.before)'
check 'other names of the line stay, with the comment' grep -qx '192.0.2.15 DB db.lab # primary' 'my hosts'
check 'a line without names goes' test -z "$(grep 2001 'my hosts')"
check 'a comment stays' grep -qx '# db.example.org is down' 'my hosts'
check 'a longer name stays' grep -qx '192.0.2.16 db.example.org.old' 'my hosts'
check 'nothing else changes' test "$(diff first 'my hosts' | grep -c '^[<>]')" -eq 3
check 'the former file is kept' cmp first 'my hosts.before'
check 'the file is the same one' test "$(stat -c %i 'my hosts')" = "$inode"
run --name db.example.org --file 'my hosts'
check 'a second run has nothing to do' test "$status:$out" = '0:nothing to do: db.example.org is not in my hosts'
cp first full
stub cat <<<'echo "cat: write error: No space left on device" >&2; exit 1'
run --name db.example.org --file full
rm .stubs/cat
check 'a file that cannot be written is a failure' test "$status:$(grep -c 'the former one is full.before' <<<"$err")" = 1:1
check 'and the former one is there' cmp first full.before
printf '192.0.2.1 far.lan\r\n192.0.2.2 near.lan\r\n' >crlf
run --name far.lan --file crlf
check 'a line that ends as on Windows is found, too' test "$status:$(tr -d '\r' <crlf)" = '0:192.0.2.2 near.lan'
run --name localhost --file 'my hosts'
check 'localhost is refused' test "$status" -eq 3
run --name thishost --file 'my hosts'
check 'the own name is refused' test "$status" -eq 3
printf '192.0.2.3 web1.acme.lan web1\n' >>'my hosts'
stub uname <<<'echo Web1.acme.lan'
for name in web1 web1.acme.lan; do
  run --name "$name" --file 'my hosts'
  check "with its domain or without: $name" bash -c '[ "$1" = 3 ] && grep -qx "192.0.2.3 web1.acme.lan web1" "my hosts"' _ "$status"
done
run --name '.*' --file 'my hosts'
check 'a pattern is no name' test "$status" -eq 2
run --name db --file nowhere
check 'a missing file is refused' test "$status" -eq 3
mkdir folder
run --name db --file folder
check 'a directory is no hosts file' test "$status:$(grep -c 'cannot read folder' <<<"$err")" = 3:1
run
check 'the name is required' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name db.lab --file first >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
