#!/usr/bin/env bash
# Check which TLS versions a server accepts.
#
# Undo: nothing to undo, it opens connections and closes them.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-tls-versions --host HOST [--port PORT] [--timeout N]

Try a handshake with each of TLS 1.0, 1.1, 1.2 and 1.3, one connection each, and say which the
server accepts and with what cipher. A version that the openssl of this machine cannot speak is
told as not tested, and a server that does not answer to a version as that: then it is not known
whether the version is accepted. A server that sends its certificate has accepted the version, also
where the openssl here breaks off after it. Certificates are not judged. A name with several
addresses is asked at each of them to which a route leads. Only ciphers that the openssl here has are
offered, and STARTTLS is not tried.

  --host HOST  host name or IP address of the server
  --port PORT  TCP port (default 443)
  --timeout N  seconds to wait for each handshake (default 10)
  --help       show this text

Exit status: 0 TLS 1.2 or 1.3 is accepted and both 1.0 and 1.1 are refused, 1 otherwise, also when
that is not known, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-tls-versions: %s\n' "$2" >&2
  exit "$1"
}

host='' port=443 timeout=10
while (($# > 0)); do
  case $1 in
    --host | --port | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
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
[[ $host =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $host =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--host takes a host name or an IP address, not '$host'"
{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 1 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 1 to 65535, not '$port'"
port=$((10#$port))
{ [[ $timeout =~ ^[0-9]{1,6}$ ]] && ((10#$timeout >= 1 && 10#$timeout <= 3600)); } ||
  die 2 "--timeout takes a whole number from 1 to 3600, not '$timeout'"
timeout=$((10#$timeout))
for tool in openssl timeout sed getent; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export LC_ALL=C
# An address is no server name, and an IPv6 address needs brackets before the port.
addresses=("$host") options=(-noservername)
if [[ $host != *:* && ! $host =~ ^[0-9.]+$ ]]; then
  options=(-servername "${host%.}")
  found=$(getent ahosts "${host%.}" | cut -d ' ' -f 1 | sort -u) || found=''
  [[ -z $found ]] || mapfile -t addresses <<<"$found"
fi

accepted=0 old=0 unknown=0 last='' away=0
try() { # OPTION LABEL [ARG...]: one handshake; sets accepted, old, unknown, last and away
  local flag=$1 label=$2 rc=0 session cipher
  shift 2
  session=$(timeout "$timeout" openssl s_client "$flag" "$@" -connect "$address:$port" "${options[@]}" </dev/null 2>&1) || rc=$?
  cipher=$(sed -n -E 's/^New, .*Cipher is ([A-Za-z0-9_-]+)$/\1/p' <<<"$session" | sed -n 1p)
  # With a weak key or signature openssl breaks off here, and names no cipher: that is no refusal by the server.
  [[ -n $cipher || $session != *'-----BEGIN CERTIFICATE-----'* ]] || cipher='broken off here, after its certificate'
  if [[ -n $cipher ]]; then
    accepted=$((accepted + 1))
    printf '%-8s accepted (%s)\n' "$label" "$cipher"
    [[ $flag == -tls1_[23] ]] || old=$((old + 1))
  elif [[ $session =~ nknown\ option|no\ (protocols|ciphers)\ available|no\ suitable\ digest|read\ 0\ bytes\ and\ written\ [0-9]\ bytes ]]; then
    # The library refuses to speak it (FIPS, say), and wrote an alert at most; nothing was asked of the server.
    [[ $flag == -tls1_[23] ]] || unknown=$((unknown + 1))
    printf '%-8s not tested: the openssl here does not speak it\n' "$label"
  elif ((rc == 124)); then
    [[ $flag == -tls1_[23] ]] || unknown=$((unknown + 1))
    last="no answer within $timeout s"
    printf '%-8s no answer within %d s\n' "$label" "$timeout"
  elif [[ $session == *errno=101* ]]; then # mostly with IPv6, and no fault of the server
    last='no route leads there from this host' away=1
    printf '%-8s not tested: %s\n' "$label" "$last"
  elif [[ $session != *'CONNECTED('* ]]; then
    [[ $flag == -tls1_[23] ]] || unknown=$((unknown + 1))
    last=$(grep -iE 'error|errno' <<<"$session" | tail -n 1 | tr -d '\000-\037') || last='no connection'
    printf '%-8s no connection\n' "$label"
  else
    last=$(grep -iE 'error|errno|alert' <<<"$session" | tail -n 1 | tr -d '\000-\037') || last='the connection was closed'
    printf '%-8s refused (%s)\n' "$label" "$(sed -E 's/^.*:SSL routines:[^:]*:([^:]*):.*$/\1/' <<<"$last")"
  fi
}
for address in "${addresses[@]}"; do
  [[ $address == "$host" ]] || printf '%s (%s):\n' "$host" "$address"
  [[ $address != *:* ]] || address="[$address]"
  # Without the lowest security level, a library of today would not even offer the old versions.
  try -tls1 'TLS 1.0' -cipher 'DEFAULT:@SECLEVEL=0'
  try -tls1_1 'TLS 1.1' -cipher 'DEFAULT:@SECLEVEL=0'
  try -tls1_2 'TLS 1.2'
  try -tls1_3 'TLS 1.3'
done

((accepted > 0)) || die 1 "$host port $port accepted no version (STARTTLS was not tried): ${last:-none could be tested}"
if ((old > 0)); then
  printf 'OLD VERSIONS ACCEPTED: %s port %d speaks TLS 1.0 or 1.1\n' "$host" "$port"
  exit 1
fi
if ((unknown > 0)); then
  printf 'NOT KNOWN: whether %s port %d speaks TLS 1.0 or 1.1\n' "$host" "$port"
  exit 1
fi
((away == 0)) || printf 'not asked: addresses of %s that no route leads to from this host\n' "$host"
printf 'in order: %s port %d speaks neither TLS 1.0 nor 1.1 with a cipher that the openssl here has\n' "$host" "$port"
