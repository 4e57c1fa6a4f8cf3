#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'tree/etc/app one' out/present
echo content >'tree/etc/app one/conf.yml'; echo other >tree/etc/other; ln -s other tree/etc/link
echo evil >'tree/etc/$(touch pwned)'
tar -C tree -czf 'arch ive.tar.gz' .
tar -C tree --force-local -cf plain:1.tar etc
run --archive 'arch ive.tar.gz' --member 'etc/app one/conf.yml' --destination out --dry-run
check 'a dry run says what it would do' grep -qx 'would restore: ./etc/app one/conf.yml to out/conf.yml' <<<"$out"
check 'a dry run writes nothing' test "$(ls -A out)" = present
run --archive 'arch ive.tar.gz' --member 'etc/app one/conf.yml' --destination out
check 'it succeeds' test "$status" -eq 0
check 'the file is back' cmp out/conf.yml 'tree/etc/app one/conf.yml'
check 'nothing else is' test "$(ls -A out | sort | tr '\n' ' ')" = 'conf.yml present '
check 'it says so' grep -qx "restored: out/conf.yml (8 bytes); its owner and mode are not those of the archive: $(stat -c %U:%G out/conf.yml) 600" <<<"$out"
echo mine >out/conf.yml
run --archive 'arch ive.tar.gz' --member '/etc/app one/conf.yml' --destination out
check 'a present file is not overwritten' grep -qx mine out/conf.yml
check 'the restored one stands beside it' grep -qx content out/conf.yml.restored-*
run --archive plain:1.tar --member etc/other --destination out
check 'a colon in the name of the archive is no host' grep -qx other out/other
cp plain:1.tar ./-
for archive in - "$PWD/plain:1.tar"; do
  mkdir -p once; run --archive "$archive" --member etc/other --destination once
  check "nor is any other name more than a name: $archive" grep -qx other once/other
  rm -r once
done
check 'of a member that it holds once nothing is noted' test "$(grep -c '^note' <<<"$out")" -eq 0
stub date <<<'echo 20260102-030405'
echo older >out/other.restored-20260102-030405
run --archive plain:1.tar --member etc/other --destination out
check 'nor is the one beside it overwritten' test "$status:$(<out/other.restored-20260102-030405)" = 3:older
rm .stubs/date out/other.restored-*
for place in absent tree/etc/other; do
  run --archive plain:1.tar --member etc/other --destination "$place"
  check "what is no directory is refused: $place" test "$status" -eq 3
done
run --archive 'arch ive.tar.gz' --member 'etc/$(touch pwned)' --destination out
check 'a hostile name is just a name' bash -c '[ "$1" = 0 ] && grep -qx evil "out/\$(touch pwned)"' _ "$status"
mkdir -p back/etc; for name in 'a\tb' 'c\\d' 'mnt-my\x2ddata.mount'; do echo "$name" >"back/etc/$name"; done; tar -C back -cf back.tar etc
for name in 'a\tb' 'c\\d' 'mnt-my\x2ddata.mount'; do
  run --archive back.tar --member "etc/$name" --destination back
  check "a backslash in a name is one: $name" cmp "back/$name" "back/etc/$name"
done
run --archive 'arch ive.tar.gz' --member conf.yml --destination out
check 'a name without its directory is refused' test "$status" -eq 3
check 'and the like is listed' grep -qx '  ./etc/app one/conf.yml' <<<"$out"
run --archive 'arch ive.tar.gz' --member etc/link --destination out
check 'a link is refused' test "$status" -eq 3
run --archive 'arch ive.tar.gz' --member 'etc/*' --destination out
check 'a pattern is refused' test "$status" -eq 3
mkdir etc; echo 'newer and longer' >etc/other; tar -rf again.tar -C tree etc/other; tar -rf again.tar etc/other
mkdir gens; run --archive again.tar --member etc/other --destination gens
check 'of several generations the last is taken' bash -c '[ "$1" = 0 ] && grep -qx "newer and longer" gens/other' _ "$status"
check 'and how many there are is told' grep -qx 'note: the archive holds it 2 times, the last one is taken' <<<"$out"
tar -C tree --owner='domain admin:1000' --group='domain users:1000' -cf blanks.tar etc/other
mkdir who; run --archive blanks.tar --member etc/other --destination who
check 'an owner with a blank is no size' bash -c '[ "$1" = 0 ] && grep -qx other who/other' _ "$status"
tar -P --transform 's,^tree,,' -cf slash.tar tree/etc/other
mkdir bare; run --archive slash.tar --member etc/other --destination bare
check 'a member with a leading slash is found without it' bash -c '[ "$1" = 0 ] && grep -qx other bare/other' _ "$status"
head -c 200 'arch ive.tar.gz' >cut.tar.gz
run --archive cut.tar.gz --member etc/other --destination out
check 'a damaged archive is a failure' test "$status" -eq 1
run --archive nowhere.tar --member a
check 'a missing archive is refused' test "$status" -eq 3
run --archive out --member a
check 'so is a directory' test "$status" -eq 3
run --archive plain:1.tar --member 'no  such'
check 'a member that is missing is named' grep -qF 'plain:1.tar holds no no  such' <<<"$err"
tar -cf empty.tar -T /dev/null
run --archive empty.tar --member a
check 'an archive without members is refused' bash -c '[ "$1" = 3 ] && grep -q "empty.tar is empty" <<<"$2"' _ "$status" "$err"
run --archive 'arch ive.tar.gz' --member ..
check 'the way up is no file' test "$status" -eq 2
run --archive 'arch ive.tar.gz'
check 'a member is needed' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
