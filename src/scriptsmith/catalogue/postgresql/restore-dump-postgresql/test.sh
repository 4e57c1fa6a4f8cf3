#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 082a2bec: how many of the first bytes are looked at does not matter
# equivalent mutant 2821a81b: nor here
# equivalent mutant 039ba3b9: one line is enough, and two are no harm

# Takes the options that the scripts need of psql, refuses others as psql does, and ends as psql ends.
cat >psql.inc <<'INC'
database='' tuples=false stop=0 single=no file=''
while (($# > 0)); do
  case $1 in
    -Xwq) shift ;;
    -At) tuples=true; shift ;;
    -1) single=yes; shift ;;
    -f) file=$2; shift 2 ;;
    -v)
      if [[ $2 == ON_ERROR_STOP=1 ]]; then stop=1; else printf 'set %s\n' "$2" >>"$STUB_LOG"; fi
      shift 2
      ;;
    -P) [[ $2 == footer=off ]] || exit 1; shift 2 ;;
    -d) database=$2; shift 2 ;;
    *) printf "psql: unrecognized option '%s'\n" "$1" >&2; exit 1 ;;
  esac
done
if [[ -e down ]]; then
  echo 'psql: error: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory' >&2
  exit 2
fi
fail() {
  printf 'ERROR:  %s\n' "$1" >&2
  ((stop)) && exit 3
  exit 0
}
sql=''
if [[ -z $file ]]; then
  sql=$(</dev/stdin)
  printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
  if [[ -e broken ]]; then fail 'canceling statement due to statement timeout'; fi
fi
INC
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

stub psql <<'EOF'
. ./psql.inc
if [[ -n $file ]]; then
  [[ $file == - && $single == yes && $stop == 1 ]] || exit 1
  cat >loaded; printf 'load %s\n' "$database" >>"$STUB_LOG"
  if grep -q bad loaded; then rm loaded; fail 'syntax error'; fi
  echo 3 >"db/$database"; exit
fi
case $sql in
  *'FROM pg_database'*) if [[ -e odd ]]; then echo; else ls db | grep -cx "$(calls=$(grep '^set name=' "$STUB_LOG" | tail -n 1); echo "${calls#*=}")"; fi; true ;;
  *ANALYZE*) if [[ -e slow ]]; then fail 'permission denied'; fi; cat "db/$database" ;;
  *pg_class*) [[ -e db/$database ]] || exit 2; cat "db/$database" ;;
