#!/usr/bin/env bash
# List the cron jobs of a user: from the user's crontab and from the system's cron files.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-cron-jobs [--user NAME] [--etc DIR]

List every job that cron runs as the user NAME, by default the one who runs this: the lines of the
user's crontab, of /etc/crontab and of the files in /etc/cron.d, each with where it stands. Comments
and disabled jobs are left out. Scripts in cron.hourly, cron.daily and so on run as root through one
of these lines; they are listed for root, and so are the lines of /etc/anacrontab. Systemd timers, jobs
of at, and jobs of others that change to this user are not listed.

  --user NAME  whose jobs; the word current (default) is the user who runs this
  --etc DIR    where the system's cron files are (default /etc)
  --help       show this text

Exit status: 0 done (jobs or none), 1 failed, 2 wrong usage, 3 some file or directory cannot be
read (the other jobs are listed), or another precondition fails.
EOF
}

die() {
  printf 'list-cron-jobs: %s\n' "$2" >&2
  exit "$1"
}

user=current etc=/etc
while (($# > 0)); do
  case $1 in
    --user | --etc)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --etc) etc=$2 ;;
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

[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}\$?$ ]] || die 2 "--user takes the name of a user, not '$user'"
[[ -d $etc ]] || die 3 "no such directory: $etc"
command -v crontab >/dev/null || die 3 "crontab is not installed"

me=$(id -un) || die 3 "cannot learn the current user"
[[ $user != current ]] || user=$me
cron=(crontab)
if [[ $user != "$me" ]]; then
  id -u -- "$user" >/dev/null 2>&1 || die 3 "no such user: $user"
  [[ $(id -u) == 0 ]] || die 3 "only root may see the cron jobs of another user ($user)"
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

schedule='(@[A-Za-z]+|[0-9*~][^[:space:]]*([[:space:]]+[^[:space:]]+){4})'
own="^[[:space:]]*-?${schedule}[[:space:]]+[^[:space:]]" # what a minus is before is not logged (SUSE)
system="^[[:space:]]*-?${schedule}[[:space:]]+([^[:space:]]+)[[:space:]]+[^[:space:]]"
jobs=0

found() {
  printf '%s: %s\n' "${1//[[:cntrl:]]/?}" "${2#"${2%%[![:space:]]*}"}"
  jobs=$((jobs + 1))
}
hidden=0
closed() { # PATH: is it there, and may one not look into it?
  [[ -e $1 ]] || return 1
  if [[ -r $1 ]] && { [[ ! -d $1 ]] || [[ -x $1 ]]; }; then return 1; fi
  printf 'not readable, left out: %s\n' "${1//[[:cntrl:]]/?}" >&2
  hidden=$((hidden + 1))
}

fetch "$work/own"
while IFS= read -r line || [[ -n $line ]]; do
  if [[ $line =~ $own ]]; then found "crontab of $user" "$line"; fi
done <"$work/own"

# On Debian and its kin cron passes over names with other characters than these, elsewhere over what editors and rpm leave.
if [[ -e $etc/debian_version ]]; then passed='[^A-Za-z0-9_-]'; else passed='^#|~$|\.rpm(save|orig|new)$'; fi
closed "$etc/cron.d" || true
for file in "$etc/crontab" "$etc"/cron.d/*; do
  [[ -f $file ]] || continue
  if [[ $file == "$etc"/cron.d/* && ${file##*/} =~ $passed ]]; then
    printf 'not read by cron, because of its name: %s\n' "${file//[[:cntrl:]]/?}" >&2
    continue
  fi
  ! closed "$file" || continue
  mapfile -t lines <"$file"
  for line in "${lines[@]}"; do
    if [[ $line =~ $system && ${BASH_REMATCH[3]} == "$user" ]]; then found "$file" "$line"; fi
  done
done

if [[ $user == root ]]; then
  if [[ -f $etc/anacrontab ]] && ! closed "$etc/anacrontab"; then
    mapfile -t lines <"$etc/anacrontab"
    for line in "${lines[@]}"; do
      if [[ $line =~ ^[[:space:]]*(@[A-Za-z]+|[0-9]+)([[:space:]]+[^[:space:]]+){3} ]]; then found "$etc/anacrontab" "$line"; fi
    done
  fi
  for period in hourly daily weekly monthly; do
    closed "$etc/cron.$period" || true
    for file in "$etc/cron.$period"/*; do
      if [[ -f $file && -x $file && -e $etc/debian_version && ! ${file##*/} =~ ^[A-Za-z0-9_-]+$ ]]; then
        printf 'not run by run-parts, because of its name: %s\n' "$file" >&2
      elif [[ -f $file && -x $file ]]; then
        found "$etc/cron.$period" "${file##*/}"
      fi
    done
  done
fi

if ((jobs == 0 && hidden == 0)); then
  printf 'no cron jobs for user %s\n' "$user"
else
  printf '%d cron jobs for user %s\n' "$jobs" "$user"
fi
printf 'systemd timers, jobs of at, and jobs of others that change to this user (su, sudo -u) may start more; they are not listed\n'
((hidden == 0)) || die 3 "not all could be read: run this as root"
