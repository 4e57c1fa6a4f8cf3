#!/usr/bin/env bash
. "$HARNESS"

stub psql <<'EOF'
host='' port=''
while (($# > 0)); do
  case $1 in
    -Xwq | -At) shift ;;
    -v | -d | -c) shift 2 ;;
    -h) host=$2; shift 2 ;;
    -p) port=$2; shift 2 ;;
    *) printf "psql: unrecognized option '%s'\n" "$1" >&2; exit 1 ;;
  esac
done
printf 'timeout %s\naddress %s\n' "$PGCONNECT_TIMEOUT" "${PGHOSTADDR-none}" >>"$STUB_LOG"
said="psql: error: connection to server at \"$host\" (10.0.0.5), port $port failed: "
case $host in
  starting.example) echo "${said}FATAL:  the database system is starting up" >&2; exit 2 ;;
  full.example) echo "${said}FATAL:  sorry, too many clients already" >&2; exit 2 ;;
  strict.example) echo "${said}FATAL:  password authentication failed for user \"ops\"" >&2; exit 2 ;;
  login.example) echo "${said}FATAL:  Passwort-Authentifizierung für Benutzer »ops« fehlgeschlagen" >&2; exit 2 ;;
  base.example) echo "psql: error: FATAL:  Datenbank »shop« existiert nicht" >&2; exit 2 ;;
  hba.example) echo "${said}FATAL:  kein pg_hba.conf-Eintrag für Host »10.0.0.9«" >&2; exit 2 ;;
  ops.example) echo "${said}FATAL:  tut mir leid, schon zu viele Verbindungen" >&2; exit 2 ;;
  russian.example) echo "${said}ВАЖНО:  система баз данных запускается" >&2; exit 2 ;;
  german.example) echo "${said}FATAL:  das Datenbanksystem startet" >&2; exit 2 ;;
  pooled.example) echo "${said}FATAL:  password authentication failed" >&2; exit 2 ;;
  plain.example) echo "${said}server does not support SSL, but SSL was required" >&2; exit 2 ;;
  busy.example) echo "${said}FATAL:  too many connections for role \"ops\"" >&2; exit 2 ;;
  asks.example) echo "${said}fe_sendauth: no password supplied" >&2; exit 2 ;;
  down.example) printf '%s\n\tIs the server running on that host?\n' "${said}Connection refused" >&2; exit 2 ;;
  '') if [ -e nosocket ]; then printf 'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.%s" failed: No such file or directory\n\tIs the server running locally?\n' "$port" >&2; exit 2; else echo "PostgreSQL 15.4, a primary|$(cat slots)"; fi ;;
  slow.example) echo "${said}timeout expired" >&2; exit 2 ;;
  unknown.example) echo "psql: error: could not translate host name \"$host\" to address: Name or service not known" >&2; exit 2 ;;
  mute.example) ;;
  *) echo 'PostgreSQL 15.4, a primary|' ;;
esac
EOF
: >slots
stub pg_isready <<'EOF'
case "$*" in
  '-q -t '[0-9]*' -p '*' -h german.example' | '-q -t '[0-9]*' -p '*' -h russian.example') exit 1 ;;
  *' -h '*) exit 0 ;;
  *) exit 2 ;;
esac
EOF
stub timeout <<'EOF'
[[ $* != *waits.example* ]] || exit 124
shift
exec "$@"
EOF

run
check 'a server that accepts succeeds' test "$status" -eq 0
check 'it says what it is' test "$out" = 'up: local port 5432 (PostgreSQL 15.4, a primary)'
check 'the local server is asked by its socket' test -z "$(calls '^psql .* -h ')"
for free in 0 -2; do
  echo $free >slots; run
  check "a superuser who gets a reserved slot is not taken for everybody: $free" test "$status:$(grep -c 'has no connection slot left for ordinary roles, only reserved ones' <<<"$err"):$out" = 1:1:
