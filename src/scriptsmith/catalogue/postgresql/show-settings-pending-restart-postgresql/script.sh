#!/usr/bin/env bash
# Show the PostgreSQL settings that were changed in a file and wait for a restart, and faulty lines.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-settings-pending-restart-postgresql

List the settings whose value in the configuration files takes effect at the next restart only, with
the value that is in force now, and the lines of these files and of pg_hba.conf that the server could
not use. What was edited and not reloaded yet counts, unless the role may not read the files; when the
server has read them last is told. Lines without effect, because a later one of the same setting wins (that of
ALTER SYSTEM in postgresql.auto.conf comes last), are named; so are settings for which the
command line, ALTER ROLE or ALTER DATABASE wins over the files. pg_ident.conf is not looked at.
The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --help  show this text

Exit status: 0 done (also when nothing waits), 1 a query failed, or a file has a faulty line, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-settings-pending-restart-postgresql: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

# Only once pg_file_settings was read is pending_restart of the files as they are. Only some roles may read them.
pending=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT has_function_privilege('pg_show_all_file_settings()', 'EXECUTE') AS may \gset
\if :may
SELECT count(*) AS lines FROM pg_file_settings \gset
\endif
SELECT 'in force until the next restart: ' || name || ' = ' || regexp_replace(setting, '[[:cntrl:]]', '?', 'g') || coalesce(' ' || unit, '') ||
       CASE WHEN source = 'command line' THEN ' (of the command line, which wins over the files at a restart too)' ELSE '' END
FROM pg_settings WHERE pending_restart ORDER BY name;
SQL
)
loaded=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT date_trunc('second', pg_conf_load_time()) || coalesce(' from ' || (SELECT setting FROM pg_settings WHERE name = 'config_file'), '') || ', port ' || current_setting('port');
SELECT 'wins over the files: the command line, for ' || name FROM pg_settings WHERE source = 'command line' ORDER BY name;
SELECT regexp_replace('wins over the files: ALTER ROLE or ALTER DATABASE, for ' || split_part(c, '=', 1) || ' (' || count(*) || ' of them)', '[[:cntrl:]]', '?', 'g')
FROM pg_db_role_setting, unnest(setconfig) AS c GROUP BY split_part(c, '=', 1) ORDER BY 1;
SQL
)
[[ -n $loaded ]] || die 1 "the server gave no answer"
# What waits for a restart has the error text of a value that is not valid; where its line is gone, no file and no name.
faults=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT has_function_privilege('pg_show_all_file_settings()', 'EXECUTE') AS may \gset
\if :may
SELECT count(*) AS lines FROM pg_file_settings \gset
SELECT regexp_replace(format('%s line %s: %s: %s', f.sourcefile, f.sourceline, f.name, f.error), '[[:cntrl:]]', '?', 'g')
FROM pg_file_settings f LEFT JOIN pg_settings s ON s.name = f.name
WHERE f.error IS NOT NULL
  AND NOT (f.name IS NULL AND f.error LIKE 'parameter "%" cannot be changed without restarting the server')
  AND NOT (f.error = 'setting could not be applied' AND s.context = 'postmaster' AND coalesce(s.pending_restart, false))
ORDER BY f.seqno;
\else
SELECT 'hidden';
\endif
SELECT has_function_privilege('pg_hba_file_rules()', 'EXECUTE') AS may \gset
\if :may
SELECT regexp_replace(format('pg_hba.conf line %s: %s', line_number, error), '[[:cntrl:]]', '?', 'g')
FROM pg_hba_file_rules WHERE error IS NOT NULL;
\endif
SQL
)
# With a faulty line none of them counts as applied.
overridden=''
if [[ -z $faults ]]; then
  overridden=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT regexp_replace(format('without effect, a later line wins: %s line %s: %s', sourcefile, sourceline, name), '[[:cntrl:]]', '?', 'g')
FROM pg_file_settings WHERE NOT applied AND error IS NULL ORDER BY seqno;
SQL
  )
fi

if [[ -n $pending ]]; then
  printf '%s\n%d settings wait for a restart\n' "$pending" "$(grep -c '' <<<"$pending")"
else
  printf 'no setting waits for a restart\n'
fi
printf 'the server read its files last at %s: what was edited after that is not in force before a reload\n' "${loaded%%$'\n'*}"
[[ $loaded != *$'\n'* ]] || printf '%s\n' "${loaded#*$'\n'}"
[[ -z $overridden ]] || printf '%s\n' "$overridden"
case $faults in
  '') printf 'the configuration files have no faulty lines (pg_ident.conf was not looked at)\n' ;;
  hidden) printf 'note: this role may not read the configuration files: faulty lines, and what was changed since the last reload, are not known\n' ;;
  *)
    printf '%s\n' "$faults"
    die 1 "the configuration files have faulty lines"
    ;;
esac
