#!/usr/bin/env bash
# Remove a job from the crontab of a user, found by its exact command.
#
# Undo: load the backup that is named: crontab FILE, or as root crontab -u USER FILE.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-cron-job --command TEXT [--user NAME] [--dry-run]

Remove each line whose command is exactly TEXT, whatever its schedule, from the crontab of the user
NAME, by default the one who runs this. Comments, disabled jobs and variables stay, but the mark that
Ansible, Puppet or Chef set directly above a job goes with it: they would take the next line for theirs.
That they may put the job back is told, and so is where else it is left. The crontab before is kept in
a backup file. That no such job is there is a success, with nothing to do; but when /etc/crontab,
/etc/cron.d or a script in /etc/cron.daily and the like runs it, or a longer line that begins with it
and goes on with > | ; or &, that is named and refused. So is, for root without --user, the crontab of
another user.

  --command TEXT  the whole command as list-cron-jobs shows it, without the schedule
  --user NAME     whose crontab; the word current (default) is the user who runs this
  --dry-run       show what would be removed, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-cron-job: %s\n' "$2" >&2
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
anybody=false
if [[ $user == current ]]; then
  user=$me
  [[ $(id -u) != 0 ]] || anybody=true # root may look at the others
fi
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
  local file line all=(/etc/crontab /etc/anacrontab /etc/cron.d/* /etc/cron.{hourly,daily,weekly,monthly}/*)
  for file in /etc/crontab /etc/anacrontab /etc/cron.d /etc/cron.{hourly,daily,weekly,monthly}; do
    [[ ! -e $file || -r $file && (-f $file || -x $file) ]] || hint+="; $file cannot be looked into without root"
  done
  if $anybody; then all+=(/var/spool/cron/crontabs/* /var/spool/cron/tabs/* /var/spool/cron/*); fi
  for file in "${all[@]}" "$work/new"; do
    [[ ${file##*/} != "$me" || $file != /var/spool/* ]] || continue
    [[ -f $file && -r $file ]] || continue
    while IFS= read -r line || [[ -n $line ]]; do
      [[ ! $line =~ ^[[:space:]]*# && $line == *"$command"* ]] || continue
      if [[ $file == "$work/new" ]] && command_of "$line" && [[ ${its#"$command"} != "$its" && ${its#"$command"} =~ ^[[:space:]]*[0-9]*[\>\|\;\&] ]]; then
        hint+="; it stands in a longer one, name that: $its"
      elif [[ $file == "$work/new" ]]; then hint+="; another command holds it: ${line//[[:cntrl:]]/ }"; else hint+="; it stands in $file"; fi
    done <"$file"
  done
}

fetch "$work/old"
removed=0 held='' maker='' hint=''
mark='^#[[:space:]]*(Ansible|Puppet Name|Chef Name): '
keep() { [[ -z $1 ]] || printf '%s\n' "$1" >>"$work/new"; }
while IFS= read -r line || [[ -n $line ]]; do
  if command_of "$line" && [[ $its == "$command" ]]; then
    removed=$((removed + 1))
    if [[ $held =~ $mark ]]; then maker=${BASH_REMATCH[1]% Name}; fi
    for gone in ${held:+"$held"} "$line"; do
      if $dry_run; then printf 'would remove: %s\n' "$gone"; else printf 'to remove: %s\n' "$gone"; fi
    done
    held=''
    continue
  fi
  keep "$held"
  held=''
  if [[ $line =~ $mark ]]; then held=$line; else printf '%s\n' "$line" >>"$work/new"; fi
done <"$work/old"
keep "$held"

look_elsewhere
if ((removed == 0)); then
  [[ $hint != *'; it stands in '* ]] || die 3 "nothing is removed, user $user has no job with just the command $command$hint"
  printf 'nothing to remove: user %s has no job with the command %s%s\n' "$user" "$command" "$hint"
  exit 0
fi
[[ -z $maker ]] || printf 'note: %s made it and may put it back, remove it there too\n' "$maker"
[[ -z $hint ]] || printf 'note: left as it is, %s\n' "${hint#; }"
$dry_run && exit 0

# A copy of what was there before, where it outlives this script.
backup=$(mktemp "${TMPDIR:-/var/tmp}/crontab.$user.XXXXXX") || die 3 "cannot make a backup file"
cat -- "$work/old" >"$backup"
printf 'the crontab before is kept in %s\n' "$backup"

: >>"$work/new"
"${cron[@]}" - <"$work/new" || die 1 "crontab did not take the change; nothing was removed"
fetch "$work/after"
cmp -s -- "$work/new" "$work/after" || die 1 "the crontab is not as expected afterwards; compare it with the backup"
printf 'removed %d from the crontab of %s\n' "$removed" "$user"
