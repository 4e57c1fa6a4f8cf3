#!/usr/bin/env bash
. "$HARNESS"

mkdir 'back ups' outside
names=(db-1.gz 'db 2.gz' -db-3.gz $'db\n4.gz' db-5.gz)
day=1
for name in "${names[@]}"; do
  echo data >"back ups/$name"
  touch -d "2026-01-0$day" "back ups/$name"
  day=$((day + 1))
done
: >'back ups/failed.gz'
echo x >'back ups/notes.txt'; echo x >outside/o.gz
ln -s ../outside/o.gz 'back ups/link.gz'
mkdir 'back ups/dir.gz'
before=$(ls 'back ups' | sort)
run --directory 'back ups' --keep 2 --dry-run
check 'a dry run names the oldest' grep -qx 'would delete: db-1.gz' <<<"$out"
check 'a dry run deletes nothing' test "$(ls 'back ups' | sort)" = "$before"
check 'it counts' grep -q '^2 kept, 3 would be deleted (15), 0 failed$' <<<"$out"
run --directory 'back ups' --keep 2
check 'it succeeds' test "$status" -eq 0
check 'the newest stay' test -e 'back ups/db-5.gz' -a -e $'back ups/db\n4.gz'
check 'the others go' test ! -e 'back ups/-db-3.gz' -a ! -e 'back ups/db 2.gz' -a ! -e 'back ups/db-1.gz'
check 'they are counted' grep -q '^2 kept, 3 deleted (15), 0 failed$' <<<"$out"
check 'another kind of file stays' test -e 'back ups/notes.txt'
check 'what a link leads to stays' test -e outside/o.gz
check 'an empty one is named and no backup' grep -qx 'empty, no backup, left alone: failed.gz' <<<"$out"
check 'a line break in a name is quoted' grep -qF "keep: \$'db\\n4.gz'" <<<"$out"
run --directory 'back ups' --keep 2
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^2 kept, 0 deleted" <<<"$2"' _ "$status" "$out"
stub find <<<'exec /usr/bin/find "$@"'
run --directory 'back ups' --keep 2 --dry-run
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race')"
rm .stubs/find
run --directory 'back ups' --keep 0
check 'none to keep is refused' test "$status" -eq 2
run --directory 'back ups' --keep 2 --pattern '*'
check 'a pattern for everything is refused' test "$status" -eq 2
check 'and the reason is told' grep -q 'name what backups are called' <<<"$err"
run --directory /etc --keep 3
check 'a directory of the system is refused' test "$status" -eq 2
run --directory nowhere --keep 2
check 'a missing directory is refused' test "$status" -eq 3
run
check 'a directory and a number are needed' test "$status" -eq 2
run --directory 'back ups' --keep 2 --pattern '$(touch pwned).gz'
check 'a hostile pattern runs nothing' test "$status" -eq 3 -a ! -e pwned
run --directory 'back ups' --keep '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned

for name in 'sub/*.gz' ''; do
  run --directory 'back ups' --keep 2 --pattern "$name"
  check "a pattern '$name' is refused" grep -q 'without a slash' <<<"$err"
done
mkdir many
for n in {10..20}; do echo data >"many/$n.gz"; done
run --directory many --keep 010 --dry-run
check 'a leading zero makes no octal number' grep -q '^10 kept, 1 would be deleted' <<<"$out"
check 'where some match, nothing is noted' test -z "$err"
run --directory many --keep 2 --pattern '*.zip'
check 'a pattern that nothing matches where files are is refused' test "$status:$(ls many | wc -l)" = 3:11
check 'and told' grep -q "no file in $PWD/many matches \*.zip, but there are others, such as [12][0-9].gz" <<<"$err"
mkdir none
run --directory none --keep 2
check 'an empty directory has nothing to delete' grep -q '^0 kept, 0 deleted' <<<"$out"
mkdir several; for n in 1 2 3; do for db in shop mail; do echo x >"several/$db-2026-01-0${n}T0300Z.sql.gz"; done; done
for how in '' --dry-run; do
  run --directory several --keep 5 $how
  check "several series are refused $how" test "$status:$(ls several | wc -l)" = 3:6
  check "and named $how" grep -q 'refused: 2 series.*pattern.*: .*mail-.*' <<<"$err"
