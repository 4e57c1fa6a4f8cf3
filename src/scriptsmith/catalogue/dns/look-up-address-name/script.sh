#!/usr/bin/env bash
# Find the name of an IP address in DNS (reverse lookup), and check it.
#
# Undo: nothing to undo, it asks questions.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: look-up-address-name --address ADDRESS [--server HOST]

Ask DNS which name belongs to an address (PTR), and whether that name leads back to the address.
Mail servers and log files need both; a name that does not lead back proves nothing, since the
owner of the address may put any there.

  --address ADDRESS  IPv4 or IPv6 address
  --server HOST      name server to ask; system is that of resolv.conf (default system)
  --help             show this text

Exit status: 0 there is a name, and it leads back, 1 there is none, or it does not, 2 wrong usage,
3 a precondition fails.
EOF
}

die() {
  printf 'look-up-address-name: %s\n' "$2" >&2
  exit "$1"
}

address='' server=system
while (($# > 0)); do
  case $1 in
    --address | --server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --address) address=$2 ;;
        --server) server=$2 ;;
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

[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ $address =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $address =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--address takes an IP address, not '$address'"
[[ $server == system || $server =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $server =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--server takes a host name or an IP address, not '$server'"
command -v dig >/dev/null || die 3 "dig is not installed"
at=()
[[ $server == system ]] || at=("@$server")
ask() { # ARG...: sets text and status; fails without an answer
  # HOME: options in somebody's ~/.digrc would change what is read below.
  text=$(HOME=/dev/null dig "${at[@]}" "$@" +noall +comments +answer +stats +time=3 +tries=2 2>&1 </dev/null | tr -d '\000-\010\013-\037\177') || return 1
  status=$(sed -n -E 's/.*status: ([A-Z]+),.*/\1/p' <<<"$text" | sed -n 1p)
  [[ -n $status ]]
}
ask -x "$address" || die 1 "no answer: $(tail -n 1 <<<"$text")"
if [[ $text =~ \;\;\ SERVER:\ (127\.|::1#) ]]; then
  printf 'note: a resolver of this host answered, perhaps by its hosts file or its own name; what others see a name server elsewhere tells\n'
fi
[[ $status == NOERROR || $status == NXDOMAIN ]] || die 1 "the name server cannot tell the name of $address ($status)"
names=$(awk '!/^;/ && $4 == "PTR" { print $5 }' <<<"$text")
if [[ -z $names ]]; then
  printf '%s has no name in DNS (%s)\n' "$address" "$status"
  exit 1
fi

# An IPv6 address is written in many ways: all are compared in the form that DNS uses for PTR.
reverse() { # ADDRESS
  local left right groups part i text=''
  if [[ $1 != *:* ]]; then
    printf '%s' "$1"
    return
  fi
  left=${1%%::*} right=''
  [[ $1 != *::* ]] || right=${1#*::}
  IFS=: read -r -a groups <<<"$left"
  IFS=: read -r -a tail <<<"$right"
  for ((i = ${#groups[@]} + ${#tail[@]}; i < 8; i++)); do groups+=(0); done
  for part in "${groups[@]}" "${tail[@]}"; do
    printf -v part '%4s' "$part"
    text+=${part// /0}
  done
  printf '%s' "${text,,}"
}
type=A
[[ $address != *:* ]] || type=AAAA
wanted=$(reverse "$address")
bad=0
while IFS= read -r name; do
  if [[ ! $name =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?$ ]]; then
    printf '%s: %q is no host name\n' "$address" "$name"
    bad=1
    continue
  fi
  back=false why='which does NOT LEAD BACK to it'
  status=''
  if ask -q "$name" -t "$type"; then
    while IFS= read -r found; do
      [[ -z $found || $(reverse "$found") != "$wanted" ]] || back=true
    done <<<"$(awk -v type="$type" '!/^;/ && $4 == type { print $5 }' <<<"$text")"
  fi
  [[ $status == NOERROR || $status == NXDOMAIN ]] || why="whose addresses the name server cannot tell (${status:-no answer})"
  if $back; then
    printf '%s: %s (leads back to it)\n' "$address" "$name"
  else
    printf '%s: %s, %s\n' "$address" "$name" "$why"
    bad=1
  fi
done <<<"$names"
((bad == 0)) || exit 1
