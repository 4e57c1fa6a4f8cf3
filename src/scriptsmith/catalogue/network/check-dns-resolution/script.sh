#!/usr/bin/env bash
# Check whether a host name resolves to an address, the way this host does it or at a given name
# server.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-dns-resolution --name HOST [--server HOST] [--timeout N]

Look up the IPv4 and IPv6 addresses of a name and say how long it took. With system (the
default) the name goes the way of every program of this host: hosts file, cache, then the name
servers of resolv.conf; that the hosts file holds it, or that it is the host's own name or an address,
so that DNS was not asked, is told. With a server
that one is asked directly, which needs dig.

  --name HOST    host name to look up
  --server HOST  name server to ask, or the word system for the way this host resolves (default
                 system)
  --timeout N    seconds to wait for an answer (default 5)
  --help         show this text

Exit status: 0 it resolves, 1 it does not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-dns-resolution: %s\n' "$2" >&2
  exit "$1"
}

name='' server=system timeout=5
while (($# > 0)); do
  case $1 in
    --name | --server | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --server) server=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
host_ok() { # a host name or an IP address; no leading dash
  [[ $1 =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $1 =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?$ ]]
}
host_ok "$name" || die 2 "--name takes a host name, not '$name'"
host_ok "$server" || die 2 "--server takes a host name, an IP address or system, not '$server'"
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
needed=(timeout getent)
[[ $server == system ]] || needed=(timeout dig)
for tool in "${needed[@]}"; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# One address a line. A server that answers with an error ends with 200 and more: the status of dig is 0 then.
lookup() {
  if [[ $server == system ]]; then
    timeout "$timeout" getent ahosts "$name" | awk '{ print $1 }'
  else
    local type answer rc=0
    for type in A AAAA; do
      # HOME: options in somebody's ~/.digrc would change what is read below.
      answer=$(HOME=/dev/null timeout "$((timeout + 1))" dig +noall +comments +answer +time="$timeout" +tries=1 "@$server" -q "$name" -t "$type") || rc=$?
      case $answer in
        *'status: SERVFAIL'*) rc=202 ;;
        *'status: REFUSED'*) rc=205 ;;
        *'status: NOERROR'*)
          # Neither the word of a server of the zone (aa) nor that of one which asks for others (ra).
          if ((rc == 0)) && [[ $answer == *[[:space:]]CNAME[[:space:]]* && $answer != *[[:space:]]"$type"[[:space:]]* ]]; then rc=204; fi
          if [[ $answer =~ flags:\ ([a-z\ ]*)\;.*ANSWER:\ 0, && ! " ${BASH_REMATCH[1]} " =~ \ (aa|ra)\  ]]; then rc=203; fi
          ;;
        *'status: NXDOMAIN'*) ;;
        *'status: '*) rc=201 ;;
      esac
      awk -v type="$type" '$1 !~ /^;/ && $4 == type { print $5 }' <<<"$answer"
    done
    return "$rc"
  fi
}

started=$(date +%s%N)
rc=0
addresses=$(lookup) || rc=$?
milliseconds=$((($(date +%s%N) - started) / 1000000))
if [[ -n $addresses ]]; then
  ((rc == 0 || rc == 204)) || printf 'warning: only a part of the answer came in (status %d)\n' "$rc" >&2
  printf 'resolves: %s (asked: %s, %d ms)\n' "$name" "$server" "$milliseconds"
  if [[ $server == system ]] && { getent -s files ahosts "$name" || getent -s myhostname ahosts "$name"; } >/dev/null 2>&1; then
    printf 'note: this host knows it without a name server (hosts file, its own name, an address), which says nothing of DNS\n'
  fi
  sort -u <<<"$addresses" | sed 's/^/  /'
  exit 0
fi

case $rc in
  124)
    reason="no answer within $timeout s"
    [[ $server != system ]] || reason+=' (where the first of the name servers is dead, the next is asked after 5 s: --timeout 30 waits for it)'
    ;;
  9) reason='the name server does not answer' ;;
  201) reason='the name server answers with another error' ;;
  202) reason='the name server failed (SERVFAIL): it cannot reach or trust those of the zone' ;;
  203) reason='the name server only refers to others, and does not ask them' ;;
  204) reason='it is an alias (CNAME), and the name server does not know the address of where it leads: as it ought to be where that lies in another zone, so ask a resolver' ;;
  205) reason='the name server refused to answer (REFUSED): it is not meant to tell of this name' ;;
  0 | 1 | 2)
    reason='no address for this name'
    [[ $server != system ]] || reason+=', or the name servers of this host failed'
    ;;
  *) reason="the lookup ended with status $rc" ;;
esac
printf 'does not resolve: %s (asked: %s): %s\n' "$name" "$server" "$reason"
if [[ $server == system && -r /etc/resolv.conf ]]; then
  printf 'name servers of this host:\n' >&2
  awk '$1 == "nameserver" { print "  " $2 }' /etc/resolv.conf >&2
fi
exit 1
