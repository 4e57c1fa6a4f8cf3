#!/usr/bin/env bash
# Close a TCP or UDP port in the firewall with ufw.
#
# Undo: the commands that it prints, which take its rule away and bring back those that it took away.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: deny-port --port PORT [--protocol tcp|udp] [--dry-run]

Have ufw refuse connections to a port of this host: an allow rule for exactly this port is taken
away, and a deny rule goes before all others. Connections over TCP that are open go on. Of TCP, port
22, those on which the SSH server listens and those by which SSH sessions come in are refused; of
UDP, those of mosh, which would stand still at once. So is a port of either by which a tunnel to
this host goes (WireGuard, OpenVPN, VXLAN, IPsec), unless no SSH session comes in through a tunnel.
Tunnels that end on another host, and access by other means than SSH and mosh, are not looked at.
What /etc/ufw/before.rules lets in, as it does multicast of mDNS (UDP 5353) and UPnP (UDP 1900), stays
open and is told; so are rules of others (Tailscale, libvirt) in INPUT before those of ufw. A port that is forwarded before ufw sees it, as Docker and Podman publish those of containers, ufw
cannot close: it is refused, and so is every port while ufw is not active.

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
for tool in ufw iptables ss ip sed sort grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
# ssh_sessions: a line CLIENT SERVER PORT for each SSH session that is open on this host. Under sudo and in screen the
# environment does not tell of one's own, so the sockets are asked, by root; others have their environment. It fails when
# nobody can tell: also with mosh, and when all sessions come from this host itself, for then they are the end of a tunnel.
ssh_sessions() {
  local client server port here there process sockets found='' told=false own=false
  if [[ -n ${SSH_CONNECTION:-} ]]; then
    read -r client _ server port < <(printf '%s\n' "$SSH_CONNECTION")
    found="$client $server $port"$'\n'
  fi
  if [[ $(id -u) == 0 ]]; then # only root sees whose a socket is
    sockets=$(ss --no-header --udp --numeric --processes --all) || return 1
    [[ $sockets != *'("mosh-server'* ]] || return 1
    sockets=$(ss --no-header --tcp --numeric --processes state established) || return 1
    while read -r _ _ here there process; do
      [[ ${here##*:} == 22 || $process == *'("sshd'* || $process == *'("dropbear'* ]] || continue
      found+="${there%:*} ${here%:*} ${here##*:}"$'\n'
    done < <(printf '%s\n' "$sockets")
  elif [[ -z $found ]]; then
    return 1
  fi
  while read -r client server port; do
    client=${client//[\[\]]/} server=${server//[\[\]]/}
    client=${client#::ffff:} server=${server#::ffff:}
    case $client in
      '') continue ;;
      127.* | ::1 | "$server") own=true ;;
      *) told=true && printf '%s %s %s\n' "$client" "$server" "$port" ;;
    esac
  done < <(sort -u < <(printf '%s\n' "$found"))
  $told || ! $own
}
# tunnelled DEVICE: may it be a tunnel, or lie on one (a port of the bridge that it is, what a VLAN is on)?
tunnelled() {
  local about ports name devices=("$1") at=0
  while ((at < ${#devices[@]})); do
    about=$(ip -d -o link show dev "${devices[at]}" 2>/dev/null) || return 0
    [[ $about == *link/ether* && ! $about =~ [[:space:]](vxlan|geneve|gretap|ip6gretap|tun|macsec)[[:space:]] ]] || return 0
    ports=$(ip -o link show master "${devices[at]}") || return 0
    name=${about#*: } name=${name%%: *}
    [[ $name == *@* && $name != *@if[0-9]* && $name != *@NONE ]] || name=''
    while read -r name; do
      [[ -z $name || " ${devices[*]} " == *" $name "* ]] || devices+=("$name") # two ends of a veth name one another
    done < <(printf '%s\n' "${name#*@}" && sed -E 's/^[^ ]+ ([^@: ]*).*/\1/' < <(printf '%s\n' "$ports"))
    at=$((at + 1))
  done
  return 1
}
# by_tunnel: may an SSH session come in through a tunnel that ends here?
by_tunnel() {
  local sessions client server way policies
  sessions=$(ssh_sessions) || return 0
  [[ -n $sessions ]] || return 1
  policies=$(ip xfrm policy 2>&1) || return 0
  [[ -z $policies ]] || return 0 # IPsec has no device of its own
  while read -r client server _; do
    if [[ $client == *%* ]]; then
      way=" dev ${client#*%}"
    else
      way=$(ip -o route get "$client" from "$server" 2>/dev/null) || way=$(ip -o route get "$client" 2>/dev/null) || return 0
    fi
    [[ $way =~ \ dev\ ([^ ]+) ]] || return 0
    ! tunnelled "${BASH_REMATCH[1]}" || return 0
  done < <(printf '%s\n' "$sessions")
  return 1
}
# carries SOCKETS: may one of these sockets, as ss tells them, carry a tunnel? So may the kernel's own, those of a program
# that has a device of a tunnel open, and those of IPsec.
carries() {
  local socket id opened
  [[ $protocol != udp || ($port != 500 && $port != 4500) ]] || return 0
  while IFS= read -r socket; do
    [[ $socket == *'users:('* ]] || return 0
    while read -r id; do
      opened=$(ls -l -- "/proc/$id/fd") || return 0
      ! grep -qE ' -> /dev/(net/tun|ppp)$' < <(printf '%s\n' "$opened") || return 0
    done < <(grep -oE 'pid=[0-9]+' < <(printf '%s\n' "$socket") | sed 's/^pid=//')
  done < <(printf '%s\n' "$1")
  return 1
}
if [[ $protocol == tcp ]]; then
  sessions=$(ssh_sessions) || die 3 "refused: nobody can tell by which way you are logged in (run as root; a session through a tunnel tells nothing)"
  ports=' 22 '
  while read -r _ _ used; do ports+="$used "; done < <(printf '%s\n' "$sessions")
  listening=$(ss --no-header --tcp --numeric --processes --listening) || die 3 "ss cannot list the sockets"
  while read -r _ _ _ here _ process; do
    [[ $process != *'("sshd'* && $process != *'("dropbear'* ]] || ports+="${here##*:} "
  done < <(printf '%s\n' "$listening")
  # A socket that systemd holds for the SSH server, which starts with the first client, shows no sshd.
  if held=$(systemctl show --property=Listen ssh.socket sshd.socket 2>/dev/null); then
    while IFS= read -r line; do
      [[ ! $line =~ :([0-9]+)\ \(Stream\) ]] || ports+="${BASH_REMATCH[1]} "
    done < <(printf '%s\n' "$held")
  fi
  [[ $ports != *" $port "* ]] || die 3 "refused: closing port $port would cut off SSH"
fi
which=--all
[[ $protocol == udp ]] || which=--listening
using=$(ss --no-header "--$protocol" --numeric --processes "$which" "sport = :$port") || die 3 "ss cannot list the sockets"
[[ $using != *'("mosh-server'* ]] || die 3 "refused: closing port $port would cut off a session of mosh"
if [[ -n $using ]] && carries "$using" && by_tunnel; then
  die 3 "refused: a tunnel may go by port $port, and nobody can tell that you are not logged in through it"
fi
state=$(LC_ALL=C LANGUAGE='' ufw status) || die 1 "ufw does not answer"
state=${state%%$'\n'*}
[[ $state == *': active'* ]] || die 3 "refused: ufw is not active, so no rule of it closes a port (let SSH in first, then: ufw enable)"
# forwarded: do rules of NAT take what comes in for the port past ufw? Those of nft alone are seen where nft is installed.
forwarded() {
  local rules more=''
  rules=$(iptables --wait --table nat --list-rules) || die 3 "iptables cannot list the rules of NAT, by which a port may go past ufw"
  rules+=$'\n'$(ip6tables --wait --table nat --list-rules 2>/dev/null) || true # not every kernel has NAT of IPv6
  grep -E -- "^-A .*-p $protocol .*--dport $port (.* )?-j (DNAT|REDIRECT)|^-A KUBE-NODEPORTS .*-p $protocol .*--dport $port " < <(printf '%s\n' "$rules") | grep -vq -e ' -d 127\.' -e '^-A OUTPUT ' && return
  if command -v nft >/dev/null; then more=$(nft list ruleset) || die 3 "nft cannot list its rules"; fi
  grep -E "(^|[[:space:]])$protocol dport $port .*(dnat|redirect)" < <(printf '%s\n' "$more") | grep -vq 'ip daddr 127\.'
}
! forwarded || die 3 "refused: port $port is forwarded before ufw sees it, to a container perhaps; do not publish it, or publish it on 127.0.0.1"

# exceptions: tell what comes before the rules that users have given ufw and lets the port in, or may
exceptions() {
  local rules
  rules=$(iptables --wait --list-rules INPUT) || die 1 "iptables cannot list the rules of INPUT"
  [[ $rules == *'-A INPUT -j ufw-'* ]] || die 1 "INPUT does not lead to the rules of ufw, though it is active, so nothing is closed (try: ufw reload)"
  rules=${rules%%-A INPUT -j ufw-*}$(iptables --wait --list-rules ufw-before-input) || die 1 "iptables cannot list the rules that ufw has before these"
  rules+=$'\n'$(ip6tables --wait --list-rules ufw6-before-input 2>/dev/null) || true # ufw may leave IPv6 alone
  rules=$(grep -E -- " -p $protocol .*--dport $port .*-j ACCEPT|^-A INPUT ((! )?-[sdi] [^ ]+ )*(-m comment --comment (\"[^\"]*\"|[^ ]+) )?-j [^DR]" < <(printf '%s\n' "$rules")) || return 0
  printf 'note: these rules, of /etc/ufw/before.rules or of others, come before the deny and let in all the same, or may:\n%s\n' "$rules" >&2
}
rules() { LC_ALL=C LANGUAGE='' ufw show added; }
# own: the rules for exactly this port, for everybody, one a line without the word ufw and without comments
own() { sed -n -E "s/^ufw ((allow|limit|deny|reject) $port\/$protocol)( comment .*)?\$/\1/p" < <(printf '%s\n' "$added"); }
# first: does the deny rule stand before every rule that lets something in? (Rules for what is passed on are apart.)
first() { [[ $(grep -m 1 -E "^ufw (allow|limit) |^ufw deny $port/$protocol( comment |\$)" < <(printf '%s\n' "$added")) == 'ufw deny '* ]]; }
added=$(rules) || die 1 "ufw does not show its rules"
others=$(grep -E "^ufw (allow|limit) .*port $port( |\$)|^ufw (allow|limit) $port\$" < <(printf '%s\n' "$added") || true)
[[ -z $others ]] || printf 'note: these rules stay, the deny goes before them:\n%s\n' "$others"
before=$(own)
if first && [[ $before == "deny $port/$protocol" ]]; then
  printf 'nothing to do: the port is denied already: %s/%s (%s)\n' "$port" "$protocol" "$state"
  exceptions
  exit 0
fi
if $dry_run; then
  printf 'would close: %s/%s (%s)\n' "$port" "$protocol" "$state"
  [[ -z $before ]] || printf 'would take away: ufw %s\n' "$before"
  exit 0
fi
# To ufw a deny and an allow of the same port are one rule, which it does not insert twice: the former one goes first.
if [[ -n $before ]]; then
  last=$(grep -c '' < <(printf '%s\n' "$added"))
  while IFS=: read -r at rule; do
    rule=${rule#ufw } back=$rule
    # The first line is a heading. Given back at the end it would come behind others, and in place of the deny before them.
    ((at == last)) || back="insert $((at - 1)) $rule"
    printf 'undo: ufw delete deny %s/%s && ufw %s\n' "$port" "$protocol" "$back"
    ufw --force delete "${rule%% *}" "$port/$protocol" </dev/null || die 1 "could not take the ${rule%% *} rule away"
  done < <(grep -nE "^ufw (allow|limit|deny|reject) $port/$protocol( comment .*)?\$" < <(printf '%s\n' "$added"))
else
  printf 'undo: ufw delete deny %s/%s\n' "$port" "$protocol"
fi
# A rule cannot be prepended where there is none of its kind yet, in older versions.
ufw prepend deny "$port/$protocol" </dev/null || ufw deny "$port/$protocol" </dev/null || die 1 "ufw did not take the rule"
added=$(rules) || die 1 "ufw does not show its rules"
first || die 1 "the rule is not there, or not before those that let something in"
[[ $(own) == "deny $port/$protocol" ]] || die 1 "another rule for the port is still there"
printf 'closed: %s/%s (connections that are open go on)\n' "$port" "$protocol"
exceptions
