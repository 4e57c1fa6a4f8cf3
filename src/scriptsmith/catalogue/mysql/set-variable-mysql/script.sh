#!/usr/bin/env bash
# Set one global variable of a running MySQL or MariaDB server, and check that it took.
#
# Undo: SET GLOBAL with the former value, which it prints; run it again where --value takes that value. Of read_only
# and super_read_only, which MySQL changes together, both former values are printed, to be set both.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-variable-mysql --variable NAME --value VALUE [--dry-run]

Set a server variable with SET GLOBAL. It holds until the server restarts; the configuration file is
not changed. Sessions that are open keep their own value. The server may take another value than
was asked, and that is a failure here. MySQL switches read_only on with super_read_only, and that off
with read_only: what becomes of the other one is told. Variables that name files, load code or weaken
logins are refused. Host, user and password come from ~/.my.cnf.

  --variable NAME  server variable to set
  --value VALUE    its new value; a size in plain bytes
  --dry-run        say what would be set, change nothing
  --help           show this text

Exit status: 0 it is set (also when it was), 1 it is not, 2 wrong usage, 3 no such variable, a refused
one, or another precondition fails.
EOF
}

die() {
  printf 'set-variable-mysql: %s\n' "$2" >&2
  exit "$1"
}

variable='' value='' dry_run=false
while (($# > 0)); do
  case $1 in
    --variable | --value)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --variable) variable=$2 ;;
        --value) value=$2 ;;
      esac
      shift 2
      ;;
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

[[ -n $variable ]] || die 2 "--variable is required (see --help)"
[[ $variable =~ ^[A-Za-z][A-Za-z0-9_]{0,63}$ ]] || die 2 "--variable takes the name of a server variable, not ${variable@Q}"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $value =~ ^[A-Za-z0-9_.,:+-]{1,200}$ ]] || die 2 "--value takes a number or a word (letters, digits and _.,:+-), not ${value@Q}"
variable=${variable,,}
case $variable in
  *_file | *_dir | *_path | *plugin* | init_* | secure_* | *auth* | *password* | *ssl* | *tls* | require_secure_transport | \
    offline_mode | local_infile | innodb_fast_shutdown | innodb_force_recovery | keyring* | gtid_* | server_id | replicate_* | wsrep_* | *skip_counter | skip_*)
    die 3 "refused: $variable touches files, logins or what replication relies on; set it by hand"
    ;;
esac

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# Name and value hold only characters that were checked above. A number must stand without quotes.
look() { query "SHOW GLOBAL VARIABLES WHERE Variable_name = '$variable'"; }
row=$(look) || die 1 "the variable cannot be read"
[[ -n $row ]] || die 3 "there is no variable $variable"
before=${row#*$'\t'}
other=''
case $variable in read_only) other=super_read_only ;; super_read_only) other=read_only ;; esac
look_other() { [[ -z $other ]] || query "SHOW GLOBAL VARIABLES WHERE Variable_name = '$other'"; } # MariaDB has one of them
other_before=$(look_other) || die 1 "the variable $other cannot be read"

same() { # whether the server's spelling $1 means the wanted value: ON and 1, 10.000000 and 10
  local have=${1^^} want=${value^^}
  if [[ $have == *.*0 && $have =~ ^[0-9.]+$ ]]; then have=${have%"${have##*[!0]}"} have=${have%.}; fi
  if [[ $want == *.*0 && $want =~ ^[0-9.]+$ ]]; then want=${want%"${want##*[!0]}"} want=${want%.}; fi
  case $want in 1 | TRUE) [[ $have != ON ]] || want=ON ;; 0 | FALSE) [[ $have != OFF ]] || want=OFF ;; esac
  if [[ $want == *,* ]]; then # a list, which the server puts in its own order
    have=$(tr , '\n' <<<"$have" | sort -u) want=$(tr , '\n' <<<"$want" | sort -u)
  fi
  [[ $have == "$want" ]]
}
if same "$before"; then
  printf 'set already: %s is %s\n' "$variable" "${before@Q}"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s to %s (now %s)\n' "$variable" "${value@Q}" "${before@Q}"
  exit 0
fi

if [[ $value =~ ^-?[0-9]+(\.[0-9]+)?$ ]]; then
  query "SET GLOBAL $variable = $value" || die 1 "the server does not take it"
else
  query "SET GLOBAL $variable = '$value'" || die 1 "the server does not take it"
fi
row=$(look) || die 1 "the variable cannot be read any more"
after=${row#*$'\t'}
same "$after" || die 1 "the server made $variable ${after@Q} of ${value@Q} (before: ${before@Q})"
if [[ $variable == innodb_buffer_pool_size ]]; then
  printf 'note: the pool grows or shrinks in the background; SHOW STATUS LIKE '\''Innodb_buffer_pool_resize_status'\'' tells how far it is\n'
fi
printf 'set: %s is %s (before: %s), until the next restart; what open sessions have of their own stays\n' "$variable" "${after@Q}" "${before@Q}"
other_after=$(look_other) || die 1 "the variable $other cannot be read any more"
if [[ $other_after != "$other_before" ]]; then
  printf 'set with it by the server: %s is %s (before: %s); an undo has to set both\n' "$other" "${other_after#*$'\t'}" "${other_before#*$'\t'}"
fi
