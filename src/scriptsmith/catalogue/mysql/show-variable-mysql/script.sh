#!/usr/bin/env bash
# Show the global value of one variable of a MySQL or MariaDB server.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-variable-mysql --variable NAME

Show the value of a server variable that new sessions get. When there is no variable of that name, up
to ten that contain it are listed. A variable that only sessions have is none of the server. Host, user and password come from ~/.my.cnf.

  --variable NAME  server variable to show
  --help           show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 there is no such variable, or another
precondition fails.
EOF
}

die() {
  printf 'show-variable-mysql: %s\n' "$2" >&2
  exit "$1"
}

variable=''
while (($# > 0)); do
  case $1 in
    --variable)
      (($# >= 2)) || die 2 "$1 needs a value"
      variable=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $variable ]] || die 2 "--variable is required (see --help)"
[[ $variable =~ ^[A-Za-z][A-Za-z0-9_]{0,63}(\.[A-Za-z][A-Za-z0-9_]{0,63})?$ ]] || die 2 "--variable takes the name of a server variable, not ${variable@Q}"
variable=${variable,,}

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# The name holds letters, digits, _ and a dot only, as was checked above.
row=$(query "SHOW GLOBAL VARIABLES WHERE Variable_name = '$variable'") || die 1 "the variable cannot be read"
if [[ -n $row ]]; then
  value=${row#*$'\t'}
  printf '%s = %s\n' "${row%%$'\t'*}" "${value//[[:cntrl:]]/?}"
  exit 0
fi

alike=$(query "SHOW GLOBAL VARIABLES WHERE Variable_name LIKE '%$variable%'") || die 1 "the variables cannot be read"
shown=0
while IFS=$'\t' read -r name value; do
  if [[ -n $name ]] && ((shown < 10)); then
    printf 'similar: %s = %s\n' "$name" "${value//[[:cntrl:]]/?}"
    shown=$((shown + 1))
  fi
done <<<"$alike"
die 3 "the server has no variable $variable"
