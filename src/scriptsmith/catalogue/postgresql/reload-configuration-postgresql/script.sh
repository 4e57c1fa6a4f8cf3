#!/usr/bin/env bash
# Make a PostgreSQL server read its configuration files again, after checking them.
#
# Undo: restore the files as they were and run it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-configuration-postgresql [--dry-run]

Check postgresql.conf, the files it includes, pg_hba.conf and (from PostgreSQL 15 on) pg_ident.conf for
lines that the server could not use, and if there are none have it reload them (pg_reload_conf).
Certificates are read again too and are not checked; the server's log tells of them. Sessions stay connected.
Which postgresql.conf and pg_hba.conf the server has read is told. Settings that need a restart are named; they do not
take effect. So are lines that a later one of the same name makes void, as those of ALTER SYSTEM do.
The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --dry-run  check the files and say what would be done, reload nothing
  --help     show this text

Exit status: 0 reloaded, 1 it was not reloaded, 2 wrong usage, 3 a file has a faulty line, or another
precondition fails.
EOF
}

die() {
  printf 'reload-configuration-postgresql: %s\n' "$2" >&2
  exit "$1"
}

dry_run=false
while (($# > 0)); do
  case $1 in
    --dry-run)
      dry_run=true
      shift
      ;;
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

# A faulty pg_hba.conf would be ignored as a whole, a line that cannot be read makes all settings wait. Not so one that is gone (it has no name).
# A setting that waits for a restart has the same error text as a value that is not valid; which of
# them it is shows in pending_restart once pg_file_settings was read in the session, so it is read first.
faults=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) AS lines FROM pg_file_settings \gset
SELECT regexp_replace(format('%s line %s: %s: %s', f.sourcefile, f.sourceline, f.name, f.error), '[[:cntrl:]]', '?', 'g')
FROM pg_file_settings f LEFT JOIN pg_settings s ON s.name = f.name
WHERE f.error IS NOT NULL AND NOT (f.name IS NULL AND f.error LIKE 'parameter "%" cannot be changed without restarting the server')
  AND NOT (f.error = 'setting could not be applied' AND s.context = 'postmaster' AND coalesce(s.pending_restart, false))
UNION ALL
SELECT regexp_replace(format('pg_hba.conf line %s: %s', line_number, error), '[[:cntrl:]]', '?', 'g')
FROM pg_hba_file_rules WHERE error IS NOT NULL;
SELECT to_regclass('pg_catalog.pg_ident_file_mappings') IS NOT NULL AS known \gset
\if :known
SELECT regexp_replace(format('pg_ident.conf line %s: %s', line_number, error), '[[:cntrl:]]', '?', 'g')
FROM pg_ident_file_mappings WHERE error IS NOT NULL;
\endif
SQL
)
if [[ -n $faults ]]; then
  printf '%s\n' "$faults" >&2
  die 3 "refused: the configuration files have faulty lines"
fi
void=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT regexp_replace(format('%s of %s line %s', name, sourcefile, sourceline), '[[:cntrl:]]', '?', 'g')
FROM pg_file_settings WHERE NOT applied AND error IS NULL ORDER BY seqno;
SQL
)
if [[ -n $void ]]; then
  mapfile -t lines <<<"$void"
  printf 'note: without effect, for a later line sets it too (ALTER SYSTEM writes into postgresql.auto.conf): %s\n' "${lines[@]}"
fi
if $dry_run; then
  printf 'would reload: the configuration files are in order\n'
  exit 0
fi

loaded() {
  sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_conf_load_time(), current_setting('config_file'), current_setting('hba_file');
SQL
}
before=$(loaded)
sent=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_reload_conf();
SQL
)
[[ $sent == t ]] || die 1 "the server could not be told to reload: see its log"

# A new session sees the time of the reload as soon as the server has done it.
after=$before
for try in 1 2 3 4 5; do
  after=$(loaded)
  if [[ $after != "$before" ]]; then break; fi
  ((try == 5)) || sleep 1
done
[[ $after != "$before" ]] || die 1 "the server has not reloaded its files within 5 s: see its log"
printf 'reloaded: %s; certificates were not checked, the log of the server tells whether it took a new one\n' "${after//|/, }"

waiting=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce(string_agg(name, ' ' ORDER BY name), '') FROM pg_settings WHERE pending_restart;
SQL
)
if [[ -n $waiting ]]; then printf 'note: these wait for a restart: %s\n' "$waiting"; fi
