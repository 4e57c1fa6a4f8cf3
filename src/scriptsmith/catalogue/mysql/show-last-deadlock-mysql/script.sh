#!/usr/bin/env bash
# Show the latest deadlock that InnoDB has detected on a MySQL or MariaDB server.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-last-deadlock-mysql [--records WHICH]

Print the section on the latest detected deadlock from the status of InnoDB: both transactions, their
statements and locks, and which one was rolled back. The server remembers one deadlock only, until
it restarts. Rows of data that the server prints with the locks are left out unless --records yes is
given, for they may be confidential. Host, user and password come from ~/.my.cnf.

  --records WHICH  whether to print the locked rows too (default no)
  --help           show this text

Exit status: 0 done (also when there was none), 1 the query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-last-deadlock-mysql: %s\n' "$2" >&2
  exit "$1"
}

records=no
while (($# > 0)); do
  case $1 in
    --records)
      (($# >= 2)) || die 2 "$1 needs a value"
      records=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $records =~ ^(no|yes)$ ]] || die 2 "--records takes no or yes, not ${records@Q}"
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# --raw: the status is one field with line breaks, which are wanted here.
status=$(client --batch --raw --skip-column-names --connect-timeout=10 --execute='SHOW ENGINE INNODB STATUS') ||
  die 1 "the status of InnoDB cannot be read"
[[ $status == *'INNODB MONITOR OUTPUT'* ]] || die 1 "the server's answer is not understood"

part='' inside=false
while IFS= read -r line; do
  case $line in
    'LATEST DETECTED DEADLOCK') inside=true && continue ;;
    TRANSACTIONS | 'LATEST FOREIGN KEY ERROR' | 'FILE I/O') inside=false ;;
  esac
  $inside || continue
  if [[ $line == --*-- ]]; then continue; fi
  # "Record lock, heap no …" and " 0: len 4; hex …; asc …" show the data of rows.
  if [[ $records == no && $line =~ ^(Record\ lock,|\ [0-9]+:\ (len|SQL\ NULL)|\ *$) ]]; then continue; fi
  line=${line//$'\t'/ }
  part+=${line//[[:cntrl:]]/?}$'\n'
done <<<"$status"

if [[ -n $part ]]; then
  printf '%s' "$part"
else
  printf 'no deadlock of InnoDB since the server started\n'
  printf 'note: error 1213 comes of metadata locks (ALTER TABLE, LOCK TABLES) and of conflicts in a Galera cluster too, which InnoDB does not note\n'
  detects=$(query "SHOW GLOBAL VARIABLES LIKE 'innodb_deadlock_detect'") || detects=''
  [[ $detects != *$'\tOFF' ]] || printf 'note: innodb_deadlock_detect is off: none is detected, transactions wait until innodb_lock_wait_timeout\n'
fi
