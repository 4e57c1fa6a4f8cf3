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
  *'SELECT pg_promote(true'*)
    [[ ! -e late ]] || { echo f; exit; }
    [[ ! -e odd ]] || { echo t; exit; }
    printf 'f|15|t|none|nowhere|0|unknown|f|nobody\n' >facts; cat said 2>/dev/null || echo t ;;
  *transaction_read_only*) cat state ;;
  *primary_conninfo*) cat conninfo ;;
  *pg_is_in_recovery*) cat facts ;;
esac
EOF
stub pg_isready <<<'exit "$(cat alive)"'
standby='t|15|t|none|nowhere|0|2026-01-02 03:04:05 UTC|f|nobody'
fresh() { printf '%s\n' "${1-$standby}" >facts; echo 'off|0000000A|2|0|on' >state; : >"$STUB_LOG"; echo 2 >alive
  echo "user=repl password=hunter2 host='10.0.0.5' port=5433 sslmode=prefer" >conninfo; }
fresh
run --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would promote: the standby at this host port 5432'
check 'what stands there is told' grep -qx 'standby of PostgreSQL 15: receiver none from nowhere, 0 bytes received and not replayed, last transaction 2026-01-02 03:04:05 UTC' <<<"$out"
check 'a dry run promotes nothing' test -z "$(calls 'sql SELECT pg_promote')"
run --timeout 010
check 'it succeeds' test "$status:$(tail -n 2 <<<"$out" | head -n 1)" = '0:promoted: the server takes writes, on timeline 10, with 2 replication slots'
check 'what comes next is told' grep -q '^next: keep the old primary off' <<<"$out"
check 'a time limit of the role does not end the wait' test -n "$(calls '^sql SET SESSION statement_timeout = 0; SELECT pg_promote')"
check 'the server is told how long to wait' test -n "$(calls '^set timeout=10$')"
: >"$STUB_LOG"; run
check 'a second run has nothing to do' test "$status:$(calls 'SELECT pg_promote'):$out" = '0::nothing to promote: the server is a primary already'
fresh 't|15|t|streaming|10.0.0.5|0|unknown|f|nobody'
refused 3 'connected to 10.0.0.5, which is alive, or died within'
check 'and not promoted' test -z "$(calls 'SELECT pg_promote')"
run --primary-is-off yes
check 'unless somebody made sure' test "$status" -eq 0
fresh 't|15|t|none|nowhere|0|unknown|f|Patroni heartbeat'
refused 3 'use patronictl failover' --primary-is-off yes
fresh
run --dry-run
check 'a primary that does not answer is told' grep -qx 'its primary, 10.0.0.5 port 5433, does not answer here; if that was a standby itself, the primary behind it was not asked' <<<"$out"
check 'it is asked with no password' test -n "$(calls '^pg_isready -q -t 5 -h 10.0.0.5 -p 5433$')"
for code in 0 1; do
  fresh; echo $code >alive
  refused 3 'its primary, 10.0.0.5 port 5433, is alive'
done
echo 3 >alive
refused 3 'cannot be asked'
: >conninfo
refused 3 'nobody can tell'
echo 'user=postgres' >conninfo; echo 2 >alive
run --dry-run
check 'one without a host is asked on this one' test -n "$(calls '^pg_isready -q -t 5 -p 5432$')"
echo "user = repl host = '10.0.0.6' port = 5434" >conninfo; run --dry-run
check 'blanks may stand in it' test -n "$(calls '^pg_isready -q -t 5 -h 10.0.0.6 -p 5434$')"
for conninfo in 'postgresql://repl@10.0.0.6:5434/' 'service=main user=repl' 'user=repl service = main'; do
  echo "$conninfo" >conninfo
  refused 3 'names a service'
done
check 'none of these promotes' test -z "$(calls 'SELECT pg_promote')"
fresh 't|15|t|hidden|hidden|0|unknown|f|nobody'
refused 3 'connected to hidden'
fresh 't|11|f|none|nowhere|0|unknown|f|nobody'
refused 3 'has no pg_promote'
fresh 't|12|f|none|nowhere|0|unknown|f|nobody'
refused 3 'may not promote'
fresh 't|12|t|none|nowhere|4096|unknown|t|nobody'
run
check 'a pause is told, and no refusal' test "$status:$(grep -c 'replay is paused' <<<"$err")" = 0:1
fresh; run
check 'no pause is not told' test -z "$err"
fresh ''
refused 1 'no answer'
fresh; touch late
refused 1 'not promoted after 60 s'
rm late; touch odd
refused 1 'not promoted after 60 s'
rm odd; fresh; echo f >said
refused 1 'not promoted after 60 s'
rm said; fresh; echo 'on|00000002|0' >state
refused 1 'takes no writes'
refused 1 'it is a primary already, and takes no writes'
fresh "$standby|ANY 2 (a, b, c)"
run --dry-run
check 'that commits will wait is told before' grep -q 'synchronous_standby_names is set here (ANY 2 (a, b, c))' <<<"$err"
for names in 'ANY 2 (a, b, c)' '2 (a, b)' 'first 2 (a, b)'; do
  fresh "$standby|$names"; echo 'off|00000002|0|1|on' >state
  refused 1 'commits wait: 1 of 2 standbys'
  fresh "$standby|$names"; echo 'off|00000002|0|2|on' >state; run
  check "with as many as it names they do not: $names" test "$status" -eq 0
done
fresh "$standby|*"; echo 'off|00000002|0|0|remote_write' >state
refused 1 'commits wait: 0 of 1 standbys'
fresh 'f|15|t|none|nowhere|0|unknown|f|nobody|*'; echo 'off|00000002|0|0|on' >state
refused 1 'it is a primary already, and commits wait: 0 of 1 standbys'
for commit in local off; do
  fresh "$standby|*"; echo "off|00000002|0|0|$commit" >state; run
  check "nor with synchronous_commit $commit" test "$status" -eq 0
done
fresh; touch broken
refused 1 'did not carry out'
touch down
refused 3 'no connection'
refused 2 '--primary-is-off takes' --primary-is-off maybe
refused 2 '--timeout takes' --timeout 0
refused 2 '--timeout takes' --timeout '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
