#!/usr/bin/env bash
# Close a TCP or UDP port in the firewall with ufw.
#
# Undo: ufw delete deny PORT/PROTOCOL, and allow-port where an allow rule was there before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: deny-port --port PORT [--protocol tcp|udp] [--dry-run]

Have ufw refuse connections to a port of this host: an allow rule for exactly this port is taken
away, and a deny rule goes before all others. Connections that are open go on. The port of SSH,
and the one your own session comes in by, are refused.

  --port PORT         port to close
  --protocol tcp|udp  protocol (default tcp)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 the port is closed, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'deny-port: %s\n' "$2" >&2
  exit "$1"
}

port='' protocol=tcp dry_run=false
while (($# > 0)); do
  case $1 in
    --port | --protocol)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --port) port=$2 ;;
        --protocol) protocol=$2 ;;
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

[[ -n $port ]] || die 2 "--port is required (see --help)"
{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 1 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 1 to 65535, not '$port'"
port=$((10#$port))
case $protocol in
  tcp | udp) ;;
  *) die 2 "--protocol takes tcp or udp, not '$protocol'" ;;
esac
PATH=$PATH:/usr/sbin:/sbin
command -v ufw >/dev/null || die 3 "ufw is not installed"
# A session that sudo or a terminal multiplexer hides is guarded by the usual port.
ssh_port=22
if [[ -n ${SSH_CONNECTION:-} ]]; then ssh_port=${SSH_CONNECTION##* }; fi
[[ $protocol == udp || ($port != 22 && $port != "$ssh_port") ]] || die 3 "refused: closing port $port would cut off SSH"
[[ $(id -u) == 0 ]] || die 3 "this needs root"
state=$(LC_ALL=C ufw status) || die 1 "ufw does not answer"
state=${state%%$'\n'*}

rules() { LC_ALL=C ufw show added; }
has() { # VERB
  local added
  added=$(rules) || die 1 "ufw does not show its rules"
  grep -qxF -e "ufw $1 $port/$protocol" <<<"$added"
}
others=$(rules | grep -E "^ufw (allow|limit) .*port $port( |\$)|^ufw (allow|limit) $port\$" || true)
[[ -z $others ]] || printf 'note: these rules stay, the deny goes before them:\n%s\n' "$others"
if has deny && ! has allow && ! has limit; then
  printf 'nothing to do: the port is denied already: %s/%s (%s)\n' "$port" "$protocol" "$state"
  exit 0
fi
if $dry_run; then
  printf 'would close: %s/%s (%s)\n' "$port" "$protocol" "$state"
  exit 0
fi
if ! has deny; then
  # A rule cannot be prepended where there is none of its kind yet, in older versions.
  ufw prepend deny "$port/$protocol" </dev/null || ufw deny "$port/$protocol" </dev/null || die 1 "ufw did not take the rule"
fi
for verb in allow limit; do
  if has "$verb"; then
    ufw --force delete "$verb" "$port/$protocol" </dev/null || die 1 "could not take the $verb rule away"
  fi
done
has deny || die 1 "the rule is not there"
! has allow || die 1 "the allow rule is still there"
printf 'closed: %s/%s\n' "$port" "$protocol"
[[ $state == *': active'* ]] || printf 'warning: ufw is not active, so the rule has no effect yet\n' >&2
