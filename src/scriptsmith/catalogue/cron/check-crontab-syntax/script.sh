#!/usr/bin/env bash
# Check the syntax of a crontab file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-crontab-syntax --file FILE [--form auto|user|system]

Look at each line of a crontab before it is installed: the five times and their ranges, names of
months and days, the @ words, in the system form the user (in the other form that there is none), an
empty command, a bare % (cron makes a line break of it), and the line end at the end of the file,
without which cron drops the last line. The commands themselves are not looked at. Of a file in /etc/cron.d it is also told when cron
passes over the file as a whole: for its name, its owner or its mode.

  --file FILE              crontab file to check
  --form auto|user|system  with a user field (system: /etc/crontab, cron.d) or without; auto
                           goes by the place (default auto)
  --help                   show this text

Exit status: 0 no fault, 1 there are faults, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-crontab-syntax: %s\n' "$2" >&2
  exit "$1"
}

file='' form=auto
while (($# > 0)); do
  case $1 in
    --file | --form)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --form) form=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $file != -* ]] || file=./$file
case $form in
  auto | user | system) ;;
  *) die 2 "--form takes auto, user or system, not '$form'" ;;
esac
for tool in tail realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"
if [[ $form == auto ]]; then
  form=user
  # cron reads a link by the place where it lies.
  for place in "$(realpath -s -- "$file")" "$(realpath -- "$file")"; do
    case $place in
      */cron.d/* | /etc/crontab) form=system ;;
    esac
  done
fi

faults=0 warnings=0 jobs=0 number=0
# Counts what only the cron of Debian takes amiss.
debian() { if [[ -e /etc/debian_version ]]; then faults=$((faults + 1)); else warnings=$((warnings + 1)); fi; }
# What cron does with a file of cron.d: Debian's takes no name with a dot, that of RHEL none that ends like these.
whole=$(realpath -s -- "$file")
if [[ $whole == */cron.d/* ]]; then
  base=${whole##*/}
  if [[ $base == .* || $base == *~ || $base == *.rpm* || $base == *.cfsaved || $base == '#'* ]]; then
    faults=1
    printf 'the file: cron ignores files of this name: %s\n' "${base//[[:cntrl:]]/?}"
  elif [[ ! $base =~ ^[A-Za-z0-9_-]+$ ]]; then
    debian
    printf 'the file: cron of Debian and Ubuntu ignores names with other signs than letters, digits, _ and -: %s\n' "${base//[[:cntrl:]]/?}"
  fi
