#!/usr/bin/env bash
# Unblock an IP address that iptables drops.
#
# Undo: block-address with the same address.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unblock-address --address ADDRESS [--dry-run]

Remove each rule of the INPUT chain that drops or rejects everything from just this address, as
block-address adds it. Rules that name a network, a port or a set are not touched but told, and so
is fail2ban, whose lists are its own.

  --address ADDRESS  IPv4 or IPv6 address to let in again
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 no such rule is there (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unblock-address: %s\n' "$2" >&2
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
PATH=$PATH:/usr/sbin:/sbin
filter=iptables
[[ $address != *:* ]] || filter=ip6tables
command -v "$filter" >/dev/null || die 3 "$filter is not installed"
[[ $(id -u) == 0 ]] || die 3 "this needs root"
listed=$("$filter" --wait 5 --list-rules INPUT) || die 1 "$filter cannot list the rules"

count() { # rules for just this address; sets drops and rejects
  drops=0 rejects=0
  local target
  for target in DROP REJECT; do
    # -C finds the rule in whatever way the address is spelled, but does not count.
    if "$filter" --wait 5 --check INPUT --source "$address" --jump "$target" 2>/dev/null; then
      if [[ $target == DROP ]]; then drops=1; else rejects=1; fi
    fi
  done
}
count
others=$(grep -F -- " $address" <<<"$listed" | grep -vE -- "^-A INPUT -s [^ ]+ -j (DROP|REJECT)( --reject-with [a-z0-9-]+)?\$") || others=''
[[ -z $others ]] || printf 'not touched, it says more than the address:\n%s\n' "$others" >&2
if command -v fail2ban-client >/dev/null; then
  printf 'note: fail2ban is installed; what it banned is lifted with fail2ban-client unban %s\n' "$address" >&2
fi
if ((drops == 0 && rejects == 0)); then
  printf 'nothing to do: no rule of INPUT blocks just %s\n' "$address"
  exit 0
fi
if $dry_run; then
  printf 'would remove: the rules of INPUT that block %s\n' "$address"
  exit 0
fi
removed=0
# The same rule may be there more than once.
for target in DROP REJECT; do
  while ((removed < 100)) && "$filter" --wait 5 --check INPUT --source "$address" --jump "$target" 2>/dev/null; do
    "$filter" --wait 5 --delete INPUT --source "$address" --jump "$target" || die 1 "could not remove the rule"
    removed=$((removed + 1))
  done
done
count
((drops == 0 && rejects == 0)) || die 1 "$address is still blocked"
printf 'unblocked: %s (%d rules removed)\n' "$address" "$removed"
