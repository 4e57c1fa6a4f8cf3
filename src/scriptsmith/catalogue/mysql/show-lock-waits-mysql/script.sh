#!/usr/bin/env bash
# Show the InnoDB transactions that wait for a row lock, and the connections that block them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-lock-waits-mysql

List the waits for a row lock, the 50 longest, with the connection that waits, its statement, the connection that
blocks it, and how old the blocking transaction is. A blocker without a statement is idle in an open
transaction. The view sys.innodb_lock_waits is read (MySQL 5.7, MariaDB 10.6 or later). Waits for
metadata and table locks are not in it: they are listed apart, with the oldest open transactions, which
may be what they wait for. Host, user and password come from ~/.my.cnf.

  --help  show this text

Exit status: 0 done (also when nobody waits), 1 the query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-lock-waits-mysql: %s\n' "$2" >&2
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

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

rows=$(query "SELECT COALESCE(wait_age_secs, 0), waiting_pid, blocking_pid, COALESCE(blocking_trx_age, '-'), locked_table,
  COALESCE(NULLIF(LEFT(waiting_query, 80), ''), '-'), COALESCE(NULLIF(LEFT(blocking_query, 80), ''), '(idle in transaction)')
  FROM sys.innodb_lock_waits ORDER BY 1 DESC, 2") || die 1 "the lock waits cannot be read (is there a schema sys?)"

waits=0
declare -A waits_itself=() blocks=()
while IFS=$'\t' read -r age waiting blocking trx_age table query blocker; do
  [[ -n $age ]] || continue
  waits=$((waits + 1))
  waits_itself[$waiting]=1 blocks[$blocking]=1
  ((waits <= 50)) || continue
  [[ $blocking != 0 ]] || blocker='(prepared XA transaction)'
  printf 'connection %s has waited %s s for %s: %s\n' "$waiting" "$age" "${table//[[:cntrl:]]/?}" "${query//[[:cntrl:]]/?}"
  printf '  blocked by connection %s, in its transaction for %s: %s\n' "$blocking" "$trx_age" "${blocker//[[:cntrl:]]/?}"
done <<<"$rows"

# Behind one ALTER TABLE that waits for a metadata lock everybody waits, and InnoDB knows nothing of it.
others=$(query "SELECT id, time, state, COALESCE(NULLIF(LEFT(info, 80), ''), '-') FROM information_schema.processlist
  WHERE state LIKE 'Waiting for%lock' OR state = 'Waiting for table flush' ORDER BY time DESC, id") || die 1 "the process list cannot be read"
opened=$(query "SELECT trx_mysql_thread_id, TIMESTAMPDIFF(SECOND, trx_started, NOW()), COALESCE(NULLIF(LEFT(trx_query, 80), ''), '(idle in transaction)')
  FROM information_schema.innodb_trx ORDER BY trx_started, 1 LIMIT 5") || die 1 "the open transactions cannot be read"
if [[ -n $others ]]; then
  mapfile -t lines <<<"$others"
  printf '%d connections wait for a metadata or table lock, those that have waited longest:\n' "${#lines[@]}"
  for line in "${lines[@]:0:20}"; do
    IFS=$'\t' read -r id age state query <<<"$line"
    printf '  connection %s for %s s, %s: %s\n' "$id" "$age" "${state//[[:cntrl:]]/?}" "${query//[[:cntrl:]]/?}"
  done
  printf 'the oldest open transactions, which may hold it:\n'
  while IFS=$'\t' read -r id age query; do
    if [[ -n $id ]]; then printf '  connection %s for %s s: %s\n' "$id" "$age" "${query//[[:cntrl:]]/?}"; else printf '  none of InnoDB\n'; fi
  done <<<"$opened"
fi
if ((waits == 0)); then
  printf 'nobody waits for a row lock\n'
  exit 0
fi

# Those who block and do not wait themselves are where it begins.
roots=()
for blocking in "${!blocks[@]}"; do
  if [[ -z ${waits_itself[$blocking]:-} ]]; then roots+=("$blocking"); fi
done
if ((waits > 50)); then printf 'note: the 50 waits that have lasted longest are listed\n'; fi
if [[ -n ${blocks[0]:-} ]]; then
  printf 'note: connection 0 is none: it stands for XA transactions that are prepared and left; XA RECOVER lists them, XA COMMIT or XA ROLLBACK ends one\n'
fi
printf '%d waits; at the root: connection' "$waits"
if ((${#roots[@]} > 0)); then printf ' %s' "${roots[@]}"; fi
printf '\n'
