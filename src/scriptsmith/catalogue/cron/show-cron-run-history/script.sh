#!/usr/bin/env bash
# Show which cron jobs ran lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cron-run-history [--hours N] [--text TEXT]

Show from the journal when cron started which command for which user within some hours, and what
cron itself complained of, such as an account or password that has expired. Cron notes the start of a job only: whether it succeeded stands in its
own log or mail. What lies in /etc/cron.daily and its like is started by run-parts or anacron, which
name each job on RHEL, but not on Debian. With a text only commands that hold it are shown. Where
the journal begins later than asked for, that is told.

  --hours N    how far to look back (default 24)
  --text TEXT  only commands that hold this text, literally (default: none)
  --help       show this text

Exit status: 0 some job ran, 1 none did, or the journal cannot be read, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-cron-run-history: %s\n' "$2" >&2
  exit "$1"
}

hours=24 text=''
while (($# > 0)); do
  case $1 in
    --hours | --text)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --hours) hours=$2 ;;
        --text) text=$2 ;;
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

{ [[ $hours =~ ^[0-9]{1,6}$ ]] && ((10#$hours >= 1 && 10#$hours <= 8760)); } ||
  die 2 "--hours takes a whole number from 1 to 8760, not '$hours'"
hours=$((10#$hours))
for tool in journalctl awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $text != *[[:cntrl:]]* ]] || die 2 "--text takes text without control characters"
# Others see only messages of their own there, and none of these.
if [[ $(id -u) != 0 && ! " $(id -nG) " =~ \ (adm|systemd-journal|wheel)\  ]]; then
  die 3 "this needs root, or the group adm or systemd-journal: others do not see these messages"
fi
log=$(journalctl --quiet --no-pager --output=short-iso -t CRON -t CROND -t crond -t cron -t anacron -t run-parts --since "-${hours}h" 2>/dev/null) ||
  die 1 "the journal cannot be read"
log=$(LC_ALL=C tr -d '\000-\010\013-\037\177' <<<"$log")

# TIME HOST CRON[PID]: (USER) CMD (COMMAND); crond writes CMD as well, and CMDEND after the job.
# "run-parts[PID]: (/etc/cron.daily) starting NAME" and "anacron[PID]: Job `NAME' started" are starts, too.
shown=$(TEXT=$text awk '
  {
    at = index($0, ") CMD (")
    if (at) {
      user = substr($0, 1, at - 1); sub(/^[^(]*\(/, "", user)
      command = substr($0, at + 7); sub(/\)[ ]*$/, "", command)
    } else if ($3 ~ /^run-parts\[/ && $5 == "starting") {
      user = "root"; command = substr($4, 2, length($4) - 2) "/" $6
    } else if ($3 ~ /^anacron\[/ && $4 == "Job" && $6 == "started") {
      user = "root"; command = "anacron " substr($5, 2, length($5) - 2)
    } else next
    if (ENVIRON["TEXT"] != "" && index(command, ENVIRON["TEXT"]) == 0) next
    printf "%s  %-12s %s\n", $1, user, command
  }' <<<"$log")
trouble=$(grep -vE '\) CMD(END)? \(' <<<"$log" | grep -E '\((error|FAILED|failed|Syntax|grandchild)|can.t |CAN.T |Error: |BAD FILE MODE|INSECURE MODE|WRONG FILE OWNER|NOT (A )?REGULAR|ORPHAN|Permission denied|FAILED to |PAM ERROR|has expired|expired password|Authentication (failure|token)|bad (minute|hour|day|month|command|username)') || trouble=''

# At what time the journal begins: after a reboot it may hold nothing of before.
begins=$(journalctl --quiet --no-pager --output=short-unix 2>/dev/null | sed -n '1{s/[. ].*//p;q}') || true
[[ -z $shown ]] || printf '%s\n' "$shown"
if [[ -n $trouble ]]; then printf 'cron complains:\n%s\n' "$trouble"; fi
if [[ $begins =~ ^[0-9]+$ ]] && ((begins > $(date +%s) - hours * 3600)); then
  printf 'note: the journal begins at %(%Y-%m-%dT%H:%M:%S)T only; of before, look in /var/log/cron or /var/log/syslog\n' "$begins"
fi
if [[ -z $shown ]]; then
  if [[ -n $text && $log =~ CMD\ \([^$'\n']*(run-parts|anacron) ]]; then
    printf 'note: run-parts started jobs of which it named none, such as those in /etc/cron.daily\n'
  fi
  printf 'no job%s ran within %d hours\n' "${text:+ with that text}" "$hours"
  if [[ ! $begins =~ ^[0-9]+$ ]]; then printf 'note: the journal is empty; look in /var/log/cron or /var/log/syslog\n'; fi
  if [[ -z $log ]]; then printf 'cron wrote nothing at all in that time: does it run?\n'; fi
  exit 1
fi
printf '%d runs were started within %d hours; how they ended is in their own logs or mail\n' "$(wc -l <<<"$shown")" "$hours"
