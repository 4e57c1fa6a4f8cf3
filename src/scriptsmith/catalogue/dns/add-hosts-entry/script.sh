#!/usr/bin/env bash
# Add a name with its address to the hosts file.
#
# Undo: take out the line that it prints (remove-hosts-entry takes the name out of all lines).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-hosts-entry --name NAME --address ADDRESS [--file FILE] [--dry-run]

Have this host resolve a name to a fixed address, whatever DNS says. A name that stands in the
file with another address is refused, and so is localhost. Such an entry is forgotten easily and
outlives its reason: take it out again. Programs that run may have to be restarted to see it. Where
cloud-init writes the file at each boot, or a container has it from outside, the entry does not stay,
which is told; so is that the host does not find the name by it, as for the order in nsswitch.conf, or
a cache. Of another file than /etc/hosts it is not looked at who reads it: dnsmasq wants a signal.

  --name NAME        host name
  --address ADDRESS  IPv4 or IPv6 address
  --file FILE        hosts file (default /etc/hosts)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 the entry is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-hosts-entry: %s\n' "$2" >&2
  exit "$1"
}

name='' address='' file=/etc/hosts dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --address | --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --address) address=$2 ;;
        --file) file=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ $name =~ ^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$ && ! $name =~ ^[0-9.]+$ ]] || die 2 "--name takes a host name, not '$name'"
[[ $address =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $address =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--address takes an IP address, not '$address'"
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
[[ $file != -* ]] || file=./$file
for tool in awk getent; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
case ${name,,} in
  localhost | localhost.* | ip6-*) die 3 "refused: programs of this host rely on $name as it is" ;;
esac
[[ -f $file && -r $file ]] || die 3 "cannot read $file"

known() { # the addresses that stand beside the name
  awk -v name="${name,,}" '{
    sub(/#.*/, "")
    for (i = 2; i <= NF; i++) if (tolower($i) == name) { print $1; next }
  }' "$file"
}
among() { # one of the addresses that begin the lines read is the wanted one, however it is written
  local each
  while read -r each _; do
    [[ $(bits "${each%%%*}") != "$wanted" ]] || return 0
  done
  return 1
}
now=$(known)
# The text that cloud-init makes the file of says so in its head; in a container it is mounted.
if grep -q manage_etc_hosts <"$file"; then
  printf 'warning: cloud-init writes %s anew at each boot (manage_etc_hosts), without this entry\n' "$file" >&2
elif awk -v file="$(realpath -- "$file")" '$5 == file { found = 1 } END { exit !found }' /proc/self/mountinfo; then
  printf 'warning: %s is mounted here, as in a container, whose next start may bring it without this entry\n' "$file" >&2
fi
if among < <(known); then
  printf 'nothing to do: %s stands in %s with %s already\n' "$name" "$file" "${now//$'\n'/ and }"
else
  # A second address of the same family would never be used.
  if [[ $address == *:* ]]; then same=$(known | grep -F :) || same=''; else same=$(known | grep -vF :) || same=''; fi
  [[ -z $same ]] || die 3 "$name stands in $file with ${same//$'\n'/ and }; remove that first"
  if $dry_run; then
    printf 'would add to %s: %s %s\n' "$file" "$address" "$name"
    exit 0
  fi
  [[ -w $file ]] || die 3 "cannot write to $file (this needs root)"
  # A last line without its end would swallow the new one.
  if [[ -s $file && -n $(tail -c 1 -- "$file") ]]; then printf '\n' >>"$file"; fi
  printf '%s\t%s\n' "$address" "$name" >>"$file" || die 1 "could not write to $file"
  among < <(known) || die 1 "the entry is not in $file"
  printf 'added to %s: %s %s%s\n' "$file" "$address" "$name" "${now:+ (it stood there already with ${now//$'\n'/ and }, which stays)}"
fi
if [[ ! $file -ef /etc/hosts ]] || grep -qx dnsmasq /proc/[0-9]*/comm 2>/dev/null; then
  printf 'note: dnsmasq reads such a file at its start and on SIGHUP only; whether it finds %s by %s was not looked at\n' "$name" "$file"
fi
if [[ $file -ef /etc/hosts ]] && ! among < <(getent ahosts "$name"); then
  printf 'warning: this host does not find %s by it (see the hosts line of /etc/nsswitch.conf; a cache may have to forget)\n' "$name" >&2
fi