esac
EOF
stub pg_restore <<'EOF'
[[ $1 != --list ]] || { ! grep -q damaged "$2" 2>/dev/null; exit; }
[[ $1 == -w ]] || exit 1
for word; do case $word in --dbname=*) database=${word#*=} ;; esac; done
[[ " $* " == *' --single-transaction --exit-on-error '* && -e db/$database ]] || exit 1
! grep -q bad "${!#}" 2>/dev/null || exit 1
echo 5 >"db/$database"
EOF
stub createdb <<'EOF'
[[ "$1 $2 $3" == '-w --template=template0 --' && $# == 4 && ! -e full ]] || exit 1
echo 0 >"db/$4"
EOF
mkdir db 'a dir' empty; echo x >'a dir/toc.dat'; echo 0 >db/blank; echo 7 >db/shop
printf 'PGDMP\001rest' >'my shop.dump'; printf 'PGDMP\001damaged' >damaged.dump; printf 'PGDMP\001bad' >bad.dump
closing='-- PostgreSQL database dump complete'
printf -- '--\n-- PostgreSQL database dump\n--\nSELECT 1;\n\\\\connect x\n%s\n\n' "$closing" >plain.sql; sed 's/SELECT 1/bad/' plain.sql >bad.sql
gzip -k plain.sql; printf -- '--\n-- PostgreSQL database dump\n--\n\\connect shop\n%s\n' "$closing" >create.sql; gzip -k create.sql
printf -- '--\n-- PostgreSQL database cluster dump\n--\n' >all.sql; echo hello >letter.txt; gzip -k letter.txt; gzip -c 'my shop.dump' >shop.dump.gz

run --file 'my shop.dump' --database new --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = "0:would restore: './my shop.dump' (archive) into database new"
check 'a dry run makes nothing' test ! -e db/new
run --file 'my shop.dump' --database new
check 'it succeeds' test "$status:$(grep '^restored' <<<"$out")" = "0:restored: './my shop.dump' into database new, which has 5 tables now"
check 'that the room on the server is not known is told' grep -q '^note: the room on the server is not looked at' <<<"$out"
check 'how it is undone is told' test "$(tail -n 1 <<<"$out")" = 'undo: dropdb -- new'
check 'owners are kept' test -z "$(calls 'pg_restore .*--no-owner')"
check 'statistics are gathered, however long it takes' test -n "$(calls '^sql SET SESSION statement_timeout = 0; ANALYZE')"
touch slow
run --file 'my shop.dump' --database late
rm slow
check 'where that fails it is told that all is restored' test "$status:$(grep -c 'is restored into database late, but no statistics' <<<"$err")" = 1:1
run --file 'a dir' --database new2 --no-owner yes
check 'a directory too, without owners and rights' test "$status" -eq 0 -a -n "$(calls 'pg_restore .*--no-owner --no-privileges --dbname=new2 ./a dir')"
check 'that no rights are restored is told' grep -q '^note: .*GRANT.* was not restored' <<<"$out"
printf '1\n\\.\n\n\n' >'a dir/10.dat'
run --file 'a dir' --database new3
check 'one whose data have their end is taken, and of rights nothing is said' test "$status:$(grep -c GRANT <<<"$out")" = 0:0
printf '1\n' >'a dir/10.dat'
refused 3 "'./a dir/10.dat' lacks its end" --file 'a dir' --database new4
run --file 'my shop.dump' --database blank
check 'one that is empty is taken' test "$status:$(cat db/blank):$(calls 'createdb.*blank')" = 0:5:
run --file 'my shop.dump' --database blank
check 'a second run is refused' test "$status" -eq 3
run --file plain.sql --database plain
check 'what is not restored of the database itself is told' grep -qF 'are not restored: set them before you rename it (in psql \l and \drds show' <<<"$out"
check 'plain SQL too' test "$status:$(grep '^restored' <<<"$out")" = "0:restored: './plain.sql' into database plain, which has 3 tables now"
cp plain.sql 'my plain.sql'; cp plain.sql.gz 'my plain.sql.gz'
run --file 'my plain.sql' --database plain3
check 'whatever its name' test "$status" -eq 0
run --file 'my plain.sql.gz' --database plain2
check 'with gzip too' test "$status:$(cmp loaded plain.sql)" = 0:
: >"$STUB_LOG"
refused 3 'holds 7 tables' --file 'my shop.dump' --database shop
refused 3 'damaged' --file damaged.dump --database x
refused 3 'no toc.dat' --file empty --database x
refused 3 'whole cluster' --file all.sql --database x
refused 3 'names its own database' --file create.sql --database x
refused 3 'names its own database' --file create.sql.gz --database x
{ head -n 4 create.sql; seq -f 'SELECT %.0f;' 100000; echo "$closing"; } >large.sql; gzip -k large.sql
refused 3 'names its own database' --file large.sql --database x
refused 3 'names its own database' --file large.sql.gz --database x
head -n 4 plain.sql >cut.sql; gzip -k cut.sql; head -c 5000 large.sql.gz >torn.sql.gz
{ cat plain.sql; seq 12; } >later.sql
refused 3 'no closing line' --file cut.sql --database x
refused 3 'no closing line' --file cut.sql.gz --database x
refused 3 'no closing line' --file later.sql --database x
refused 3 'damaged or cut off' --file torn.sql.gz --database x
echo data >1.dat; echo x >toc.dat; echo SQL >restore.sql
tar -cf cut.tar toc.dat 1.dat; tar -cf whole.tar toc.dat 1.dat restore.sql; head -c 1000 whole.tar >torn.tar
refused 3 'no restore.sql' --file cut.tar --database x
refused 3 'damaged or cut off' --file torn.tar --database x
refused 3 'no dump of PostgreSQL' --file letter.txt --database x
refused 3 'no dump of PostgreSQL' --file letter.txt.gz --database x
refused 3 'inside of gzip' --file shop.dump.gz --database x
refused 3 'cannot read' --file nowhere --database x
refused 2 'is for archives' --file plain.sql --database x --no-owner yes
check 'none of these made or loaded anything' test -z "$(calls '^(createdb|load|pg_restore -w)')"
refused 1 'pg_restore failed' --file bad.dump --database x
refused 1 'psql failed' --file bad.sql --database x
{ sed '$d' plain.sql; seq 10; } >notes.sql
run --file whole.tar --database tarred
check 'a whole tar archive is taken' test "$status" -eq 0
run --file notes.sql --database noted
check 'a few lines may follow the closing one' test "$status" -eq 0
touch full
refused 1 'could not make' --file 'my shop.dump' --database y
touch odd
refused 1 'no answer' --file 'my shop.dump' --database y
touch broken
refused 1 'did not carry out' --file 'my shop.dump' --database y
touch down
refused 3 'no connection' --file 'my shop.dump' --database y
refused 2 '--file is required' --database y
refused 2 '--database is required' --file x
refused 2 '--database takes' --file x --database '$(touch pwned)'
refused 2 '--database takes' --file x --database -y
refused 2 '--no-owner takes' --file x --database y --no-owner z
refused 3 'cannot read' --file '$(touch pwned); touch pwned' --database y
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file x --database y >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
