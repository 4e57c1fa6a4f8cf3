#!/usr/bin/env bash
# Show the connection counts that the stub_status page of nginx gives.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-nginx-connections [--url URL] [--timeout N]

Print the active connections (reading a request, writing an answer, waiting in keep-alive), and
the totals since nginx started. Fewer handled than accepted connections mean that a limit
(worker_connections, open files) was reached: a warning says so. The page must be configured with
stub_status.

  --url URL    address of the stub_status page (default http://127.0.0.1/nginx_status)
  --timeout N  timeout for the page, in seconds (default 5)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-nginx-connections: %s\n' "$2" >&2
  exit "$1"
}

url=http://127.0.0.1/nginx_status timeout=5
while (($# > 0)); do
  case $1 in
    --url | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
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

[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $url =~ ^https?://[A-Za-z0-9.:_/?=\&%[-]+(\][A-Za-z0-9.:_/?=\&%-]*)?$ ]] || die 2 "--url takes an http address, not '$url'"
[[ $timeout =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--timeout takes a whole number above 0, not '$timeout'"
timeout=$((10#$timeout))
command -v curl >/dev/null || die 3 "curl is not installed"

page=$(curl --silent --show-error --fail --globoff --noproxy '*' --max-time "$timeout" --url "$url") ||
  die 1 "no status page at $url (does nginx run, and is stub_status configured there?)"
shape='Active connections:[[:space:]]+([0-9]+).*[[:space:]]([0-9]+)[[:space:]]+([0-9]+)[[:space:]]+([0-9]+)[[:space:]]+Reading:[[:space:]]+([0-9]+)[[:space:]]+Writing:[[:space:]]+([0-9]+)[[:space:]]+Waiting:[[:space:]]+([0-9]+)'
[[ $page =~ $shape ]] || die 1 "what $url gives is not a stub_status page"
active=${BASH_REMATCH[1]} accepted=${BASH_REMATCH[2]} handled=${BASH_REMATCH[3]} requests=${BASH_REMATCH[4]}
reading=${BASH_REMATCH[5]} writing=${BASH_REMATCH[6]} waiting=${BASH_REMATCH[7]}

printf 'active connections: %s\n' "$active"
printf '  reading a request: %s\n' "$reading"
printf '  writing an answer: %s\n' "$writing"
printf '  waiting (keep-alive): %s\n' "$waiting"
printf 'since the start of nginx: %s connections accepted, %s handled, %s requests\n' "$accepted" "$handled" "$requests"
dropped=$((accepted - handled))
if ((dropped > 0)); then
  printf 'warning: %d connections were dropped, look at worker_connections and the limit of open files\n' "$dropped"
fi
