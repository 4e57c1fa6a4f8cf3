#!/usr/bin/env bash
# Disable a job in the crontab of a user by commenting it out.
#
# Undo: take "#DISABLED# " off the line with crontab -e, or load the backup that is named: crontab FILE, or
# as root crontab -u USER FILE.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-cron-job --command TEXT [--user NAME] [--dry-run]

Put "#DISABLED# " before each line whose command is exactly TEXT, whatever its schedule, in the
crontab of the user NAME, by default the one who runs this. The line stays where it is. A job that is
disabled already is left alone; that there is no such job at all is an error, as the command may be
misspelt. Where else it is left is told: in longer commands of the user, and in /etc/crontab and
/etc/cron.d, which are not touched. A mark of Ansible, Puppet or
Chef above it is told: those enable it again. A run of the job that is under way goes on.

  --command TEXT  the whole command as list-cron-jobs shows it, without the schedule
  --user NAME     whose crontab; the word current (default) is the user who runs this
  --dry-run       show what would be disabled, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-cron-job: %s\n' "$2" >&2
  exit "$1"
}

command='' user=current dry_run=false
while (($# > 0)); do
  case $1 in
    --command | --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --command) command=$2 ;;
        --user) user=$2 ;;
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

[[ $command =~ [^[:space:]] ]] || die 2 "--command is needed"
[[ $command != *[[:cntrl:]]* ]] || die 2 "--command takes one line without control characters"
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}\$?$ ]] || die 2 "--user takes the name of a user, not '$user'"
# Cron itself passes on the text without the white space around it.
command=${command#"${command%%[![:space:]]*}"} command=${command%"${command##*[![:space:]]}"}
command -v crontab >/dev/null || die 3 "crontab is not installed"

me=$(id -un) || die 3 "cannot learn the current user"
[[ $user != current ]] || user=$me
cron=(crontab)
if [[ $user != "$me" ]]; then
  id -u -- "$user" >/dev/null 2>&1 || die 3 "no such user: $user"
  [[ $(id -u) == 0 ]] || die 3 "only root may change the cron jobs of another user ($user)"
  cron=(crontab -u "$user")
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# The user's crontab into the file $1. None at all is an empty one (BusyBox has other words for that); another error is an error.
fetch() {
  LC_ALL=C "${cron[@]}" -l >"$1" 2>"$work/error" && return
  grep -qE "^no crontab for|^crontab: can't open '[^/']*': No such file" "$work/error" || die 3 "cannot read the crontab of $user: $(head -n 1 "$work/error")"
  : >"$1"
}

# A job line: a schedule (a word with @, or five fields, with a minus before where it is not logged), then the command. Not a comment, and not
# the setting of a variable.
job='^[[:space:]]*-?(@[A-Za-z]+|[0-9*~][^[:space:]]*([[:space:]]+[^[:space:]]+){4})[[:space:]]+([^[:space:]].*)$'

# Sets $its to the command of a job line; fails for any other line.
command_of() {
  [[ $1 =~ $job ]] || return 1
  its=${BASH_REMATCH[3]}
  its=${its%"${its##*[![:space:]]}"}
}

# Adds to $hint where else a job with that text is left: tables of the system, and longer commands of the user.
look_elsewhere() {
  local file line
  for file in /etc/crontab /etc/cron.d/* "$work/new"; do
    [[ -f $file && -r $file ]] || continue
    while IFS= read -r line || [[ -n $line ]]; do
      [[ ! $line =~ ^[[:space:]]*# && $line == *"$command"* ]] || continue
      if [[ $file == "$work/new" ]]; then hint+="; another command holds it: ${line//[[:cntrl:]]/ }"; else hint+="; it stands in $file"; fi
    done <"$file"
  done
}

fetch "$work/old"
mark='#DISABLED# '
# A job that somebody commented out by hand is disabled as well.
comment='^[[:space:]]*#+[[:space:]]*(DISABLED#[[:space:]]*)?(.*)$'
disabled=0 already=0 held='' maker='' hint=''
made_by='^#[[:space:]]*(Ansible|Puppet Name|Chef Name): '
while IFS= read -r line || [[ -n $line ]]; do
  if command_of "$line" && [[ $its == "$command" ]]; then
    disabled=$((disabled + 1))
    if $dry_run; then printf 'would disable: %s\n' "$line"; else printf 'to disable: %s\n' "$line"; fi
    if [[ $held =~ $made_by ]]; then maker=${BASH_REMATCH[1]% Name}; fi
    line=$mark$line
  elif [[ $line =~ $comment ]] && command_of "${BASH_REMATCH[2]}" && [[ $its == "$command" ]]; then
    already=$((already + 1))
  fi
  held=$line
  printf '%s\n' "$line" >>"$work/new"
done <"$work/old"

look_elsewhere
if ((disabled == 0)); then
  ((already > 0)) || die 3 "user $user has no job with the command: $command$hint"
  printf 'disabled already: %d in the crontab of %s%s\n' "$already" "$user" "$hint"
  exit 0
fi
[[ -z $maker ]] || printf 'warning: %s keeps this job and enables it again at its next run, disable it there too\n' "$maker" >&2
[[ -z $hint ]] || printf 'note: left as it is, %s\n' "${hint#; }"
$dry_run && exit 0

# A copy of what was there before, where it outlives this script.
backup=$(mktemp "${TMPDIR:-/var/tmp}/crontab.$user.XXXXXX") || die 3 "cannot make a backup file"
cat -- "$work/old" >"$backup"
printf 'the crontab before is kept in %s\n' "$backup"

"${cron[@]}" - <"$work/new" || die 1 "crontab did not take the change; nothing was disabled"
fetch "$work/after"
cmp -s -- "$work/new" "$work/after" || die 1 "the crontab is not as expected afterwards; compare it with the backup"
printf 'disabled %d in the crontab of %s\n' "$disabled" "$user"
