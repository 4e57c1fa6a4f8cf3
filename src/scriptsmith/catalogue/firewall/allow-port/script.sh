#!/usr/bin/env bash
# Open a TCP or UDP port in the firewall with ufw.
#
# Undo: the command that it prints; a deny or limit rule for the same port is replaced, and comes back by it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: allow-port --port PORT [--protocol tcp|udp] [--from ADDRESS] [--from-network CIDR]
       [--dry-run]

Add a rule to ufw that lets everybody, or one source, reach a port of this host. The rule is kept
over restarts. Where ufw is not active the rule waits until it is; it is not switched on by this.

  --port PORT          port to open
  --protocol tcp|udp   protocol (default tcp)
  --from ADDRESS       one address that may come in; any is everybody (default any)
  --from-network CIDR  network that may come in, as ADDRESS/LENGTH, in place of one address
                       (default any)
  --dry-run            say what would be done, change nothing
  --help               show this text

Exit status: 0 the rule is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'allow-port: %s\n' "$2" >&2
  exit "$1"
}

port='' protocol=tcp source=any network=any dry_run=false
while (($# > 0)); do
  case $1 in
    --port | --protocol | --from | --from-network)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --port) port=$2 ;;
        --protocol) protocol=$2 ;;
        --from) source=$2 ;;
        --from-network) network=$2 ;;
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
[[ $source == any || $source =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $source =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--from takes any or an address, not '$source'"
[[ $network == any || $network =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$ || $network =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*/[0-9]{1,3}$ ]] ||
  die 2 "--from-network takes any or a network as ADDRESS/LENGTH, not '$network'"
[[ $source == any || $network == any ]] || die 2 "--from and --from-network exclude each other"
[[ $network == any ]] || source=$network
PATH=$PATH:/usr/sbin:/sbin
command -v ufw >/dev/null || die 3 "ufw is not installed"
[[ $(id -u) == 0 ]] || die 3 "this needs root"
state=$(LC_ALL=C LANGUAGE='' ufw status) || die 1 "ufw does not answer"
state=${state%%$'\n'*}

if [[ $source == any ]]; then
  rule=("$port/$protocol")
else
  rule=(from "$source" to any port "$port" proto "$protocol")
fi
present() { # ufw itself knows every spelling of an address; a rule with a comment it would write anew, without the comment
  local said
  if grep -qiE "^ufw allow (in )?${rule[*]//./\\.} comment " < <(printf '%s\n' "$added"); then return 0; fi
  said=$(LC_ALL=C LANGUAGE='' ufw --dry-run allow "${rule[@]}" </dev/null 2>&1) || die 1 "ufw does not take the rule: ${said##*$'\n'}"
  [[ $said == *'Skipping adding existing rule'* && $said != *'### tuple ###'* ]] # not for IPv4 alone
}
# To ufw a rule of another kind for the same port and source is the same one: it would be replaced.
added=$(LC_ALL=C LANGUAGE='' ufw show added) || die 1 "ufw does not show its rules"
undo="ufw delete allow ${rule[*]}"
for verb in deny reject limit; do
  if grep -qiE "^ufw $verb (in )?${rule[*]//./\\.}( comment .*)?\$" < <(printf '%s\n' "$added"); then undo="ufw $verb ${rule[*]}"; fi
done
before_it() { # the first rule that fits decides: tells those that may keep somebody out all the same
  local earlier
  earlier=$(sed -n -e "/^ufw allow ${rule[*]//\//\\/}/q" -e '/^ufw \(deny\|reject\|limit\) /p' < <(printf '%s\n' "$added")) || earlier=''
  [[ -z $earlier ]] || printf 'note: these rules come before it and may still keep somebody out:\n%s\n' "$earlier" >&2
  [[ $state == *': active'* ]] || printf 'warning: ufw is not active, so the rule has no effect yet\n' >&2
}
if present; then
  printf 'nothing to do: the rule is there already: ufw allow %s (%s)\n' "${rule[*]}" "$state"
  before_it
  exit 0
fi
if $dry_run; then
  printf 'would run: ufw allow %s (%s)\n' "${rule[*]}" "$state"
  printf 'undo: %s\n' "$undo"
  exit 0
fi
[[ $source != any ]] || printf 'note: everybody who reaches this host may use the port\n' >&2
ufw allow "${rule[@]}" </dev/null || die 1 "ufw did not take the rule"
added=$(LC_ALL=C LANGUAGE='' ufw show added) || die 1 "ufw does not show its rules"
present || die 1 "the rule is not there"
printf 'allowed: %s\nundo: %s\n' "${rule[*]}" "$undo"
before_it
