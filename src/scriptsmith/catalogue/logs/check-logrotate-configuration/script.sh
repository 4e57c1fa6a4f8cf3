#!/usr/bin/env bash
# Check the logrotate configuration for errors, and what it would rotate.
#
# Undo: nothing to undo, it is a dry run of logrotate.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-logrotate-configuration [--config-file FILE]

Have logrotate go through a configuration as it would at night, without touching a log or its
record, and tell the errors, the logs that would be rotated now and why others would not, and those
that do not exist and are not said to be optional (missingok). Insecure owners or modes of a log
directory are an error here too: logrotate passes such logs over. What counts is now: a daily log
that was rotated this morning is not due, though it will be tonight. A file other than
/etc/logrotate.conf is checked with the global settings of that one, as they hold at night (such as
su, or weekly); a log that another file names as well is an error too, and that
/etc/logrotate.conf does not read the file at all is told.

  --config-file FILE  configuration to check, with all that it includes (default /etc/logrotate.conf)
  --help              show this text

Exit status: 0 no error, 1 there are errors, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-logrotate-configuration: %s\n' "$2" >&2
  exit "$1"
}

config_file=/etc/logrotate.conf
while (($# > 0)); do
  case $1 in
    --config-file)
      (($# >= 2)) || die 2 "$1 needs a value"
      config_file=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

PATH=$PATH:/usr/sbin:/sbin
[[ $config_file != -* ]] || config_file=./$config_file
for tool in logrotate grep awk stat sort tail; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $config_file ]] || die 3 "no such file: $config_file"
[[ -r $config_file ]] || die 3 "cannot read $config_file"

whole=$(mktemp)
trap 'rm -f -- "$whole"' EXIT
# The global part of the main configuration holds for what it includes; its own logs and includes are left out.
main=/etc/logrotate.conf checked=$config_file night=''
if [[ ! $config_file -ef $main && -f $main ]]; then
  [[ -r $main ]] || die 3 "cannot read $main"
  checked=$whole
  INCLUDED=$(realpath -- "$config_file") awk '
    depth == 0 && /^[[:space:]]*include([[:space:]]|$)/ { next }
    depth == 0 && !/\{/ && !/^[[:space:]]*["\/]/ { print }
    !/^[[:space:]]*#/ { depth += gsub(/\{/, "") - gsub(/\}/, "") }
    END { printf "\ninclude %s\n", ENVIRON["INCLUDED"] }
  ' <"$main" >"$checked"
  night=$(LC_ALL=C logrotate --debug "$main" 2>&1 </dev/null) || true # the errors of other files are not asked for
  night=$(tr -d '\000-\010\013-\037\177' < <(printf '%s\n' "$night"))
fi
rc=0
text=$(LC_ALL=C logrotate --debug "$checked" 2>&1 </dev/null) || rc=$?
text=$(tr -d '\000-\010\013-\037\177' < <(printf '%s\n' "$text"))
# A line of an error may name a file with odd characters; its head is fixed.
errors=$(grep -E '^error: ' < <(printf '%s\n' "$text")) || errors=''
missing=$(grep -E '^error: stat of .* failed: No such file' < <(printf '%s\n' "$text")) || missing=''
real=$(grep -vE '^error: stat of .* failed: No such file' < <(printf '%s\n' "$errors")) || real=''
# Of a log that two files name, logrotate passes over the section that comes later.
while IFS= read -r line; do
  if [[ $line == 'error: '*'duplicate log entry for '* ]] && grep -qxF -- "considering log ${line##*duplicate log entry for }" < <(printf '%s\n' "$text") && ! grep -qxF -- "$line" < <(printf '%s\n' "$real"); then
    real+=${real:+$'\n'}$line
  fi
done < <(printf '%s\n' "$night")
[[ -z $real ]] || printf '%s\n' "$real"
[[ -z $missing ]] || printf 'no such log: %s\n' "$missing"

# "considering log X", then "log needs rotating" or why it does not.
log='' would=0 looked=0
while IFS= read -r line; do
  case $line in
    'considering log '*)
      log=${line#considering log }
      looked=$((looked + 1))
      ;;
    *'log needs rotating'*)
      would=$((would + 1))
      printf 'would be rotated: %s\n' "$log"
      ;;
    *'log does not need rotating'*) printf 'not now: %s%s\n' "$log" "${line#*'log does not need rotating'}" ;;
  esac
done < <(printf '%s\n' "$text")

handled=$(grep -cE '^rotating pattern: ' < <(printf '%s\n' "$text")) || handled=0
printf '%d patterns, %d logs looked at, %d would be rotated\n' "$handled" "$looked" "$would"
if [[ $checked == "$whole" ]] && ! grep -qxF -e "reading config file ${config_file##*/}" -e "reading config file $(realpath -- "$config_file")" < <(printf '%s\n' "$night"); then
  printf 'note: %s does not read %s, so none of this happens at night\n' "$main" "$config_file"
fi
# The state is written by each run that is none of --debug; Red Hat has another name for it.
ran=$(stat -c %y -- /var/lib/logrotate/status /var/lib/logrotate/logrotate.status /var/lib/logrotate.status 2>/dev/null | sort | tail -n 1) || true
printf 'logrotate ran last: %s\n' "${ran:-no state file tells (is its timer or cron job on?)}"
if [[ -n $real ]]; then die 1 "$(wc -l < <(printf '%s\n' "$real")) errors in $config_file or what it includes"; fi
if ((rc != 0)) && [[ -z $missing ]]; then die 1 "logrotate ended with $rc: $(tail -n 1 < <(printf '%s\n' "$text"))"; fi
# A log that does not exist is an error of logrotate unless missingok is set.
[[ -z $missing ]] || die 1 "some logs do not exist, and missingok is not set for them"
printf 'in order: %s\n' "$config_file"