done
echo 12 >slots; run
check 'and is told how many others get in' test "$status:$out" = '0:up: local port 5432 (PostgreSQL 15.4, a primary; connection slots free for ordinary roles: 12)'
echo '?' >slots; run
check 'or that this was not seen' grep -q '; this login may use reserved connection slots, and does not see whether others are free)$' <<<"$out"
echo 'none' >slots; run
check 'an answer that is none is a failure' test "$status:$out" = 1:
: >slots
touch nosocket; run; rm nosocket
check 'where there is no socket, that one may ask elsewhere is told' test "$status:$(grep -c 'no server has its socket there; .* is asked at localhost: .*s.PGSQL.5432' <<<"$err")" = 1:1
run --host db2.example.org --port 05433 --timeout 2
check 'another server can be asked' test -n "$(calls '^psql .* -p 5433 -h db2.example.org -c ')"
check 'the timeout is used' test -n "$(calls '^timeout 2$')"
check 'and a query that waits is given up' test -n "$(calls '^timeout 14 psql ')"
run --host waits.example --timeout 3
check 'which is a failure' test "$status:$(grep -c 'does not answer within 16 s' <<<"$err")" = 1:1
PGPORT=5444 run
check 'PGPORT counts where no port is named' test "$out" = 'up: local port 5444 (PostgreSQL 15.4, a primary)'
PGPORT=5444 run --port 5445
check 'and not where one is' test "$out" = 'up: local port 5445 (PostgreSQL 15.4, a primary)'
PGPORT=x run
check 'a PGPORT that is none is refused' test "$status" -eq 2
run --host fe80::1%eth0
check 'an IPv6 address is taken' test "$status" -eq 0
run --host strict.example
check 'a server that refuses the login is up' test "$status" -eq 0
check 'and that is said' grep -q 'this login is refused: .*password authentication failed' <<<"$out"
check 'and that it does not tell of free slots' grep -q '; whether a connection slot is free is told to no login that is refused$' <<<"$out"
check 'and that a pooler would do so, too' grep -q '); a pooler would refuse it, too, whether or not its server runs' <<<"$out"
run --host asks.example
check 'so is one that wants a password' test "$status" -eq 0
run --host busy.example
check 'so is one whose limit for this role is reached' test "$status" -eq 0
run --host pooled.example
check 'the refusal of a pooler is no sign of its server' test "$status:$out" = 1:
run --host plain.example
check 'a connection that is not encrypted as it has to be is told' test "$status:$(grep -c 'no encrypted connection' <<<"$err")" = 1:1
run --host starting.example
check 'a server that starts up is a failure' test "$status" -eq 1
check 'it is told from silence' grep -q 'takes no connections yet' <<<"$err"
for name in german russian; do
  run --host "$name.example"
  check "a refusal in another language is no sign of life" test "$status" -eq 1
  check 'it is told from silence too' grep -q 'takes no connections yet' <<<"$err"
done
for name in login base hba; do
  PGUSER=ops PGDATABASE=shop run --host "$name.example" --timeout 3
  check "a refused login in another language is a sign of life: $name" test "$status:$(grep -c 'this login is refused.*; a pooler would refuse it, too' <<<"$out")" = 0:1
done
check 'with the same timeout' test -n "$(calls '^pg_isready -q -t 3 ')"
PGUSER=ops run --host ops.example
check 'what names neither role nor database is none' test "$status:$(grep -c 'answers and gives no session' <<<"$err")" = 1:1
PGUSER=eid run --host ops.example
check 'nor does a part of a word' test "$status" -eq 1
run --host full.example
check 'a server that is full is a failure' grep -q 'no connection slot left' <<<"$err"
run --host down.example
check 'a refusal is a failure' test "$status" -eq 1
check 'a refusal is told' grep -q 'nothing listens there' <<<"$err"
run --host slow.example
check 'silence is a failure' test "$status" -eq 1
run --host unknown.example
check 'an unknown name is told' grep -q 'does not resolve' <<<"$err"
run --host mute.example
check 'a tool that prints nothing is a failure' test "$status" -eq 1
run --port 65536
check 'a port out of range is refused' test "$status" -eq 2
run --host -hEvil
check 'an option is no host' test "$status" -eq 2
run --timeout 0
check 'a timeout of 0 is refused' test "$status" -eq 2

run --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
run --timeout 'x; touch pwned'
check 'a command as --timeout is refused' test "$status" -eq 2
run --timeout '$(touch pwned)'
check 'a substitution as --timeout is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
PGHOSTADDR=192.0.2.1 run --host db2.example
check 'an address in the environment is not asked in place of the host that is named' test "$status:$(calls '^address' | tail -n 1)" = '0:address none'
PGHOSTADDR=192.0.2.1 run
check 'but is when none is named' test "$(calls '^address' | tail -n 1)" = 'address 192.0.2.1'
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