done
run --directory several --keep 6
check 'where none would be deleted they are not' test "$status:$(ls several | wc -l)" = 0:6
run --directory several --keep 2 --pattern 'mail-*.gz'
check 'a pattern for one of them deletes of that one' test "$status:$(ls several | tr '\n' ,)" = '0:mail-2026-01-02T0300Z.sql.gz,mail-2026-01-03T0300Z.sql.gz,shop-2026-01-01T0300Z.sql.gz,shop-2026-01-02T0300Z.sql.gz,shop-2026-01-03T0300Z.sql.gz,'
mkdir numbered; echo x >numbered/shop1-20260101.gz; echo x >numbered/shop2-20260101.gz
run --directory numbered --keep 1
check 'names with numbers before the date are two series' test "$status:$(ls numbered | wc -l)" = 3:2
mkdir wal; for n in 1 2 3; do echo x >wal/0000000100000000000000A$n.gz; done
run --directory wal --keep 1
check 'WAL segments are refused' test "$status:$(ls wal | wc -l)" = 3:3
check 'and told as what they are' grep -q '0000000100000000000000A[123].gz is a WAL segment' <<<"$err"
run --directory wal --keep 3
check 'where none would go they are not' test "$status" -eq 0
mkdir counted; for n in 1 2 12; do echo x >"counted/backup$n.sql.bz2"; done
run --directory counted --keep 1 --pattern '*.bz2'
check 'names with a number only are one' test "$status:$(ls counted | wc -l)" = 0:1
mkdir failing; echo x >failing/a-1.gz; echo x >failing/a-2.gz; : >failing/b-1.gz
run --directory failing --keep 1
check 'an empty file makes no series' test "$status:$(ls failing | tr '\n' ,)" = 0:a-2.gz,b-1.gz,
mkdir series; for each in etc-20260101-000000-full etc-20260102-000000-incr etc-20260103-000000-incr other; do echo x >"series/$each.tar.gz"; done; echo x >series/etc.snar
run --directory series --keep 1
check 'the archives of an incremental series are refused' test "$status:$(ls series | wc -l)" = 3:5
check 'and the reason is told' grep -q 'etc-2026010[123]-000000-.*is of an incremental series' <<<"$err"
run --directory series --keep 1 --pattern 'oth*.gz'
check 'other files beside it are not' test "$status" -eq 0
# The last three runs failed: what they left is no backup.
mkdir last; day=1
for size in 1000 900 99 20 20; do head -c $size /dev/zero >last/db-$day.sql.gz; touch -d "2026-01-0$day" last/db-$day.sql.gz; day=$((day + 1)); done
for how in '' --dry-run; do
  run --directory last --keep 3 $how
  check "where all that would be kept are small nothing is deleted $how" test "$status:$(ls last | wc -l)" = 3:5
  check "and why is told $how" grep -q 'of the 3 that would be kept the largest has 99 bytes, of those that would go 1000; did the last backups fail?' <<<"$err"
done
head -c 100 /dev/zero >last/db-3.sql.gz; touch -d 2026-01-03 last/db-3.sql.gz
run --directory last --keep 3
check 'a tenth is enough' test "$status:$(ls last | tr '\n' ,)" = 0:db-3.sql.gz,db-4.sql.gz,db-5.sql.gz,
mkdir growing; for n in 1 2; do echo data >growing/db-$n.gz; touch -d "2026-01-0$n" growing/db-$n.gz; done
exec 8>>growing/db-3.gz; echo part >&8
for how in '' --dry-run; do
  run --directory growing --keep 1 $how
  check "while one is being written none is deleted $how" test "$status:$(ls growing | wc -l)" = 3:3
  check "and why is told $how" grep -q 'refused: db-3.gz is open, as one that is still being written' <<<"$err"
done
run --directory growing --keep 3
check 'where none would go it is no hindrance' test "$status" -eq 0
exec 8>&-
run --directory growing --keep 1
check 'once it is written the older ones go' test "$status:$(ls growing)" = 0:db-3.gz
stub rm <<<'exit 1'
run --directory many --keep 9
check 'what cannot be deleted is a failure' test "$status" -eq 1
check 'and counted' grep -q '^9 kept, 0 deleted (0), 2 failed$' <<<"$out"
/bin/rm .stubs/rm
# Without the rest of the list, what is newest there is not known to be the newest.
stub find <<<'/usr/bin/find "$@" | head -z -n 5; exit 1'
run --directory many --keep 1
check 'a list that is cut short deletes nothing' test "$status:$(ls many | wc -l)" = 1:11
check 'and is told' grep -q 'could not be read' <<<"$err"
finish
