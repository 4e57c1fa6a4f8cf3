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
$tuples || exit 1
case $sql in
  *datfrozenxid*) if [[ ! -e mute ]]; then printf '88|1760000000|12|vacuum it|shop\n10|200000001|0|vacuum it|a | b\n0|4711|0|vacuum it|postgres\n'; fi ;;
  *backend_xmin*)
    if [[ -e half ]]; then fail 'permission denied'; fi
    if [[ ! -e free ]]; then printf "transaction of pid 812, user bi, idle in transaction\nreplication slot old_standby\n"; fi
    ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the nearest comes first and is marked' grep -Eqx ' +88 +1760000000 +12  shop  <-- vacuum it' <<<"$(sed -n 2p <<<"$out")"
check 'a bar in a name is kept' grep -Eq ' +10 +200000001 +0  a \| b$' <<<"$out"
check 'those over the bound are counted' grep -qx '1 databases have used more than 50 percent' <<<"$out"
check 'a transaction that holds back is named' grep -q '^may hold freezing back: transaction of pid 812' <<<"$out"
check 'so is a slot' grep -qx 'may hold freezing back: replication slot old_standby' <<<"$out"
check 'each is asked for with its age and database' test -n "$(calls 'DISTINCT ON \(datname\).*transaction of pid %s, user %s, database %s')" -a -n "$(calls '%s transactions old')"
check 'multixacts count too' test -n "$(calls 'mxid_age\(datminmxid\)')"
run --percent 10
check 'less than a percent more counts' grep -qx '2 databases have used more than 10 percent' <<<"$out"
run --percent 9
check 'the bound can be set' grep -qx '2 databases have used more than 9 percent' <<<"$out"
run --percent 09
check 'a leading zero is no octal' test "$status" -eq 0
touch free
run
check 'with nothing in the way nothing is named' test "$(grep -c 'hold freezing' <<<"$out")" -eq 0
touch half
run
check 'a second query that fails is a failure' test "$status" -eq 1
touch mute
run
check 'an empty answer is a failure' test "$status" -eq 1
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --percent 'x; touch pwned'
check 'a command as --percent is refused' test "$status" -eq 2
run --percent '$(touch pwned)'
check 'a substitution as --percent is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
