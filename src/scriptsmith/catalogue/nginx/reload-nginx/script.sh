#!/usr/bin/env bash
# Test the nginx configuration, reload it, and check that new worker processes took it up.
#
# Undo: put the former configuration files back and run this again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-nginx [--pid-file FILE] [--timeout N] [--dry-run]

Connections in progress are served to their end by the old workers. When the configuration is not
valid, nothing is reloaded. When nginx finds a fault only while it reloads (a port that is taken,
say), it keeps running with the old configuration: that is noticed and is a failure.

  --pid-file FILE  file with the process id of the nginx master (default /run/nginx.pid)
  --timeout N      wait this long for new workers, in seconds (default 15)
  --dry-run        test the configuration, reload nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reload-nginx: %s\n' "$2" >&2
  exit "$1"
}

pid_file=/run/nginx.pid timeout=15 dry_run=false
while (($# > 0)); do
  case $1 in
    --pid-file | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid-file) pid_file=$2 ;;
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

[[ -n $pid_file ]] || die 2 "--pid-file is required (see --help)"
[[ $timeout =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--timeout takes a whole number above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in nginx timeout ps; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $pid_file ]] || die 3 "nginx does not run: there is no $pid_file"
master=''
read -r master <"$pid_file" || [[ -n $master ]] || die 3 "cannot read a process id from $pid_file"
[[ $master =~ ^[1-9][0-9]{0,9}$ ]] || die 3 "$pid_file does not hold a process id"

workers() { # the ids of the worker processes that take new connections
  { ps -o pid=,args= --ppid "$master" || true; } | while read -r pid args; do
    if [[ $args == *'worker process'* && $args != *'shutting down'* ]]; then printf '%s\n' "$pid"; fi
  done
}
[[ $(ps -o args= -p "$master" || true) == *'nginx: master process'* ]] || die 3 "process $master of $pid_file is not nginx: it does not run"

if ! said=$(timeout 30 nginx -t 2>&1); then
  printf '%s\n' "$said" >&2
  if [[ $said == *'Permission denied'* ]]; then die 3 "the test lacks rights: run it as root"; fi
  die 3 "the configuration is not valid, so nothing is reloaded"
fi
if $dry_run; then
  if [[ $said == *'[warn]'* ]]; then printf '%s\n' "$said" >&2; fi # the reload tells them itself
  printf 'would reload: nginx (master %s); its configuration is valid\n' "$master"
  exit 0
fi

before=$(workers)
timeout 30 nginx -s reload || die 1 "could not signal the nginx master"

# A reload that nginx rejects leaves the old workers in place and reaches only its error log.
for ((second = 0; second <= timeout; second++)); do
  ((second == 0)) || sleep 1
  # Some may still be those that an earlier reload starts, so none of before may be left.
  now=$(workers)
  while read -r pid; do
    if [[ -z $pid || $'\n'$before$'\n' == *$'\n'$pid$'\n'* ]]; then now=''; fi
  done <<<"$now"
  if [[ -n $now ]]; then
    printf 'reloaded: nginx (master %s) has only new workers\n' "$master"
    exit 0
  fi
done
die 1 "there are still workers of before, or no new ones, after $timeout s: look into the error log of nginx, the old configuration is still in use"