fi
if [[ $whole == /etc/cron.d/* || $whole == /etc/crontab ]]; then
  mode=$(stat -L -c '%u %a' -- "$file") || die 1 "cannot look at $file"
  if [[ ${mode% *} != 0 ]]; then
    faults=$((faults + 1))
    printf 'the file: cron ignores it, for it does not belong to root\n'
  elif (((8#${mode#* } & 8#022) != 0)); then
    faults=$((faults + 1))
    printf 'the file: cron ignores it, for others than root may write it (mode %s)\n' "${mode#* }"
  elif (((8#${mode#* } & 8#7533) != 8#400)) && [[ -e /etc/debian_version ]]; then
    warnings=$((warnings + 1))
    printf 'the file: warning: the cron of RHEL, Fedora and SUSE ignores a file that may be executed (mode %s)\n' "${mode#* }"
  elif (((8#${mode#* } & 8#7533) != 8#400)); then
    faults=$((faults + 1))
    printf 'the file: cron ignores it, for it may be executed (BAD FILE MODE, mode %s)\n' "${mode#* }"
  fi
fi
fault() {
  faults=$((faults + 1))
  printf 'line %d: %s\n' "$number" "$1"
}
rank() { # NAME NAMES FIRST: sets rank to the number that the name stands for; fails for another word
  local name
  rank=$3
  for name in $2; do
    if [[ $name == "${1,,}" ]]; then return 0; fi
    rank=$((rank + 1))
  done
  return 1
}
field() { # NAME VALUE LOW HIGH NAMES: a list of values, ranges and steps
  local part low high step word names=$5
  [[ $2 =~ ^[A-Za-z0-9*/,~-]+$ && $2 != ,* && $2 != *, && $2 != *,,* ]] || {
    fault "$1 '$2' is no list of times"
    return
  }
  IFS=, read -r -a parts <<<"$2"
  for part in "${parts[@]}"; do
    if [[ $part == */* ]]; then
      step=${part#*/} part=${part%%/*}
      if [[ ! $step =~ ^[0-9]{1,3}$ ]] || ((10#$step < 1 || 10#$step > $4 - $3 + 1)); then
        fault "$1: the step '/$step' is no number from 1 to $(($4 - $3 + 1))"
        continue
      fi
      [[ $part == '*' || $part == *[-~]* ]] || fault "$1: the step '/$step' wants a range or * before it"
    fi
    [[ $part != '*' ]] || continue
    low=${part%%[-~]*} high=${part##*[-~]}
    [[ $part != *[-~]*[-~]* ]] || fault "$1: '$part' is no range"
    for word in "$low" "$high"; do
      [[ ! $word =~ ^[0-9]{1,4}$ ]] || {
        ((10#$word >= $3 && 10#$word <= $4)) || fault "$1: $word lies outside of $3 to $4"
        continue
      }
      [[ -n $names && $word =~ ^[A-Za-z]{3}$ && " $names " == *" ${word,,} "* ]] || fault "$1: '$word' is not known"
    done
    # cron takes a range that runs backwards, and never runs the job
    if [[ -n $names && $low =~ ^[A-Za-z]{3}$ ]]; then rank "$low" "$names" "$3" && low=$rank; fi
    if [[ -n $names && $high =~ ^[A-Za-z]{3}$ ]]; then rank "$high" "$names" "$3" && high=$rank; fi
    if [[ $low =~ ^[0-9]{1,4}$ && $high =~ ^[0-9]{1,4}$ ]] && ((10#$low > 10#$high)); then fault "$1: ${part%%[-~]*} comes after ${part##*[-~]}"; fi
  done
}

while IFS= read -r line || [[ -n $line ]]; do
  number=$((number + 1))
  [[ $line != *$'\r' ]] || fault 'it ends in a carriage return (a file from Windows?)'
  line=${line%$'\r'}
  [[ $line =~ ^[[:space:]]*(#|$) || $line =~ ^[[:space:]]*[A-Za-z_][A-Za-z0-9_]*[[:space:]]*= ]] && continue
  jobs=$((jobs + 1))
  # The cron of RHEL, Fedora and SUSE does not log what a minus is before, as in the /etc/crontab of SUSE.
  if [[ ! -e /etc/debian_version && $line =~ ^[[:space:]]*-(.*)$ ]]; then line=${BASH_REMATCH[1]}; fi
  if [[ $line =~ ^[[:space:]]*(@[a-z]+)[[:space:]]*(.*)$ ]]; then
    rest=${BASH_REMATCH[2]}
    case ${BASH_REMATCH[1]} in
      @reboot | @yearly | @annually | @monthly | @weekly | @daily | @midnight | @hourly) ;;
      *) fault "${BASH_REMATCH[1]} is not known" ;;
    esac
  else
    read -r minute hour day month weekday rest <<<"$line"
    if [[ -z $weekday ]]; then
      fault 'there are fewer than five times'
      continue
    fi
    field minute "$minute" 0 59 ''
    field hour "$hour" 0 23 ''
    field 'day of month' "$day" 1 31 ''
    field month "$month" 1 12 'jan feb mar apr may jun jul aug sep oct nov dec'
    field 'day of week' "$weekday" 0 7 'sun mon tue wed thu fri sat'
  fi
  user=${rest%%[[:space:]]*}
  if [[ $form == system ]]; then
    rest=${rest#"$user"}
    if [[ ! $user =~ ^[A-Za-z_][A-Za-z0-9_.-]*$ ]]; then
      fault 'the user is missing (the system form has one before the command)'
    elif command -v getent >/dev/null && ! getent passwd -- "$user" >/dev/null; then
      fault "there is no user $user (is the user field missing?)"
    fi
  elif [[ $rest =~ ^[^[:space:]]+[[:space:]]+[^[:space:]-] ]] && getent passwd -- "$user" >/dev/null 2>&1 && ! command -v -- "$user" >/dev/null; then
    fault "the command begins with the user $user (a crontab of a user has no user field; --form system reads one)"
  fi
  [[ -n ${rest//[[:space:]]/} ]] || fault 'there is no command'
  if [[ ${rest//\\%/} == *%* ]]; then
    warnings=$((warnings + 1))
    printf 'line %d: warning: a bare %% ends the command, write \\%%\n' "$number"
  fi
done <"$file"
if [[ -s $file && -n $(tail -c 1 -- "$file") ]]; then fault 'the last line has no line end, cron drops it'; fi
printf '%d jobs, %d faults, %d warnings (%s form)\n' "$jobs" "$faults" "$warnings" "$form"
((faults == 0)) || exit 1
