#!/usr/bin/env bash
. "$HARNESS"

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
case $sql in
  *pg_stat_statements.max*) cat facts ;;
  *'WHERE queryid IS NULL'*) cat hidden ;;
  *pg_stat_statements_info*) cat since ;;
  *'LIMIT '*) cat table ;;
esac
EOF
echo '1.10|1|t|public' >facts; echo 0 >hidden; echo 'counted since 2024-02-01 03:04:05+00' >since
printf ' total_s | percent | calls\n---------+---------+-------\n    12.5 |    80.0 |   100\n     3.1 |    20.0 |     7\n' >table
run
check 'it succeeds' test "$status" -eq 0
check 'the table is shown' grep -qx '    12.5 |    80.0 |   100' <<<"$out"
check 'they are counted, and since when that is done is told' test "$(tail -n 2 <<<"$out")" = $'2 statements listed, by total\ncounted since 2024-02-01 03:04:05+00'
check 'statements that were thrown away are asked for' test -n "$(calls 'dealloc > 0')"
check 'the columns are those of the version' test -n "$(calls '^set total=total_exec_time$')" -a -n "$(calls '^set mean=mean_exec_time$')"
for version in 1.7:total_time:mean_time 1.8:total_exec_time:mean_exec_time 2.0:total_exec_time:mean_exec_time; do
  IFS=: read -r number total mean <<<"$version"
  echo "$number|1|t|Ext Schema" >facts; : >"$STUB_LOG"
  run --sort reads --limit 05
  check "version $number, since when as well where it tells" grep -qx "$(if [[ $number == 1.[78] ]]; then echo 'since when they are counted is not told before version 1.9 of the extension'; else cat since; fi)" <<<"$out"
  check "version $number too" test -n "$(calls "^set total=$total\$")" -a -n "$(calls "^set mean=$mean\$")"
done
check 'order, number and schema reach the server as values' test "$(calls '^set (by|count|schema)=' | sort -u | tr '\n' ' ')" = 'set by=reads set count=5 set schema=Ext Schema '
echo 4 >hidden
refused 3 'the text of 4 statements' --sort mean
check 'the others are shown all the same' grep -q '12.5' <<<"$out"
echo >hidden
refused 1 'no answer'
echo 0 >hidden; echo ' total_s' >table
refused 1 'no answer'
echo 'none|0|t' >facts
refused 3 'CREATE EXTENSION'
echo '1.10|1|t|public' >facts
printf ' total_s\n-----\n' >table
mv since saved; : >since
refused 1 'no answer'
mv saved since
echo '1.10|1|f|public' >facts
refused 3 'shared_preload_libraries'
: >facts
refused 1 'no answer'
touch broken
refused 1 'did not carry out'
touch down
refused 3 'no connection'
refused 2 '--sort takes' --sort x
refused 2 '--limit takes' --limit 0
refused 2 '--limit takes' --limit '1; touch pwned'
refused 2 '--sort takes' --sort '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
