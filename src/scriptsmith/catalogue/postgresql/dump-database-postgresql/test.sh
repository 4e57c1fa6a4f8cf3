#!/usr/bin/env bash
. "$HARNESS"

# Takes the options that the scripts need of psql, refuses others as psql does, and ends as psql ends.
cat >psql.inc <<'INC'
database='' tuples=false stop=0
while (($# > 0)); do
  case $1 in
    -Xwq) shift ;;
    -At) tuples=true; shift ;;
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
elif [[ $database == absent ]]; then
  echo 'psql: error: connection to server failed: FATAL:  database "absent" does not exist' >&2
  exit 2
fi
sql=$(</dev/stdin)
printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
fail() {
  printf 'ERROR:  %s\n' "$1" >&2
  ((stop)) && exit 3
  exit 0
}
if [[ -e broken ]]; then fail 'canceling statement due to statement timeout'; fi
INC
stub psql <<'EOF'
. ./psql.inc
$tuples && cat size
EOF
stub pg_dump <<'EOF'
for word; do
  case $word in
    --file=*) file=${word#*=} ;;
    -w | --format=custom | --lock-wait-timeout=30000 | --dbname=*) ;;
    *) echo "pg_dump: unrecognized option '$word'" >&2; exit 1 ;;
  esac
done
if [[ -e fails ]]; then printf 'PGDMP half' >"$file"; echo 'pg_dump: error: query failed: ERROR:  canceling statement due to lock timeout' >&2; exit 1; fi
if [[ -e large ]]; then printf '%20000s' '' >"$file" || exit; elif [[ -e empty ]]; then : >"$file"; else printf 'PGDMP whole' >"$file"; fi
EOF
stub pg_restore <<'EOF'
[[ ($1 == --list || $1 == --file=/dev/null) && -f $2 ]] || exit 1
if [[ $1 == --file=/dev/null ]]; then [[ ! -e torn ]] || { echo 'pg_restore: error: could not uncompress data: (null)' >&2; exit 1; }; exit 0; fi
if [[ -e unreadable ]]; then echo 'pg_restore: error: could not read from input file: end of file' >&2; exit 1; fi
printf ';\n; Archive created at 2024-02-01 03:04:05 UTC\n;     dbname: shop\n;\n'
printf '215; 1259 16389 TABLE public orders shop\n3331; 0 16389 TABLE DATA public orders shop\n3332; 0 16390 TABLE DATA public TABLE shop\n'
EOF
echo "8000000|0|0" >size
mkdir out 'a b' ./-out

run --database shop --destination out --dry-run
check 'a dry run says what it would do' grep -Eq "^would dump: database shop \(7 MiB\) to '\./out/shop-[0-9]{8}-[0-9]{6}\.dump'$" <<<"$out"
check 'a dry run writes nothing' test -z "$(ls out)"
check 'of unlogged tables nothing is said where there are none' test "$(grep -c unlogged <<<"$out")" = 0
echo '8000000|3|0' >size; run --database shop --destination out --dry-run; echo '8000000|0|0' >size
check 'of foreign tables nothing is said where there are none' test "$(grep -c foreign <<<"$out")" = 0
check 'a standby has no rows of unlogged tables, which is told' grep -qx 'note: a standby has no rows of unlogged tables: those of 3 tables are not in the dump' <<<"$out"
echo '8000000|0|2' >size; run --database shop --destination out --dry-run; echo '8000000|0|0' >size
check 'that rows of foreign tables are not in it is told' grep -qx 'note: what the 2 foreign tables show lies elsewhere, and their rows are not in the dump' <<<"$out"
run --database shop --destination 'a b'
check 'it succeeds' test "$status" -eq 0
check 'what was dumped is told' grep -Eq "^dumped: database shop, 2 tables with data, 11 bytes: './a b/shop-[0-9-]+\.dump'$" <<<"$out"
check 'the whole dump is there' grep -qx 'PGDMP whole' 'a b'/shop-*.dump
check 'nobody else may read it' test "$(stat -c %a 'a b'/shop-*.dump)" = 600
check 'no half file is left' test "$(find 'a b' -type f | wc -l)" -eq 1
check 'that it has no roles is told' grep -q '^note: roles and their passwords are not in it' <<<"$out"
run --database shop --destination -out
check 'a leading dash in the directory is no option' test "$(find ./-out -name 'shop-*.dump' | wc -l)" -eq 1
stub mv <<<'echo other >"${!#}"'
run --database shop --destination out
check 'a file of that name that turned up meanwhile is a failure' test "$status:$(grep -c 'could not give the dump its name' <<<"$err")" = 1:1
rm .stubs/mv out/*
echo >program; chmod 755 program
run --database shop --destination program
check 'a file is no directory' test "$status:$(grep -c 'no directory that can be written' <<<"$err")" = 3:1
stub df <<<'printf "   Avail\n%s\n" "$(cat free)"; [ ! -e blind ]'
echo 2000000 >free
run --database shop --destination out --dry-run
check 'a quarter of the size is enough' test "$status" -eq 0
touch large
echo 26000 >free; echo '8000|0|0' >size
run --database shop --destination out
check 'four fifths of what is free may be taken' test "$status:$(stat -c %s out/shop-*.dump)" = 0:20000
rm out/*
echo 24000 >free
run --database shop --destination out
check 'a dump that takes more is ended' test "$status:$(grep -c 'of the 0 MiB that were free a fifth has to stay' <<<"$err")" = 1:1
check 'and nothing of it is kept' test -z "$(ls out)"
rm large; echo '8000000|0|0' >size
echo 1999999 >free
run --database shop --destination out --dry-run
check 'less is not' test "$status:$(grep -c 'only 1 MiB are free in ../out., the database has 7 MiB' <<<"$err")" = 3:1
touch blind
run --database shop --destination out --dry-run
check 'space that cannot be told is refused' test "$status:$(grep -c 'cannot tell the space' <<<"$err")" = 3:1
rm .stubs/df
touch torn
run --database shop --destination out
check 'a dump that cannot be read to its end is a failure' test "$status" -eq 1
check 'nor is it kept' test -z "$(ls out)"
touch unreadable
run --database shop --destination out
check 'a dump that cannot be read is a failure' test "$status:$(grep -c 'cannot be read, nothing is kept' <<<"$err")" = 1:1
check 'and is not kept' test -z "$(ls out)"
touch empty
run --database shop --destination out
check 'an empty dump is a failure' test "$status:$(grep -c 'pg_dump wrote nothing' <<<"$err")" = 1:1
touch fails
run --database shop --destination out
check 'a dump that fails is a failure' test "$status:$(grep -c 'pg_dump failed' <<<"$err")" = 1:1
check 'half a dump is not kept' test -z "$(ls out)"
: >"$STUB_LOG"
echo "9000000000000000|0|0" >size
run --database shop --destination out
check 'too little space is refused' test "$status" -eq 3
run --database shop --destination nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --database absent --destination out
check 'a missing database is a failed precondition' test "$status" -eq 3
check 'a refused run dumps nothing' test -z "$(calls '^pg_dump')"
run --database shop
check 'a directory is required' test "$status" -eq 2
run --database shop --destination '$(touch pwned); touch pwned'
check 'a hostile directory is only a name' test "$status" -eq 3
run --database 'host=evil.example' --destination out
check 'a connection string is no name' test "$status" -eq 2

run --destination out --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --destination out --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run --destination out
check '--database is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --destination out --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop --destination out >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
