#!/usr/bin/env bash
# Remove the stored SSH host key of a host from known_hosts.
#
# Undo: the former file is kept as known_hosts.old; move it back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-known-host --host HOST [--port PORT] [--file FILE] [--dry-run]

Forget the host key that was stored for a host, after the host was rebuilt and ssh refuses to
connect. Hashed names are found too. Its address may stand on a line of its own (ssh before 8.5 notes
it): run this for the address as well. Under sudo your own file is that of root. Do this only when the
change of the key is explained: it is the very sign of an attack. The next connection asks to accept
the new key. The file keeps its owner and mode. Lines of certificate authorities and revoked keys stay.
Refused is a line whose name is a pattern (*.example.org), which holds for other hosts as well. A line of
several names goes as a whole; the other names are told, so that their keys can be stored anew.

  --host HOST  host name or IP address
  --port PORT  SSH port of the host (default 22)
  --file FILE  file to take it from, in place of your own known_hosts (default: none)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 no key is stored for the host (any more), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'remove-known-host: %s\n' "$2" >&2
  exit "$1"
}

host='' port=22 file='' dry_run=false
while (($# > 0)); do
  case $1 in
    --host | --port | --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
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

[[ -n $host ]] || die 2 "--host is required (see --help)"
[[ $host =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $host =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--host takes a host name or an IP address, not '$host'"
{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 1 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 1 to 65535, not '$port'"
port=$((10#$port))
command -v ssh-keygen >/dev/null || die 3 "ssh-keygen is not installed"
file=${file:-${HOME:?}/.ssh/known_hosts}
if [[ $file == '~'/* ]]; then file=$HOME/${file#*/}; fi # a quoted ~ was not expanded by the shell
[[ $file != -* ]] || file=./$file
name=${host,,} # as ssh does before it looks a name up, which matters where names are hashed
# A port other than 22 is part of the stored name.
((port == 22)) || name="[$name]:$port"
everybody=/etc/ssh/ssh_known_hosts
[[ ! -r $everybody || $everybody -ef $file ]] || ! ssh-keygen -F "$name" -f "$everybody" >/dev/null 2>&1 ||
  printf 'note: a key of %s stands in %s, too, which ssh reads as well\n' "$name" "$everybody" >&2
if [[ ! -e $file ]]; then
  printf 'nothing to do: there is no %s\n' "$file"
  exit 0
fi
if [[ -L $file ]]; then file=$(readlink -e -- "$file"); fi # or the link itself would be replaced by a file
[[ -f $file && -r $file ]] || die 3 "cannot read $file"
stored() { # the keys of the host itself; lines of @cert-authority and @revoked are not its own, and ssh-keygen leaves them
  ssh-keygen -F "$name" -f "$file" 2>/dev/null | awk '/^# Host / { own = $NF !~ /^(CA|REVOKED)$/ } own'
}

if ! found=$(stored) || [[ -z $found ]]; then
  printf 'nothing to do: no key is stored for %s in %s\n' "$name" "$file"
  exit 0
fi
# The fingerprints, to be compared with what the owner of the host says.
while read -r names kind blob _; do
  ssh-keygen -lf - < <(printf '%s\n' "$kind $blob") 2>/dev/null | sed 's/^/stored: /' || true
  [[ $names != *[*?]* ]] || die 3 "refused: the line of $names is for other hosts as well, change it by hand"
  others=,${names,,}, others=${others//",$name,"/,} others=${others#,}
  [[ -z $others || $names == '|'* ]] || printf 'goes with it, since the line holds more names: %s\n' "${others%,}"
done < <(grep -v '^#' < <(printf '%s\n' "$found"))
if $dry_run; then
  printf 'would remove: %d keys of %s from %s\n' "$(grep -c '^# Host' < <(printf '%s\n' "$found"))" "$name" "$file"
  exit 0
fi
[[ -w $file && -w $(dirname -- "$file") ]] || die 3 "cannot write $file"
before=$(stat -c '%u:%g %a' -- "$file") || die 3 "cannot tell whose $file is"
message=$(ssh-keygen -R "$name" -f "$file" 2>&1) || die 1 "could not change $file: $message"
if after=$(stored) && [[ -n $after ]]; then die 1 "a key is still stored for $name"; fi
# A new file lies there: of whoever runs this, and by ssh-keygen before OpenSSH 8.7 one that nobody else may read.
cp --attributes-only --preserve=mode,ownership -- "$file.old" "$file" && [[ $(stat -c '%u:%g %a' -- "$file") == "$before" ]] ||
  die 1 "$file had owner and mode $before, and these could not be set again"
printf 'removed: the keys of %s from %s (the former file: %s.old)\n' "$name" "$file" "$file"
