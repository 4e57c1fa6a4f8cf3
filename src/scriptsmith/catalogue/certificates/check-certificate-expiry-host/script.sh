#!/usr/bin/env bash
# Check whether the certificate that a TLS server presents has expired or will within some days.
#
# Undo: nothing to undo, it opens a connection and closes it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-expiry-host --host HOST [--port PORT] [--days N] [--timeout N]

Connect to a TLS server, take the certificate that it presents for the host name, and print its
subject, its last day and the days left. Of a server with an RSA and an ECDSA certificate both are seen. A
name with several addresses is asked at each of them; of several servers behind a balancer one is seen. Only dates are judged, neither the chain nor the name.
STARTTLS is not spoken.

  --host HOST  host name or IP address of the server
  --port PORT  TCP port (default 443)
  --days N     warn when fewer days than this are left (default 30)
  --timeout N  seconds to wait for the server (default 10)
  --help       show this text

Exit status: 0 valid for longer, 1 it expires soon, has expired, is not valid yet, or an address presented none, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-certificate-expiry-host: %s\n' "$2" >&2
  exit "$1"
}

host='' port=443 days=30 timeout=10
while (($# > 0)); do
  case $1 in
    --host | --port | --days | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --days) days=$2 ;;
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

[[ -n $host ]] || die 2 "--host is required (see --help)"
host_ok() { # a host name or an IP address; no leading dash
  [[ $1 =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $1 =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?$ ]]
}
host_ok "$host" || die 2 "--host takes a host name or an IP address, not '$host'"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not '$port'"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not '$port'"
[[ $days =~ ^[0-9]{1,5}$ ]] || die 2 "--days takes a whole number, not '$days'"
days=$((10#$days))
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
for tool in timeout openssl; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export LC_ALL=C
now=$(date +%s)
report() { # CERTIFICATE: say when it expires; 0 fine, 1 soon, expired or not valid yet, 3 unreadable
  local text subject begin end left
  text=$(openssl x509 -noout -subject -startdate -enddate 2>/dev/null <<<"$1") || return 3
  subject=$(sed -n 's/^subject= *//p' <<<"$text")
  begin=$(date -d "$(sed -n 's/^notBefore=//p' <<<"$text")" +%s) || return 3
  end=$(date -d "$(sed -n 's/^notAfter=//p' <<<"$text")" +%s) || return 3
  left=$(((end - now) / 86400))
  if ((end <= now)); then
    printf 'EXPIRED %s, %d days ago: %s\n' "$(date -u -d "@$end" +%F)" "$((-left))" "$subject"
    return 1
  elif ((begin > now)); then
    printf 'NOT VALID YET, until %s: %s\n' "$(date -u -d "@$begin" +%F)" "$subject"
    return 1
  elif ((end - now < days * 86400)); then
    printf 'EXPIRES SOON %s, %d days left: %s\n' "$(date -u -d "@$end" +%F)" "$left" "$subject"
    return 1
  fi
  printf 'ok until %s, %d days left: %s\n' "$(date -u -d "@$end" +%F)" "$left" "$subject"
}
# A name may lead to several servers, and a renewal may have reached one of them only.
addresses=("$host") options=(-noservername)
if [[ $host != *:* && ! $host =~ ^[0-9.]+$ ]]; then
  options=(-servername "${host%.}")
  found=$(getent ahosts "${host%.}" | cut -d ' ' -f 1 | sort -u) || found=''
  [[ -z $found ]] || mapfile -t addresses <<<"$found"
fi

seen=0 worst=0
for address in "${addresses[@]}"; do
  where=$host
  [[ $address == "$host" ]] || where+=" ($address)"
  [[ $address != *:* ]] || address="[$address]" # of IPv6, before the port
  rc=0
  session=$(timeout "$((10#$timeout))" openssl s_client -connect "$address:$port" "${options[@]}" </dev/null 2>&1) || rc=$?
  if ! certificate=$(openssl x509 2>/dev/null <<<"$session"); then # s_client may end with an error and have it all the same
    why='presented no certificate (with STARTTLS it would not be seen)'
    ((rc != 124)) || why="gave no answer within $((10#$timeout)) s"
    grep -iE 'error|errno|alert|connect:' <<<"$session" | tail -n 3 >&2 || true
    # The name has IPv6 addresses on a host, too, that reaches none of them.
    if [[ $session == *errno=101* ]]; then why='was not looked at: no route leads there from this host'; else worst=1; fi
    printf '%s port %d %s\n' "$where" "$port" "$why" >&2
    continue
  fi
  # Of an RSA and an ECDSA certificate a server shows one: it is asked for the other, too.
  seen=$((seen + 1)) kind=ECDSA+SHA256:ECDSA+SHA384
  [[ $(openssl x509 -noout -text <<<"$certificate") != *id-ecPublicKey* ]] || kind=RSA-PSS+SHA256:RSA-PSS+SHA384:RSA+SHA256:RSA+SHA384
  other=$(timeout "$((10#$timeout))" openssl s_client -connect "$address:$port" "${options[@]}" -sigalgs "$kind" </dev/null 2>/dev/null | openssl x509 2>/dev/null) || other=''
  for each in "$certificate" ${other:+"$other"}; do
    printf '%s port %d: ' "$where" "$port"
    report "$each" || { (($? != 3)) || die 1 "the certificate of $where cannot be read"; worst=1; }
  done
done
((seen > 0)) || die 1 "no certificate of $host was seen"
exit "$worst"
