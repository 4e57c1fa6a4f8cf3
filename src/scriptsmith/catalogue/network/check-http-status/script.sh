#!/usr/bin/env bash
# Check the HTTP status and the timing of a URL.
#
# Undo: nothing to undo, it sends one GET request.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-http-status --url URL [--expect STATUS] [--timeout N]

Fetch a URL once, throw the content away, and say the status, the address that answered and where
the time went: name, connection, TLS, first byte, all. Redirects are told and not followed. Name,
connection, certificate and time-out problems are told apart. A proxy that the environment names is
used, which is told; ~/.curlrc does not count.

  --url URL        address to fetch, http or https
  --expect STATUS  status that is right, such as 200, 301 or 2xx (default 2xx)
  --timeout N      seconds for all of it (default 15)
  --help           show this text

Exit status: 0 the status is the expected one, 1 it is another, or there was none, 2 wrong usage,
3 a precondition fails.
EOF
}

die() {
  printf 'check-http-status: %s\n' "$2" >&2
  exit "$1"
}

url='' expect=2xx timeout=15
while (($# > 0)); do
  case $1 in
    --url | --expect | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --expect) expect=$2 ;;
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
[[ $url =~ ^[Hh][Tt][Tt][Pp][Ss]?://[^[:space:][:cntrl:]]+$ ]] || die 2 "--url takes an http or https address, not '$url'"
[[ $expect =~ ^[1-5]([0-9]{2}|xx)$ ]] || die 2 "--expect takes a status such as 200 or 2xx, not '$expect'"
{ [[ $timeout =~ ^[0-9]{1,5}$ ]] && ((10#$timeout >= 1 && 10#$timeout <= 600)); } ||
  die 2 "--timeout takes a whole number from 1 to 600, not '$timeout'"
timeout=$((10#$timeout))
command -v curl >/dev/null || die 3 "curl is not installed"
case ${url,,} in
  http:*) proxy=${http_proxy:-${all_proxy:-${ALL_PROXY:-}}} ;;
  *) proxy=${https_proxy:-${HTTPS_PROXY:-${all_proxy:-${ALL_PROXY:-}}}} ;;
esac
[[ -z $proxy ]] ||
  printf 'note: the environment names a proxy; unless no_proxy excepts the host, the address is that of the proxy, and the status may be its own\n' >&2
# User names and passwords in a URL are not for the screen.
shown=$(sed -E 's#^([A-Za-z]+://)[^/@]*@#\1...@#' <<<"$url")

rc=0
text=$(LC_ALL=C curl --disable --silent --show-error --globoff --proto '=http,https' --max-time "$timeout" --output /dev/null \
  --write-out '%{http_code} %{time_namelookup} %{time_connect} %{time_appconnect} %{time_starttransfer} %{time_total} %{size_download} %{remote_ip} %{redirect_url}' \
  --url "$url" 2>&1 </dev/null) || rc=$?
# What curl complains of stands on lines before.
line=${text##*$'\n'}
complaint=''
[[ $text != *$'\n'* ]] || complaint=${text%$'\n'*}
complaint=$(tr -d '\000-\037\177' <<<"$complaint")
read -r code name connect tls first total size address redirect <<<"$line"

if ((rc != 0)); then
  case $rc in
    6) why='the host name does not resolve' ;;
    7) why='no connection: refused, or no way there' ;;
    28) why="no complete answer within $timeout s" ;;
    35) why='the TLS handshake failed' ;;
    51 | 60) why='the certificate is not trusted, or not for this name' ;;
    52) why='the server closed the connection without an answer' ;;
    56) why='the connection broke' ;;
    *) why="curl ended with $rc" ;;
  esac
  printf 'NO ANSWER from %s: %s\n' "$shown" "$why"
  [[ -z $complaint ]] || printf '%s\n' "$complaint" >&2
  # Half an answer has a status too.
  [[ ! $code =~ ^[1-5][0-9]{2}$ ]] || printf 'the status was %s, before it broke off\n' "$code"
  printf 'seconds until (0 where it did not come to that): name %s, connection %s, TLS %s, first byte %s, end %s\n' "$name" "$connect" "$tls" "$first" "$total"
  exit 1
fi
[[ $code =~ ^[1-5][0-9]{2}$ ]] || die 1 "curl tells no status: $line"
printf '%s: status %s from %s, %s bytes\n' "$shown" "$code" "$address" "$size"
printf 'seconds until: name %s, connection %s, TLS %s, first byte %s, end %s\n' "$name" "$connect" "$tls" "$first" "$total"
if [[ -n $redirect ]]; then printf 'leads to: %s\n' "$(tr -d '\000-\037\177' <<<"$redirect")"; fi
if [[ $code == "$expect" || $expect == "${code:0:1}xx" ]]; then exit 0; fi
printf 'NOT AS EXPECTED: status %s, not %s\n' "$code" "$expect"
exit 1
