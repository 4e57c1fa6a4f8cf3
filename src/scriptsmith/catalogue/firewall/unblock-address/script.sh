#!/usr/bin/env bash
# Unblock an IP address that iptables drops.
#
# Undo: block-address with the same address.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unblock-address --address ADDRESS [--dry-run]

Remove each rule of the INPUT chain that drops or rejects everything from just this address, as
block-address adds it. Rules that name a network that holds it, a port or a set are not touched but
told, and so are fail2ban and firewalld, whose lists are their own. What runs is changed, not what
was saved for the next boot (iptables-persistent, iptables-services): a file that holds such a rule
is named. Other tables than filter, other backends of iptables, nft and routes are not looked at.

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
# bits ADDRESS: an IP address as 32 or 128 digits 0 and 1; fails when it is none
bits() {
  local address=${1,,} part parts rest=() text='' width=8 i
  if [[ $address != *:* ]]; then
    [[ $address =~ ^((0|[1-9][0-9]{0,2})\.){3}(0|[1-9][0-9]{0,2})$ ]] || return 1
    IFS=. read -r -a parts < <(printf '%s\n' "$address")
    for part in "${parts[@]}"; do ((part <= 255)) || return 1; done
  else
    width=16
    [[ $address != *[!:]: ]] || return 1
    [[ $address != *.* ]] || bits "${address##*:}" >/dev/null || return 1
    if [[ $address =~ ^(.*:)([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$ ]]; then
      printf -v address '%s%x:%x' "${BASH_REMATCH[1]}" $((10#${BASH_REMATCH[2]} * 256 + 10#${BASH_REMATCH[3]})) \
        $((10#${BASH_REMATCH[4]} * 256 + 10#${BASH_REMATCH[5]}))
    fi
    IFS=: read -r -a parts < <(printf '%s\n' "${address%%::*}")
    if [[ $address == *::* ]]; then
      IFS=: read -r -a rest < <(printf '%s\n' "${address#*::}")
      ((${#parts[@]} + ${#rest[@]} < 8)) || return 1 # it stands for one group at least
      while ((${#parts[@]} + ${#rest[@]} < 8)); do parts+=(0); done
    fi
    parts+=("${rest[@]}")
    ((${#parts[@]} == 8)) || return 1
    for i in "${!parts[@]}"; do
      [[ ${parts[i]} =~ ^[0-9a-f]{1,4}$ ]] || return 1
      parts[i]=$((16#${parts[i]}))
    done
  fi
  for part in "${parts[@]}"; do
    for ((i = width - 1; i >= 0; i--)); do text+=$(((part >> i) & 1)); done
  done
  printf '%s' "$text"
}
wanted=$(bits "$address") || die 2 "--address takes an IP address, not '$address'"
plain='^-A INPUT -s ([^ /]+)(/32|/128)? -j (DROP|REJECT( --reject-with [a-z0-9-]+)?)$'
# blocking: of the rules of INPUT, those that drop or reject all from just this address; each as iptables would be told it
blocking() {
  local line
  while IFS= read -r line; do
    [[ $line =~ $plain ]] || continue
    [[ $(bits "${BASH_REMATCH[1]}") != "$wanted" ]] || printf '%s\n' "${line#-A INPUT }"
  done < <(printf '%s\n' "$listed")
}
# others: rules of any chain that may keep this address out and say more, or less
others() {
  local line network length
  while IFS= read -r line; do
    [[ $line == '-A '* && ! $line =~ \ -j\ (ACCEPT|RETURN|LOG)( |$) ]] || continue
    if [[ $line =~ \ -s\ ([^\ /]+)(/([0-9]+))?\  ]]; then
      length=${BASH_REMATCH[3]:-${#wanted}}
      network=$(bits "${BASH_REMATCH[1]}") || continue
      [[ $line == *' ! -s '* || ${network:0:length} == "${wanted:0:length}" ]] || continue
      [[ $line != *' ! -s '* || ${network:0:length} != "${wanted:0:length}" ]] || continue
      if [[ $line =~ $plain && $network == "$wanted" ]]; then continue; fi
      printf '%s\n' "$line"
    elif [[ $line =~ \ (--match-set\ [^\ ]+\ src|--src-range\ ) ]]; then
      printf '%s\n' "$line"
    fi
  done < <(printf '%s\n' "$listed")
}
list() { listed=$("$filter" --wait 5 --list-rules) || die 1 "$filter cannot list the rules"; }
left='' # what may keep it out, or bring the rule back: iptables-persistent, iptables-services and their like restore a file
for file in /etc/iptables/*rules* /etc/sysconfig/ip*tables /var/lib/ip*tables/rules-save; do
  listed=$(cat -- "$file" 2>/dev/null) || continue
  [[ -z $(blocking) ]] || left+="; BLOCKED AGAIN after a reload or boot by $file, unless the rules are saved anew"
done
list
mapfile -t rules < <(blocking)
more=$(others)
[[ -z $more ]] || printf 'not touched, of another chain, or with a network, a set or more than the address:\n%s\n' "$more" >&2
[[ -z $more ]] || left+='; other rules may keep it out, see above'
! command -v fail2ban-client >/dev/null || printf 'note: fail2ban is installed; what it banned is lifted with fail2ban-client unban %s\n' "$address" >&2
! command -v firewall-cmd >/dev/null || printf 'note: firewalld is installed; its rules may not be seen here, see firewall-cmd --list-all\n' >&2
printf 'looked at: the table filter of %s; not other tables (raw, mangle), iptables-legacy beside nft, rules of nft itself, routes\n' "$filter"
if ((${#rules[@]} == 0)); then
  printf 'nothing to do: no rule of INPUT blocks just %s%s\n' "$address" "$left"
  exit 0
fi
if $dry_run; then
  printf 'would remove: the rules of INPUT that block %s%s\n' "$address" "$left"
  exit 0
fi
for line in "${rules[@]}"; do # the same may be there more than once
  read -r -a words < <(printf '%s\n' "$line")
  "$filter" --wait 5 --delete INPUT "${words[@]}" || die 1 "could not remove the rule: $line"
done
list
[[ -z $(blocking) ]] || die 1 "$address is still blocked"
printf 'unblocked: %s (%d rules removed)%s\n' "$address" "${#rules[@]}" "$left"
