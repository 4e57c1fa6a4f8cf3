#!/usr/bin/env bash
# Tell nginx to reopen its log files, and check that it has the expected one open afterwards.
#
# Undo: nothing to undo: files that were moved away stay where they are.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reopen-nginx-logs [--file FILE] [--timeout N] [--dry-run]

When a log was renamed or deleted, nginx goes on writing to the old file until it is told to
reopen its logs; then it creates those that are missing. Nothing is moved, emptied or deleted by
this, and no connection is dropped. FILE tells which log it must have open afterwards.

  --file FILE  log that nginx should be writing to afterwards (default /var/log/nginx/access.log)
  --timeout N  wait this long until nginx has the log open, in seconds (default 5)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reopen-nginx-logs: %s\n' "$2" >&2
  exit "$1"
}

file=/var/log/nginx/access.log timeout=5 dry_run=false
while (($# > 0)); do
  case $1 in
    --file | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $timeout =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--timeout takes a whole number above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in nginx timeout ps; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $file == /* ]] || file=$PWD/$file
[[ -d ${file%/*} ]] || die 3 "no such directory: ${file%/*}"
[[ ! -e $file || -f $file ]] || die 3 "not a regular file: $file"

has() { # PID: whether that process has the file open
  local fd
  for fd in /proc/"$1"/fd/*; do
    if [[ $fd -ef $file ]]; then return 0; fi
  done
  return 1
}
held() { # whether a master of nginx has the file open, and each of its workers, which open it by themselves
  local pid parent args master=''
  late=''
  while read -r pid parent args; do
    # Those of a container are another nginx's.
    if [[ -e /proc/$pid/ns/pid && ! /proc/$pid/ns/pid -ef /proc/self/ns/pid ]]; then continue; fi
    if [[ $args == *'nginx: master process'* ]] && has "$pid"; then master+=" $pid "; fi
    if [[ $args == *'worker process'* && $args != *'shutting down'* && $master == *" $parent "* ]] && ! has "$pid"; then late+=" $pid"; fi
  done < <(ps -C nginx -o pid=,ppid=,args= --sort=start_time,pid)
  [[ -n $master && -z $late ]]
}
state='was missing'
if [[ -e $file ]]; then state='existed, and nginx did not have it open'; fi
if held; then state='was open'; fi
if $dry_run; then
  printf 'would tell nginx to reopen its logs; until now %s %s\n' "$file" "$state"
  exit 0
fi

said=$(timeout 30 nginx -s reopen 2>&1) || {
  if [[ -n $said ]]; then printf '%s\n' "$said" >&2; fi
  case $said in
    *'No such file'* | *'invalid PID'* | *'No such process'*) die 3 "nginx does not run" ;;
    *'not permitted'* | *'Permission denied'*) die 3 "no permission to signal nginx: run it as root" ;;
  esac
  die 1 "could not tell nginx to reopen its logs"
}
for ((second = 0; second <= timeout; second++)); do
  ((second == 0)) || sleep 1
  if held; then
    printf 'reopened: the log files of nginx; it has %s open (before: it %s)\n' "$file" "$state"
    exit 0
  fi
done
[[ -z $late ]] || die 1 "the master of nginx has $file open, and these workers do not after $timeout s:$late (may their user enter the directory?)"
die 1 "nginx does not have $file open after $timeout s: does it log to it, and may this user see that (root)?"
