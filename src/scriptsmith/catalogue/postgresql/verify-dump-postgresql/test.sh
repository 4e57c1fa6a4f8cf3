#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant f9717df4: nor here
# equivalent mutant c8e5ec91: how many of the first bytes are looked at does not matter

head='--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nSET statement_timeout = 0;\n'
close='--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict abc\n\n'
printf -- "${head}COPY public.orders (id) FROM stdin;\n1\n\\\\.\n\n$close" >whole.sql
printf -- "${head}COPY public.orders (id) FROM stdin;\n1\n" >'cut off.sql'
gzip -c whole.sql >./-whole.gz
gzip -c 'cut off.sql' >cut.sql.gz
head -c -12 ./-whole.gz >half.sql.gz
printf 'PGDMP\001\016\000\004\010\001\001' >whole.dump
printf 'PGDMP\001\016\000\004' >half.dump
mkdir archive other
echo PGDMP >archive/toc.dat
echo 'hello' >letter.txt
: >empty.dump
stub pg_restore <<'EOF'
# 12 bytes are a whole archive here.
[[ $1 == --file=/dev/stdout && $2 == -- && $# == 3 ]] || exit 1
if [[ -e newer ]]; then echo 'pg_restore: error: unsupported version (1.16) in file header' >&2; exit 1; fi
if [[ -e plain ]]; then echo 'pg_restore: error: cannot restore from compressed archive (compression not supported by this installation)' >&2; exit 1; fi
if [[ -e bare ]]; then echo 'pg_restore: error: this build does not support compression with zstd' >&2; exit 1; fi
if [[ -e sql ]]; then cat sql; fi
if [[ -e locked ]]; then echo 'pg_restore: error: could not open input file "1.dat": Permission denied' >&2; exit 1; fi
if [[ -e absent ]]; then echo 'Error: You must install at least one postgresql-client-<version> package' >&2; exit 1; fi
if [[ -f $3 ]] && (($(stat -c %s -- "$3") < 12)); then
  echo 'pg_restore: error: could not read from input file: end of file' >&2
  exit 1
fi
EOF

run --file whole.sql
check 'a whole SQL dump is complete' test "$status" -eq 0
check 'it says so' test "$out" = "complete: './whole.sql' (plain SQL); that it holds the right data only a trial restore tells"
sed 's/$/\r/' whole.sql >windows.sql
run --file windows.sql
check 'lines that end as on Windows do not make it cut off' test "$status" -eq 0
printf '(\xb5/\xfd%s' "$(head -c 600 /dev/zero | tr '\0' x)" >whole.sql.zst
run --file whole.sql.zst
check 'one that is packed otherwise is not said to be none' test "$status:$(grep -c 'or packed by something else than gzip' <<<"$err")" = 3:1
run --file 'cut off.sql'
check 'an SQL dump that was cut off is a failure' test "$status" -eq 1
run --file -whole.gz
check 'a compressed SQL dump is complete' test "$out" = "complete: './-whole.gz' (compressed SQL); that it holds the right data only a trial restore tells"
run --file cut.sql.gz
check 'a compressed dump of half a database is a failure' test "$status" -eq 1
run --file half.sql.gz
check 'half of a compressed dump is a failure' test "$status" -eq 1
run --file whole.dump --dry-run
check 'a dry run says what it is' test "$out" = "would read to its end: './whole.dump' (archive)"
check 'a dry run reads no archive' test -z "$(calls '^pg_restore')"
run --file whole.dump
check 'a whole archive is complete' test "$out" = "complete: './whole.dump' (archive); that it holds the right data only a trial restore tells"
check 'its data are read too' test -n "$(calls '^pg_restore --file=/dev/stdout -- ./whole.dump')"
run --file half.dump
check 'half an archive is a failure' test "$status" -eq 1
touch bare
run --file whole.dump
check 'a pg_restore without its compression calls no dump damaged' bash -c '[ "$1" -eq 3 ] && grep -q "built without its compression" <<<"$2"' _ "$status" "$err"
rm bare; touch plain
run --file whole.dump
check 'in the words of older ones too' test "$status:$(grep -c 'built without' <<<"$err")" = 3:1
rm plain; touch newer
run --file whole.dump
check 'nor does one that is older than the dump' test "$status:$(grep -c 'is older than the dump' <<<"$err")" = 3:1
rm newer
gzip -c whole.dump >packed.gz
run --file packed.gz
check 'an archive inside of gzip is refused' test "$status:$(grep -c 'unpack it first' <<<"$err")" = 3:1
echo data >1.dat; echo x >toc.dat; echo SQL >restore.sql
tar -cf cut.tar toc.dat 1.dat; tar -cf 'whole one.tar' toc.dat 1.dat restore.sql; head -c 1000 'whole one.tar' >torn.tar
run --file 'whole one.tar'
check 'a whole tar archive is complete' test "$out" = "complete: './whole one.tar' (tar archive); that it holds the right data only a trial restore tells"
run --file cut.tar
check 'one that lacks its last file is not' test "$status:$(grep -c 'no restore.sql at its end' <<<"$err")" = 1:1
run --file torn.tar
check 'nor is one that breaks off' test "$status:$(grep -c 'damaged or cut off' <<<"$err")" = 1:1
for name in whole.sql whole.dump -whole.gz; do
  cp "./$name" "a copy of $name"
  run --file "a copy of $name"
  check "blanks in the name do not matter: $name" test "$status" -eq 0
done
{ cat 'cut off.sql'; echo '-- PostgreSQL database dump complete'; seq 11; } >notes.sql
run --file notes.sql
check 'eleven lines may follow the closing one' test "$status" -eq 0
echo 12 >>notes.sql
run --file notes.sql
check 'twelve may not' test "$status" -eq 1
printf -- "--\n-- PostgreSQL database cluster dump\n--\n\n$head$close" >cluster.sql
run --file cluster.sql
check 'the closing line of one database does not end a whole cluster' test "$status:$(grep -c 'no closing line' <<<"$err")" = 1:1
printf -- '--\n-- PostgreSQL database cluster dump complete\n--\n' >>cluster.sql
run --file cluster.sql
check 'its own does' test "$status" -eq 0
run --file archive
check 'a directory archive is complete' test "$out" = "complete: './archive' (directory archive); that it holds the right data only a trial restore tells"
entry() { printf -- '\n--\n-- %sName: %s; Type: %s; Schema: public; Owner: me\n--\n\n' "$@"; }
sql() { # DATA: what pg_restore makes of an archive with a function and two tables, of which the first has these data
  printf 'SET row_security = off;\n'
  entry '' f FUNCTION; printf 'CREATE FUNCTION f() RETURNS text AS $$\n--\n-- Name: f\n--\nBEGIN\nCOPY x FROM stdin;\nEND\n$$ LANGUAGE plpgsql;\n\n'
  entry 'Data for ' orders 'TABLE DATA'; printf '%b' "$1"
  entry 'Data for ' notes 'TABLE DATA'; printf 'COPY public.notes (t) FROM stdin;\nCOPY x FROM stdin;\n\\.\n\n\n'
  printf -- '--\n-- PostgreSQL database dump complete\n--\n\n'
}
whole() { sql "$2" >sql; run --file archive; check "complete: $1" test "$status" -eq 0; }
torn() { sql "$2" >sql; run --file archive; check "cut off: $1" test "$status:$(grep -c "damaged or cut off: './archive'" <<<"$err")" = 1:1; }
whole 'a table' 'COPY public.orders (id) FROM stdin;\n1\n\\.\n\n\n'
torn 'a table, behind a row' 'COPY public.orders (id, note) FROM stdin;\n1\ta;\n\n'
torn 'a table, within one' 'COPY public.orders (id, note) FROM stdin;\n1\ta;\n2\n'
torn 'a table without a row' 'COPY public.orders (id) FROM stdin;\n\n'
whole 'rows in INSERT' "INSERT INTO public.orders VALUES (1);\nINSERT INTO public.orders VALUES (2);\n\n\n"
torn 'rows in INSERT, at the end of a line' "INSERT INTO public.orders VALUES (1);\nINSERT INTO public.ord\n"
sql 'INSERT INTO public.orders VALUES (1);\nINSERT INTO public.ord' | sed '/^INSERT INTO public.ord$/{N;s/\n\n*//}' >sql; run --file archive
check 'cut off: rows in INSERT, with the next heading right behind' test "$status" -eq 1
sql 'COPY public.orders (id) FROM stdin;\n1\n\\.\n\n\n' | head -n -7 >sql; run --file archive
check 'cut off: the last table' test "$status" -eq 1
rm sql; touch archive/blob_1.dat.gz; run --file archive
check 'of large objects in gzip nothing is said' test "$status:$(grep -c large <<<"$out")" = 0:0
touch archive/blob_2.dat; ln -s archive link; run --file link
check 'also of a directory that is a link' test "$status:$(grep -cx 'note: a cut in one of the large objects is not noticed' <<<"$out")" = 0:1
run --file archive; rm archive/blob_* link
check 'of others that a cut is not noticed' test "$status:$(grep -cx 'note: a cut in one of the large objects is not noticed' <<<"$out")" = 0:1
for file in locked absent; do
  touch $file; run --file archive; rm $file
  check "what pg_restore cannot read is not called damaged: $file" test "$status:$(grep -c 'cannot read .* here' <<<"$err")" = 3:1
done
run --file empty.dump
check 'an empty file is a failure' test "$status" -eq 1
run --file letter.txt
check 'another kind of file is refused' test "$status" -eq 3
run --file other
check 'another directory is refused' test "$status" -eq 3
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file '$(touch pwned); touch pwned'
check 'a hostile value is only a name' test "$status" -eq 3
run
check 'a file is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned

run --file whole.sql --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file whole.sql >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
