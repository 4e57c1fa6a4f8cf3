#!/usr/bin/env bash
# Add a job to the crontab of a user, once.
#
# Undo: remove-cron-job with the same command and user; the printed command loads the former crontab as a whole.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-cron-job --schedule WHEN --command TEXT [--user NAME] [--dry-run]

Add a line that runs TEXT at the times WHEN to the crontab of the user NAME, by default the one who
runs this. If the same job is there already nothing changes; if the command is there with another
schedule, that is refused. The command gets a short PATH and no terminal: name programs in full. That
no cron daemon is seen to run is told, that the program is not in that PATH or may not be run, what the
crontab sets for all its jobs, that (to root) the account has expired, and that cron joins a day of the
month and a weekday by "or".

  --schedule WHEN  five fields (minute hour day month weekday), or @reboot, @hourly, @daily,
                   @midnight, @weekly, @monthly, @yearly, @annually
  --command TEXT   one line; cron takes % as a line end, so write \% for a percent sign
  --user NAME      whose crontab; the word current (default) is the user who runs this
  --dry-run        show the line, change nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-cron-job: %s\n' "$2" >&2
  exit "$1"
}

schedule='' command='' user=current dry_run=false
while (($# > 0)); do
  case $1 in
    --schedule | --command | --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --schedule) schedule=$2 ;;
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

# number TEXT FIRST NAMES: sets $number to the number that TEXT is or that stands for the name TEXT.
number() {
  local before=${3%%"$1"*}
  before=${before//[^|]/}
  if [[ $1 =~ ^[0-9]+$ ]]; then number=$((10#$1)); else number=$(($2 + ${#before})); fi
}

# field TEXT MIN MAX NAMES: a list of numbers, names, ranges or *, with steps, within the bounds. Cron takes a range
# that runs backwards and then never runs the job, and a step beyond the field, which it does not go by (*/90 runs
# hourly); what a step without a range means differs between crons.
field() {
  local part number parts low low_text high_text step
  [[ $1 != *, ]] || return 1
  IFS=, read -r -a parts <<<"$1"
  for part in "${parts[@]}"; do
    [[ $part =~ ^(\*|([0-9]{1,2}|$4)(-([0-9]{1,2}|$4))?)(/([1-9][0-9]?))?$ ]] || return 1
    low_text=${BASH_REMATCH[2]} high_text=${BASH_REMATCH[4]} step=${BASH_REMATCH[5]}
    [[ -z $step ]] || ((${step#/} <= $3 - $2 + 1)) || return 1
    [[ -n $low_text ]] || continue
    number "$low_text" "$2" "$4"
    low=$number
    ((low >= $2 && low <= $3)) || return 1
    if [[ -z $high_text ]]; then
      [[ -z $step ]] || return 1
      continue
    fi
    number "$high_text" "$2" "$4"
    ((number >= low && number <= $3)) || return 1
  done
}

check_schedule() {
  local fields=()
  [[ $1 != *[[:cntrl:]]* ]] || return 1
  if [[ $1 == @* ]]; then
    [[ $1 =~ ^@(reboot|hourly|daily|midnight|weekly|monthly|yearly|annually)$ ]]
    return
  fi
  IFS=$' \t' read -r -a fields <<<"$1"
  ((${#fields[@]} == 5)) && field "${fields[0]}" 0 59 '[0-9]' && field "${fields[1]}" 0 23 '[0-9]' &&
    field "${fields[2]}" 1 31 '[0-9]' &&
    field "${fields[3],,}" 1 12 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec' &&
    field "${fields[4],,}" 0 7 'sun|mon|tue|wed|thu|fri|sat'
}

[[ -n $schedule ]] || die 2 "--schedule is needed"
check_schedule "$schedule" ||
  die 2 "--schedule takes five cron fields (ranges upwards) or a word such as @daily, not '$schedule'"
[[ $command =~ [^[:space:]] ]] || die 2 "--command is needed"
[[ $command != *[[:cntrl:]]* ]] || die 2 "--command takes one line without control characters"
[[ ! $command =~ (^|[^\\])% ]] || die 2 "cron takes % as a line end; write \\% in --command"
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

# A job line: a schedule (a word with @, or five fields), then the command. Not a comment, and not
# the setting of a variable.
job='^[[:space:]]*(@[A-Za-z]+|[0-9*~][^[:space:]]*([[:space:]]+[^[:space:]]+){4})[[:space:]]+([^[:space:]].*)$'

# Sets $its to the command of a job line; fails for any other line.
command_of() {
  [[ $1 =~ $job ]] || return 1
  its=${BASH_REMATCH[3]}
  its=${its%"${its##*[![:space:]]}"}
}

fetch "$work/old"
said=()
grep -qxE 'crond?' /proc/[0-9]*/comm 2>/dev/null || said+=('no process cron or crond is seen to run here: unless systemd-cron does their work, the job waits')
set_there=$(grep -E '^[[:space:]]*(PATH|SHELL|CRON_TZ)[[:space:]]*=' "$work/old") || set_there=''
[[ -z $set_there ]] || said+=("what the crontab sets holds for this job, too: ${set_there//[[:cntrl:]]/ }")
program=${command%%[[:space:]]*}
[[ $program == *[!A-Za-z0-9_./-]* || $set_there == *PATH* ]] || PATH=/usr/bin:/bin command -v -- "$program" >/dev/null ||
  said+=("cron, whose PATH is /usr/bin:/bin, finds no program $program to run")
read -r _ _ day _ weekday _ <<<"$schedule"
if [[ -n $weekday && $day != \** && $weekday != \** ]]; then
  said+=("cron runs it on each of the days of the month $day, and on each of the weekdays $weekday as well")
fi
# Only root sees this line, of days since 1970. Where it has expired PAM lets cron run nothing.
IFS=: read -r _ _ changed _ most _ _ end _ < <(getent shadow -- "$user" 2>/dev/null) || true
((${changed:-1} != 0 && $(date +%s) / 86400 <= ${changed:-99999} + ${most:-99999} && $(date +%s) / 86400 < ${end:-99999})) ||
  said+=("the account $user or its password has expired: cron runs none of its jobs")
((${#said[@]} == 0)) || printf 'note: %s\n' "${said[@]}" >&2

wanted="$schedule $command"
while IFS= read -r line || [[ -n $line ]]; do
  command_of "$line" && [[ $its == "$command" ]] || continue
  [[ $line =~ $job ]]
  read -r -a there <<<"${BASH_REMATCH[1]}"
  read -r -a new <<<"$schedule"
  if [[ ${there[*]} == "${new[*]}" ]]; then
    printf 'there already: %s\n' "$line"
    exit 0
  fi
  die 3 "the same command is there with another schedule, remove that first: $line"
done <"$work/old"

if $dry_run; then
  printf 'would add to the crontab of %s: %s\n' "$user" "$wanted"
  exit 0
fi

# A copy of what was there before, where it outlives this script.
backup=$(mktemp "${TMPDIR:-/var/tmp}/crontab.$user.XXXXXX") || die 3 "cannot make a backup file"
cat -- "$work/old" >"$backup"
printf 'the crontab before is kept in %s; undo, while nothing else was changed: %s %q\n' "$backup" "${cron[*]}" "$backup"

# A last line without an end would swallow the new one.
{
  cat -- "$work/old"
  if [[ -s $work/old && -n $(tail -c 1 -- "$work/old") ]]; then printf '\n'; fi
  printf '%s\n' "$wanted"
} >"$work/new"
"${cron[@]}" - <"$work/new" || die 1 "crontab did not take the new job; nothing was changed"
fetch "$work/after"
grep -Fxq -- "$wanted" "$work/after" || die 1 "the job is not in the crontab afterwards"
printf 'added to the crontab of %s: %s\n' "$user" "$wanted"
