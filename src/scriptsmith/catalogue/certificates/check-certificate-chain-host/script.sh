#!/usr/bin/env bash
# Check that the certificate chain of a TLS server is complete and trusted.
#
# Undo: nothing to undo, it opens a connection and closes it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-chain-host --host HOST [--port PORT] [--ca FILE] [--timeout N]

Connect to a TLS server, show the chain of certificates that it sends, and verify it for the host
name: against the CAs that this machine trusts, or those of a file. A missing intermediate (also one
that only this machine or the file knows: links are told by their names), an unknown CA, a wrong name and an expired link are all
told. A name with several addresses is asked at each of them. TLS must come first: a port that begins in
plain text (STARTTLS, as 25 and 587) presents no certificate here. OpenSSL 1.1.1 or later.

  --host HOST     host name or IP address of the server
  --port PORT     TCP port (default 443)
  --ca FILE       PEM file with the CAs to trust, in place of the machine's own (default: none)
  --timeout N     seconds to wait for the server (default 10)
  --help          show this text

Exit status: 0 the chain is complete and trusted and the name fits, 1 it is not somewhere, or no certificate
was presented, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-certificate-chain-host: %s\n' "$2" >&2
  exit "$1"
}

host='' port=443 ca='' timeout=10
while (($# > 0)); do
  case $1 in
    --host | --port | --ca | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --ca) ca=$2 ;;
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
addresses=("$host") options=(-noservername -verify_ip "$host")
if [[ $host != *:* && ! $host =~ ^[0-9.]+$ ]]; then
  options=(-servername "${host%.}" -verify_hostname "${host%.}")
  found=$(getent ahosts "${host%.}" | cut -d ' ' -f 1 | sort -u) || found=''
  [[ -z $found ]] || mapfile -t addresses <<<"$found"
fi
if [[ -n $ca ]]; then
  [[ -f $ca && -r $ca ]] || die 3 "cannot read the CA file $ca"
  options+=(-CAfile "$ca")
fi

known=$(openssl s_client -help 2>&1) || true
[[ $known == *-noservername* ]] || die 3 "this openssl is too old: it has no -noservername"
look_at() { # ADDRESS: fails when the chain that is sent from there is not in order
  local address=$1 where=$host rc=0 session count verdict code depth sent have link name text hint why
  [[ $address == "$host" ]] || where+=" ($address)"
  [[ $address != *:* ]] || address="[$address]"
  session=$(timeout "$timeout" openssl s_client -connect "$address:$port" -showcerts "${options[@]}" </dev/null 2>&1) || rc=$?
  # What a server puts into its names is foreign text.
  session=$(LC_ALL=C tr -d '\000-\010\013-\037\177' <<<"$session")
  if [[ $session != *'-----BEGIN CERTIFICATE-----'* ]]; then
    why='presented no certificate'
    ((rc != 124)) || why="gave no answer within $timeout s"
    # The name has IPv6 addresses on a host, too, that reaches none of them: no fault of the server.
    [[ $session != *errno=101* ]] || why='was not looked at: no route leads there from this host'
    grep -iE 'error|errno|alert' <<<"$session" | tail -n 3 >&2 || true
    printf '%s port %d %s\n' "$where" "$port" "$why" >&2
    [[ $session == *errno=101* ]]
    return
  fi

  seen=$((seen + 1))
  printf 'chain sent by %s port %d:\n' "$where" "$port"
  sed -n -E '/^Certificate chain/,/^Server certificate/{/^ *[0-9]+ s:|^ +i:/p}' <<<"$session"
  count=$(grep -cE '^ *[0-9]+ s:' <<<"$session") || count=0
  # With TLS 1.3 the line may come again with each session ticket; the first one counts.
  verdict=$(sed -n 's/^ *Verify return code: //p' <<<"$session" | sed -n 1p)
  code=${verdict%% *}
  case $code in
    0)
      # depth=2 is the root of a chain of three, of which the server has to send two; what was taken from a store it did not send.
      depth=$(sed -n 's/^depth=\([0-9]\{1,\}\).*/\1/p' <<<"$session" | sort -n | tail -n 1)
      [[ -n $depth ]] || die 1 "openssl does not tell the chain that it verified"
      sent=$(sed -n -E 's/^ *[0-9]+ s: ?//p' <<<"$session")
      have=1
      for ((link = 1; link < depth; link++)); do
        name=$(sed -n "s/^depth=$link //p" <<<"$session" | sed -n 1p)
        if [[ -n $name ]] && grep -Fqx -- "$name" <<<"$sent"; then have=$((have + 1)); fi
      done
      if ((have < depth)); then
        printf 'NOT complete: the server sends %d of %d certificates below the root; the others were found only here\n' "$have" "$depth"
        return 1
      fi
      text=$(openssl x509 -noout -text <<<"$session" 2>/dev/null) || text=''
      [[ $text == *'X509v3 Subject Alternative Name'* ]] ||
        printf 'note: the certificate has no alternative names, which browsers and many clients refuse\n'
      printf 'trusted: %d certificates sent, the chain and the name are in order\n' "$count"
      return 0
      ;;
    20 | 21) hint='an intermediate certificate is missing from what the server sends, or its CA is not trusted here' ;;
    18 | 19) hint='self-signed: trusted only where its own CA is installed' ;;
    10) hint='a certificate of the chain has expired' ;;
    9) hint='a certificate of the chain is not valid yet (is the clock right?)' ;;
    62 | 64) hint='the certificate is for another name' ;;
    *) hint='see openssl-verify(1)' ;;
  esac
  printf 'NOT trusted: %s: %s\n' "${verdict:-no verdict from openssl}" "$hint"
  return 1
}
worst=0 seen=0
for each in "${addresses[@]}"; do
  look_at "$each" || worst=1
done
((seen > 0)) || worst=1
exit "$worst"
