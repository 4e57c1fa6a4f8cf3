#!/usr/bin/env bash
# Show the state of replication on a MySQL or MariaDB replica: threads, delay and last errors.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-replication-status-mysql

For each channel (on MariaDB, each named connection) say from which source the replica reads, whether
the thread that receives and the thread that applies run, how many seconds it is behind, and the
last errors; where threads of MySQL apply in parallel, theirs too if this login may read
performance_schema. Channels of Group Replication are named and not judged: see
performance_schema.replication_group_members. Both the new words (REPLICA, source) and the old ones are
understood. Host, user and password come from ~/.my.cnf.

  --help  show this text

Exit status: 0 all channels run, 1 one does not or the query failed, 2 wrong usage, 3 the server is
no replica, or another precondition fails.
EOF
}

die() {
  printf 'show-replication-status-mysql: %s\n' "$2" >&2
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

# One field a line, as in "   Replica_IO_Running: Yes".
status() { client --batch --vertical --connect-timeout=10 --execute="$1"; }
answer=$(status 'SHOW ALL SLAVES STATUS' 2>/dev/null) || # MariaDB, whose SHOW REPLICA STATUS tells of one connection
  answer=$(status 'SHOW REPLICA STATUS' 2>/dev/null) || # before MySQL 8.0.22
  answer=$(status 'SHOW SLAVE STATUS') || die 1 "the state of replication cannot be read"
[[ -n $answer ]] || die 3 "this server is no replica"

channels=0 bad=0 grouped=0 channel='' source='' io='' applying='' behind='' errors=''
tell() { # what was read of one channel
  if [[ $channel == group_replication_* ]]; then
    printf 'channel %s: of Group Replication, see performance_schema.replication_group_members\n' "$channel"
    printf '%s' "$errors"
    grouped=$((grouped + 1)) channel='' source='' io='' applying='' behind='' errors=''
    return
  fi
  channels=$((channels + 1))
  printf 'channel %s from %s: receiving %s, applying %s, %s\n' "${channel:-default}" "${source:-unknown}" "${io:-unknown}" \
    "${applying:-unknown}" "$([[ $behind == [0-9]* ]] && echo "$behind s behind" || echo 'delay unknown')"
  printf '%s' "$errors"
  [[ $io == Yes && $applying == Yes ]] || bad=$((bad + 1))
  channel='' source='' io='' applying='' behind='' errors=''
}

seen=false
while IFS= read -r line; do
  if [[ $line == '*'*' row '* ]]; then
    if $seen; then tell; fi
    seen=true
    continue
  fi
  line=${line//[[:cntrl:]]/?} line=${line#"${line%%[! ]*}"}
  key=${line%%:*} value=${line#*:}
  value=${value# }
  case $key in
    Channel_Name | Connection_name) channel=$value ;;
    Source_Host | Master_Host) source=$value ;;
    Replica_IO_Running | Slave_IO_Running) io=$value ;;
    Replica_SQL_Running | Slave_SQL_Running) applying=$value ;;
    Seconds_Behind_Source | Seconds_Behind_Master) behind=$value ;;
    Last_IO_Error | Last_SQL_Error) [[ -z $value ]] || errors+="  ${key//_/ }: ${value:0:300}"$'\n' ;;
  esac
done <<<"$answer"
$seen || die 1 "the server's answer is not understood"
tell
((channels > 0)) || die 3 "this server is a member of a group ($grouped channels), and no replica of a source"
# Of threads that apply in parallel, SHOW REPLICA STATUS tells that one failed, and not of what.
if ((bad > 0)); then
  failed=$(query "SELECT CONCAT(CHANNEL_NAME, ' ', LAST_ERROR_NUMBER, ' ', LEFT(LAST_ERROR_MESSAGE, 300)) FROM performance_schema.replication_applier_status_by_worker WHERE LAST_ERROR_NUMBER <> 0" 2>/dev/null) || failed=''
  while IFS= read -r line; do [[ -z $line ]] || printf '  a worker of channel %s\n' "${line//[[:cntrl:]]/?}"; done <<<"$failed"
fi
((bad == 0)) || die 1 "$bad of $channels channels do not replicate"
