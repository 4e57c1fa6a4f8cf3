#!/usr/bin/env bash
. "$HARNESS"

# Takes the options that the scripts need of mysql, refuses others as mysql does, and ends as mysql ends.
cat >mysql.inc <<'INC'
sql='' names=true vertical=false
for word; do
  case $word in
    --batch | --connect-timeout=10) ;;
    --skip-column-names) names=false ;;
    --vertical) vertical=true ;;
    --execute=*) sql=${word#*=} ;;
    *) printf "mysql: unknown option '%s'\n" "$word" >&2; exit 2 ;;
  esac
done
if [[ -e down ]]; then
  echo "ERROR 2002 (HY000): Can't connect to local server through socket '/run/mysqld/mysqld.sock' (2)" >&2
  exit 1
fi
fail() {
  printf 'ERROR %s at line 1: %s\n' "$1" "$2" >&2
  exit 1
}
if [[ $sql == 'SELECT VERSION()' ]]; then
  cat version 2>/dev/null || echo 8.0.36
  exit 0
fi
printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
if [[ -e broken ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
INC
stub mysql <<'EOF'
. ./mysql.inc
$names && exit 1
if [[ $sql == 'SHOW GRANTS' ]]; then cat grants; exit; fi
if [[ $sql == *"'absent'"* ]]; then printf '0\t0\t0\t0\n'; else cat size; fi
EOF
stub mysqldump <<'EOF'
if [[ $* == --help ]]; then cat help; exit; fi
while (($# > 1)); do
  case $1 in
    --single-transaction | --quick | --routines | --triggers | --events | --hex-blob | --no-tablespaces | --default-character-set=utf8mb4) shift ;;
    --set-gtid-purged=OFF) grep -q set-gtid-purged help || exit 7; shift ;;
    *) echo "mysqldump: unknown option '$1'" >&2; exit 2 ;;
  esac
done
printf -- '-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n-- Host: localhost    Database: %s\nCREATE TABLE `orders` (\n' "$1"
if [[ -e fails ]]; then echo 'mysqldump: Error 2013: Lost connection to server during query when dumping table `orders` at row: 7' >&2; exit 3; fi
if [[ ! -e cut ]]; then printf '\n/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;\n\n-- Dump completed on 2024-02-01  3:04:05\n'; fi
EOF
printf '31\t8000000\t0\t0\n' >size
echo 'GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION' >grants
echo '  --set-gtid-purged[=name]' >help
mkdir out 'a b' ./-out
refused() { # STATUS WORDS ARG...: the run of a dump of shop ends with that status and says those words, and leaves no file in out
  local want=$1 words=$2
  shift 2
  run --database shop "$@"
  check "ends with $want and says '$words': $*" test "$status:$(grep -cF -e "$words" <<<"$err"):$(ls out)" = "$want:1:"
}

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb; mv .stubs/mysqldump .stubs/mariadb-dump
PATH=$PWD/.stubs:$PWD/programs run --database shop --destination out --dry-run
mv .stubs/mariadb .stubs/mysql; mv .stubs/mariadb-dump .stubs/mysqldump; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --database shop --destination out --dry-run
check 'a dry run says what it would do' grep -Eq "^would dump: database shop \(31 tables, 7 MiB\) to '\./out/shop-[0-9]{8}-[0-9]{6}\.sql\.gz'$" <<<"$out"
check 'a dry run writes nothing' test -z "$(ls out)"
check 'MySQL 8 is asked for the size of now' test -n "$(calls 'information_schema_stats_expiry = 0 ')"
run --database shop --destination 'a b'
check 'it succeeds' test "$status" -eq 0
check 'what was dumped is told' grep -Eq "^dumped: database shop, 31 tables, [0-9]+ bytes: './a b/shop-[0-9-]+\.sql\.gz'$" <<<"$out"
check 'the dump is whole' grep -q 'Database: shop' <(gzip -dc 'a b'/shop-*.gz)
check 'nobody else may read it' test "$(stat -c %a 'a b'/shop-*.gz)" = 600
check 'no half file is left' test "$(find 'a b' -type f | wc -l)" -eq 1
check 'nothing is said of engines' test -z "$err"
check 'it is one transaction' test -n "$(calls '^mysqldump .*--single-transaction .*shop$')"
check 'it is told to leave out GTIDs where it knows how' test -n "$(calls '^mysqldump .*--set-gtid-purged=OFF')"
check 'and to speak four-byte UTF-8' test -n "$(calls '^mysqldump .*--default-character-set=utf8mb4')"
: >help
mkdir rights; : >"$STUB_LOG"
notes() { rm -f rights/*; run --database "${1-shop}" --destination rights; count=$(grep -c '^note: the account is not seen to have' <<<"$err"); }
echo 'GRANT SELECT, LOCK TABLES, SHOW VIEW, EVENT ON `shop`.* TO `saver`@`localhost`' >grants
notes
check 'an account that sees neither triggers nor routines is told of both' test "$status:$count" = 0:2
check 'by name' grep -q 'TRIGGER on shop: its triggers may be missing' <<<"$err"
check 'an option that it does not know is left out' test -z "$(calls 'set-gtid-purged')"
echo 'GRANT SELECT, EVENT, TRIGGER ON *.* TO `saver`@`localhost`' >grants; notes
check 'one that reads everything sees routines too' test "$count" -eq 0
printf 'GRANT USAGE ON *.* TO `s`@`%%`\nGRANT SELECT, TRIGGER, EXECUTE ON `my\\\\_$b`.* TO `s`@`%%`\n' >grants; notes 'my_$b'
check 'rights on the database itself count, with a name that is escaped' test "$count" -eq 0
notes other
check 'those on another one do not' test "$count" -eq 2
echo 'GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION' >grants
printf '31\t8000000\t2\t1\n' >size
run --database shop --destination -out
check 'a leading dash in the directory is no option' test "$(find ./-out -name 'shop-*.sql.gz' | wc -l)" -eq 1
check 'that a history is left out is told' grep -q '^note: the history of 1 versioned tables is not in the dump' <<<"$err"
check 'tables of other engines are pointed out' grep -q '^note: 2 tables are not InnoDB' <<<"$err"
printf '31\t8000000\t0\t0\n' >size
# What df would say of a smaller file system.
stub df <<<'[[ "$*" == "--output=avail --block-size=1 -- ./out" ]] || exit 1; printf "     Avail\n%s\n" "$(cat avail)"'
echo 2000000 >avail
run --database shop --destination out --dry-run
check 'a quarter of the size is enough' test "$status" -eq 0
stub mysqldump.large <<<'head -c 3000000 /dev/urandom'
sed 's/^if \[\[ -e fails/[[ ! -e large ]] || .stubs\/mysqldump.large\n&/' .stubs/mysqldump >with; cat with >.stubs/mysqldump
: >large
refused 1 '(of the 1 MiB that were free a fifth has to stay)' --destination out
rm large
echo 1999999 >avail
refused 3 "only 1 MiB are free in './out', the database has 7 MiB" --destination out
stub df <<<'echo "df: ./out: Stale file handle" >&2; exit 1'
refused 3 'cannot tell the space' --destination out
rm .stubs/df
for answer in '31\tNULL\t0\t0' 'x\t8000000\t0\t0' '31\t8000000\t0\tx'; do
  printf "$answer\\n" >size
  refused 1 'the server gave no answer' --destination out
done
printf '31\t8000000\t0\t0\n' >size; : >version
refused 3 'the server gave no answer' --destination out
rm version; mv grants away
refused 1 'the privileges of the account cannot be read' --destination out
mv away grants; mv help away
refused 3 'mysqldump does not run' --destination out
mv away help; touch broken
refused 1 'the tables cannot be read' --destination out
rm broken; : >program; chmod 700 program
refused 3 "no directory that can be written: './program'" --destination program
refused 3 "no directory that can be written: './nowhere'" --destination nowhere
# Whatever second it is: the names of the next minutes are taken.
mkdir full half
for ((i = 0; i < 900; i++)); do printf -v name 'shop-%(%Y%m%d-%H%M%S)T.sql.gz' $((EPOCHSECONDS + i)); names+=("full/$name") parts+=("half/$name.part"); done
touch "${names[@]}" "${parts[@]}"
refused 3 'exists already' --destination full
refused 3 'exists already' --destination half
stub mv <<<'exec /bin/cp "${@:3}"'
run --database shop --destination rights
check 'a dump that keeps its passing name is a failure' test "$status:$(grep -c 'could not give the dump its name' <<<"$err")" = 1:1
rm .stubs/mv
stub gzip <<<'[[ $1 != -dc ]] || { echo "gzip: ./out/shop.part: unexpected end of file" >&2; exit 1; }; exec /bin/gzip "$@"'
refused 1 'the dump cannot be read, nothing is kept' --destination out
rm .stubs/gzip
touch cut
run --database shop --destination out
check 'a dump without its closing line is a failure' test "$status" -eq 1
touch fails
run --database shop --destination out
check 'a dump that fails is a failure' test "$status:$(grep -c 'mysqldump failed, nothing is kept' <<<"$err")" = 1:1
check 'half a dump is not kept' test -z "$(ls out)"
: >"$STUB_LOG"
printf '31\t9000000000000000\t0\t0\n' >size
run --database shop --destination out
check 'too little space is refused' test "$status" -eq 3
run --database shop --destination nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --database absent --destination out
check 'a missing database is refused' test "$status" -eq 3
check 'a refused run dumps nothing' test -z "$(calls '^mysqldump')"
run --database shop --destination '$(touch pwned); touch pwned'
check 'a hostile directory is only a name' test "$status" -eq 3
run --database "x' OR '1'='1" --destination out
check 'a quote is no part of a name' test "$status" -eq 2
touch down
run --database shop --destination out
check 'a server that is down is a failed precondition' test "$status" -eq 3

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
