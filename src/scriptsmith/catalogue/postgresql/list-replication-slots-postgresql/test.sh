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
if [[ ! -e none ]]; then
  echo 'old_standby|physical|-|inactive|212 GB'
  printf 'cdc|logical|shop\e[31m|active|48 MB\n'
  echo 'new|physical|-|inactive|nothing'
  [[ ! -e lost ]] || echo 'gone|physical|-|lost|nothing'
fi
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the slot that retains most comes first' grep -Eq '^old_standby +physical +- +inactive +212 GB$' <<<"$(sed -n 2p <<<"$out")"
check 'a slot that never was used is listed' grep -Eq '^new +physical .*inactive +nothing$' <<<"$out"
check 'inactive slots are named' grep -qx '2 inactive: old_standby new' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'one heading and three slots' test "$(wc -l <<<"$out")" -eq 5
check 'a standby can be asked too' test -n "$(calls pg_last_wal_receive_lsn)"
check 'the query is bounded' test -n "$(calls '^sql SET SESSION statement_timeout')"
touch lost; run
check 'a slot whose log is gone is told' grep -q '^1 lost: gone ' <<<"$out"
check 'and is not among the unused' grep -qx '2 inactive: old_standby new' <<<"$out"
touch none
run
check 'no slots are fine' test "$status" -eq 0
check 'it says that there are none' test "$out" = 'there are no replication slots'
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
check 'and is not taken for no slots' test -z "$out"
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
