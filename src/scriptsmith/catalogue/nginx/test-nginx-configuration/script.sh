#!/usr/bin/env bash
# Test the nginx configuration, warnings included, without loading it.
#
# Undo: nothing to undo, the running nginx is not touched.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: test-nginx-configuration [--file FILE] [--timeout N]

Let nginx read FILE and all that it includes, and say whether it would accept it. Errors name file
and line. Warnings (a server name that is defined twice, say) are shown too and do not make it
fail.

  --file FILE  main configuration file (default /etc/nginx/nginx.conf)
  --timeout N  timeout of the test, since host names of upstreams are looked up (default 30)
  --help       show this text

Exit status: 0 it is valid, 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'test-nginx-configuration: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/nginx/nginx.conf timeout=30
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
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number above 0, not '$timeout'"
timeout=$((10#$timeout))
PATH=$PATH:/usr/sbin:/sbin
for tool in nginx timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# A relative name would be taken relative to the prefix that nginx was built with.
[[ $file == /* ]] || file=$PWD/$file
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file (run it as root)"

rc=0
said=$(timeout "$timeout" nginx -t -c "$file" 2>&1) || rc=$?
warnings=0
while IFS= read -r line; do
  if [[ $line == *[[:cntrl:]]* ]]; then line=${line@Q}; fi
  if [[ $line == *'[warn]'* ]]; then warnings=$((warnings + 1)); fi
  [[ -z $line ]] || printf '%s\n' "$line"
done <<<"$said"

case $rc in
  0) ;;
  124) die 1 "no result within $timeout s: does a host name of an upstream not resolve?" ;;
  *)
    # As an ordinary user keys and logs cannot be opened, which says nothing about the configuration.
    if [[ $said == *'Permission denied'* ]]; then
      die 3 "nginx may not read all that it needs: run it as root"
    fi
    die 1 "not valid: $file"
    ;;
esac
[[ $said == *'test is successful'* ]] || die 1 "nginx ended without saying that the test is successful"
printf 'valid: %s (%d warnings)\n' "$file" "$warnings"
