#!/usr/bin/env bash
. "$HARNESS"
use postgresql

sql -c "CREATE TABLE orders AS SELECT i, md5(i::text) AS note FROM generate_series(1, 20000) AS i"
pg_dump -Fc -f custom.dump shop
pg_dump -Ft -f tar.dump shop
pg_dump -Fd -f 'a directory' shop
pg_dump -f plain.sql shop
gzip -k plain.sql
pg_dumpall >all.sql
pg_dumpall --globals-only >globals.sql
for file in custom.dump tar.dump 'a directory' plain.sql plain.sql.gz all.sql globals.sql; do
  run --file "$file"
  check "$file is complete" test "$status" -eq 0
done
sed 's/$/\r/' plain.sql >windows.sql
run --file windows.sql
check 'lines that end as on Windows do not make it cut off' test "$status" -eq 0
run --file custom.dump
check 'it says which kind it is' test "$out" = "complete: './custom.dump' (archive); that it holds the right data only a trial restore tells"
half() { head -c $(($(stat -c %s "$1") * ${2-6} / 10)) "$1"; }
for file in custom.dump tar.dump plain.sql plain.sql.gz all.sql; do
  half "$file" >"half-$file"
  run --file "half-$file"
  check "a part of $file is a failure" test "$status" -eq 1
done
line=$(grep -n '^-- PostgreSQL database dump complete' all.sql | head -1 | cut -d: -f1)
head -n $((line + 5)) all.sql >first-only.sql
run --file first-only.sql
check 'a dump of all databases that ends after the first is a failure' test "$status" -eq 1
gzip -k first-only.sql
run --file first-only.sql.gz
check 'compressed too' test "$status" -eq 1
cp custom.dump damaged.dump
printf 'XXXXXXXXXXXXXXXX' | dd of=damaged.dump bs=1 seek=$(($(stat -c %s custom.dump) / 2)) conv=notrunc status=none
run --file damaged.dump
check 'an archive that is damaged in its data is a failure' test "$status" -eq 1
for options in -Z0 '-Z0 --inserts' -Z6; do
  rm -rf dir
  # shellcheck disable=SC2086  # two options
  pg_dump -Fd $options -f dir shop
  run --file dir
  check "a directory with $options is complete" test "$status" -eq 0
  part=$(find dir -name '[0-9]*.dat*' -size +10k | head -n 1)
  half "$part" 5 >part && cat part >"$part"
  run --file dir
  check "with half of a table's data, by $options, it is not" test "$status" -eq 1
done
rm "a directory"/*.dat.gz
run --file 'a directory'
check 'a directory that lacks its data is a failure' test "$status" -eq 1
cp custom.dump newer.dump
printf '\001\143' | dd of=newer.dump bs=1 seek=5 conv=notrunc status=none
run --file newer.dump
check 'a dump of a newer pg_dump is not called damaged' test "$status" -eq 3
gzip -k custom.dump
run --file custom.dump.gz
check 'an archive inside of gzip is refused' test "$status" -eq 3
echo hello >letter.txt
run --file letter.txt
check 'another file is refused' test "$status" -eq 3
xz -k plain.sql
run --file plain.sql.xz
check 'one that is packed otherwise is not said to be none' test "$status:$(grep -c 'or packed by something else than gzip' <<<"$err")" = 3:1
run --file custom.dump --dry-run
check 'a dry run says what it would read' test "$out" = "would read to its end: './custom.dump' (archive)"
finish
