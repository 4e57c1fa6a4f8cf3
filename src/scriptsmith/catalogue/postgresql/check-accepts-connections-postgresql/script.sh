#!/usr/bin/env bash
# Check whether a PostgreSQL server accepts connections, rejects them, or does not answer.
#
# Undo: nothing to undo, it only asks.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-accepts-connections-postgresql [--host HOST] [--port PORT] [--timeout N]

Connect to a server, ask for nothing but a sign of life, and say what it did. A server that answers
and only refuses this login is up; that is said. One that starts up, shuts down, recovers, or has no
connection slot left for ordinary roles (also when this login gets a reserved one), runs and takes no
connections. The user is PGUSER, the password comes from ~/.pgpass; it is never asked for. A pooler
such as PgBouncer answers for itself, whether or not its server runs: ask the server.

  --host HOST  server to ask; local is the socket, or what PGHOST says (default local)
  --port PORT  port it listens on (default: that of PGPORT, or 5432)
  --timeout N  how long to wait for an answer, in seconds (default 5)
  --help       show this text

Exit status: 0 it accepts connections (perhaps not this login), 1 it does not, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-accepts-connections-postgresql: %s\n' "$2" >&2
  exit "$1"
}

host=local port='' timeout=5
while (($# > 0)); do
  case $1 in
    --host | --port | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --timeout) timeout=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ -n $port ]] || port=${PGPORT:-5432}
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
[[ $timeout =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
port=$((10#$port)) timeout=$((10#$timeout))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in psql pg_isready timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export PGCONNECT_TIMEOUT=$timeout LC_ALL=C LC_MESSAGES=C

where=(-p "$port")
if [[ $host != local ]]; then where+=(-h "$host") && unset PGHOSTADDR; fi # libpq would go there instead
rc=0
# A superuser, or who may use reserved slots, gets in where no ordinary role does any more. How many slots are left to those: nothing
# when this login is one of them, ? when it does not see the sessions of others. Before version 12 walsenders take slots, too.
slots="(SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = session_user AND rolsuper OR rolname = 'pg_use_reserved_connections' AND pg_has_role(session_user, oid, 'USAGE')) THEN ''
  WHEN count(kind) < count(*) AND version >= 100000 THEN '?' ELSE (room - sum(CASE WHEN coalesce(kind, 'client backend') = 'client backend' OR kind = 'walsender' AND version < 120000 THEN 1 ELSE 0 END))::text END
  FROM (SELECT row_to_json(a)->>'backend_type' AS kind FROM pg_stat_activity a WHERE pid <> pg_backend_pid()) b,
    (SELECT current_setting('server_version_num')::int AS version, sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END) AS room FROM pg_settings
      WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')) c GROUP BY room, version)"
# A pooler takes a connection whose query then waits for its server; a name may have two addresses.
answer=$(timeout "$((timeout * 2 + 10))" psql -Xwq -At -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "${where[@]}" -c "SET SESSION statement_timeout = '5s'" \
  -c "SELECT format('PostgreSQL %s, %s', current_setting('server_version'), CASE WHEN pg_is_in_recovery() THEN 'a standby' ELSE 'a primary' END), $slots" 2>&1 </dev/null) || rc=$?
answer=${answer//[[:cntrl:]]/ }
place="$host port $port" doubt='a pooler would refuse it, too, whether or not its server runs: then ask the port of the server; whether a connection slot is free is told to no login that is refused'
if [[ $host == local && -n ${PGHOST-} ]]; then place="$PGHOST port $port"; fi
if ((rc == 0)) && [[ $answer =~ ^(.+)\|(|\?|-?[0-9]+)$ ]]; then
  answer=${BASH_REMATCH[1]} free=${BASH_REMATCH[2]}
  case $free in
    '') ;;
    '?') answer+='; this login may use reserved connection slots, and does not see whether others are free' ;;
    0 | -*) die 1 "$place runs and has no connection slot left for ordinary roles, only reserved ones, of which this login got one: $answer" ;;
    *) answer+="; connection slots free for ordinary roles: $free" ;;
  esac
  printf 'up: %s (%s)\n' "$place" "$answer"
  exit 0
fi

((rc != 124)) || die 1 "$place does not answer within $((timeout * 2 + 10)) s"
case $answer in
  *'starting up'* | *'shutting down'* | *'recovery mode'* | *'not yet accepting'* | *'not accepting connections'*)
    die 1 "$place runs and takes no connections yet, or any more: $answer"
    ;;
  *'too many clients'* | *'connection slots are reserved'*) die 1 "$place runs and has no connection slot left: $answer" ;;
  *'authentication failed for user'* | *'no password supplied'* | *'no pg_hba.conf entry'* | \
    *'pg_hba.conf rejects'* | *'FATAL:  role "'*'" does not exist'* | *'FATAL:  database "'*'" does not exist'* | \
    *'FATAL:  too many connections for role '* | *'FATAL:  too many connections for database '* | *'is not permitted to log in'* | *'permission denied for database'* | *'is not currently accepting connections'*)
    printf 'up: %s (this login is refused: %s); %s\n' "$place" "$answer" "$doubt"
    exit 0
    ;;
  *'SSL error'* | *' SSL, but SSL was required'* | *'server certificate for '* | *'root certificate file '*)
    die 1 "$place gives no encrypted connection: $answer"
    ;;
  *'Connection refused'*) die 1 "$place refuses connections, nothing listens there: $answer" ;;
  *'.s.PGSQL.'*'No such file or directory'* | *'No such file or directory'*'.s.PGSQL.'*) die 1 "no server has its socket there; one in a container, or with other unix_socket_directories, is asked at localhost: $answer" ;;
  *'could not translate host name'*) die 1 "the name $host does not resolve: $answer" ;;
  *'timeout expired'*) die 1 "$place does not answer: $answer" ;;
esac
# Servers speak the language that lc_messages says. pg_isready goes by the code of the answer, which psql does not tell.
ready=0
pg_isready -q -t "$timeout" "${where[@]}" </dev/null >/dev/null 2>&1 || ready=$?
((ready != 1)) || die 1 "$place runs and takes no connections yet, or any more: $answer"
((ready == 0)) || die 1 "$place does not answer (status $rc): ${answer:-no message}"
# In every language it is a refused login when the role, the database or pg_hba.conf is named.
said=${answer#*' failed: '}
for name in "${PGUSER:-$(id -un)}" "${PGDATABASE:-postgres}" pg_hba.conf; do
  if [[ $said =~ [^[:alnum:]]"$name"([^[:alnum:]]|$) ]]; then
    printf 'up: %s (this login is refused: %s); %s\n' "$place" "$answer" "$doubt"
    exit 0
  fi
done
die 1 "$place answers and gives no session, for a reason that is not known: ${answer:-no message}"
