#!/usr/bin/env bash
# Flush the neighbour (ARP) entry of an address.
#
# Undo: none is needed: the entry is learned again with the next packet.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: flush-neighbour-entry --address ADDRESS [--dry-run]

Forget which hardware address belongs to an IP address on the local network, so that it is asked
for again: after a failover or a replaced machine some hosts keep sending to the old one. Packets
wait for a moment until the answer comes. Entries that were set by hand (permanent) are told and
stay. Containers have a table of their own, which is not touched.

  --address ADDRESS  IPv4 or IPv6 address on a local network
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 the old entry is gone, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'flush-neighbour-entry: %s\n' "$2" >&2
  exit "$1"
}

address='' dry_run=false
while (($# > 0)); do
  case $1 in
    --address)
      (($# >= 2)) || die 2 "$1 needs a value"
      address=$2
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

[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ $address =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $address =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--address takes an IP address, not '$address'"
command -v ip >/dev/null || die 3 "ip is not installed"
entries() { ip neigh show to "$address"; }
now=$(entries) || die 1 "ip cannot read the neighbours"
if [[ -z $now ]]; then
  printf 'nothing to do: no entry for %s\n' "$address"
  exit 0
fi
printf 'now: %s\n' "${now//$'\n'/$'\nnow: '}"
if ! grep -qvE ' (PERMANENT|NOARP) *$' <<<"$now"; then
  die 3 "the entry was set by hand; remove it with: ip neigh del"
fi
if $dry_run; then
  printf 'would flush: the entry of %s\n' "$address"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip neigh flush to "$address" || die 1 "could not flush the entry"
after=$(entries) || die 1 "ip cannot read the neighbours"
# An entry that something asks for at once comes back as INCOMPLETE or with a fresh answer. One that a request
# of the other side makes is STALE, with the address that it has now.
was=$(sed -n 's/ [A-Z]* *$//; /lladdr/p' <<<"$now") old=''
[[ -z $was ]] || old=$(grep -vE ' (PERMANENT|NOARP|FAILED|INCOMPLETE|REACHABLE|DELAY|PROBE) *$' <<<"$after" | grep -F -e "$was") || old=''
[[ -z $old ]] || die 1 "the entry is still there: $old"
printf 'flushed: %s\n' "$address"
again=$(grep -vE ' (PERMANENT|NOARP) *$' <<<"$after") || again=''
if [[ -n $again ]]; then printf 'learned again: %s\n' "$again"; fi
