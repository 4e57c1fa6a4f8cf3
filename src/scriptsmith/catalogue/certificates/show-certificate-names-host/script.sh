#!/usr/bin/env bash
# Show for which names the certificate of a TLS server is valid (SAN).
#
# Undo: nothing to undo, it opens a connection and closes it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-certificate-names-host --host HOST [--port PORT] [--name NAME] [--timeout N]

Connect to a TLS server, take the certificate that it presents for the name, and list its
subject and its subject alternative names, one a line. Then say whether the name in question is
covered by them. Neither the chain nor the dates are judged. Of several addresses one is
asked, which is told. OpenSSL 1.1.1 or later.

  --host HOST  host name or IP address of the server
  --port PORT  TCP port (default 443)
  --name NAME  name that is asked for and must be covered, in place of the host (default: none)
  --timeout N  seconds to wait for the server (default 10)
  --help       show this text

Exit status: 0 the name is covered, 1 it is not, or no certificate was presented, 2 wrong usage, 3
a precondition fails.
EOF
}

die() {
  printf 'show-certificate-names-host: %s\n' "$2" >&2
  exit "$1"
}

host='' port=443 name='' timeout=10
while (($# > 0)); do
  case $1 in
    --host | --port | --name | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --name) name=$2 ;;
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
name=${name:-$host}
[[ $name =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $name =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--name takes a host name or an IP address, not '$name'"
{ [[ $timeout =~ ^[0-9]{1,6}$ ]] && ((10#$timeout >= 1 && 10#$timeout <= 3600)); } ||
  die 2 "--timeout takes a whole number from 1 to 3600, not '$timeout'"
timeout=$((10#$timeout))
for tool in openssl timeout sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export LC_ALL=C
known=$(openssl x509 -help 2>&1) || true
[[ $known == *'-ext '* ]] || die 3 "this openssl is too old: it does not show single extensions"
# An address is no server name, and an IPv6 address needs brackets before the port.
options=(-servername "${name%.}") address=$host
[[ $host != *:* ]] || address="[$host]"
if [[ $name == *:* || $name =~ ^[0-9.]+$ ]]; then options=(-noservername); fi

addresses=$(getent ahosts "${host%.}" 2>/dev/null | cut -d ' ' -f 1 | sort -u | wc -l) || addresses=0
((addresses <= 1)) || printf 'note: %s has %d addresses, maybe of several servers; one of them is asked\n' "$host" "$addresses" >&2
rc=0
session=$(timeout "$timeout" openssl s_client -connect "$address:$port" "${options[@]}" </dev/null 2>&1) || rc=$?
if ! certificate=$(openssl x509 2>/dev/null <<<"$session"); then
  ((rc != 124)) || die 1 "$host port $port gave no answer within $timeout s"
  grep -iE 'error|errno|alert' <<<"$session" | tail -n 3 >&2 || true
  die 1 "$host port $port presented no certificate (with STARTTLS it would not be seen)"
fi

subject=$(openssl x509 -noout -subject <<<"$certificate") || die 1 "the certificate of $host cannot be read"
printf '%s port %d, asked for %s, %s\n' "$host" "$port" "$name" "$subject"
# "DNS:a.example, IP Address:192.0.2.1" stands on the line after the headline.
names=$(openssl x509 -noout -ext subjectAltName <<<"$certificate" 2>/dev/null |
  sed -n '1d; s/^ *//; s/, */\n/g; p') || names=''
if [[ -n $names ]]; then
  mapfile -t names <<<"$names"
  printf '  %s\n' "${names[@]}"
else
  printf '  no alternative names: clients of today accept none of its names\n'
fi

if [[ $name == *:* || $name =~ ^[0-9.]+$ ]]; then kind=-checkip; else kind=-checkhost; fi
verdict=$(openssl x509 -noout "$kind" "${name%.}" <<<"$certificate") || true
# Without alternative names of that kind openssl looks at the subject, which clients do not.
of_kind=DNS:
if [[ $kind == -checkip ]]; then of_kind='IP Address:'; fi
if [[ $verdict == *'does match'* && ${names[*]} == *"$of_kind"* ]]; then
  printf 'covered: %s\n' "$name"
else
  printf 'NOT covered: %s\n' "$name"
  exit 1
fi
