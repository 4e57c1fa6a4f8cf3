#!/usr/bin/env bash
# Add a user to a group, keeping all other groups.
#
# Undo: remove-user-from-group, or gpasswd --delete USER GROUP.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-user-to-group --user NAME --group NAME [--dry-run]

Make an account, also one of a directory service, a member of a local group besides those it has. Of
the groups that are known to make root or to read secrets (sudo, wheel, docker, disk and their like) a
warning tells that; what sudoers grants a group of another name is not looked at. Sessions and services
that run already see the new group only after a new login or a restart.

  --user NAME   login name
  --group NAME  group to add the user to
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 the user is a member, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-user-to-group: %s\n' "$2" >&2
  exit "$1"
}

user='' group='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user | --group)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --group) group=$2 ;;
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

[[ -n $user ]] || die 2 "--user is required (see --help)"
[[ -n $group ]] || die 2 "--group is required (see --help)"
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
[[ $group =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--group takes the name of a group, not '$group'"
for tool in usermod gpasswd getent id; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
if ! getent -s files group -- "$group" >/dev/null; then
  if getent group -- "$group" >/dev/null; then die 3 "$group is a group of a directory service: change it there"; fi
  die 3 "no such group: $group"
fi
is_member() {
  local names
  names=$(id -nG -- "$user") || [[ -n $names ]] || return # it ends with 1 for a group that has no name
  [[ " $names " == *" $group "* ]]
}

if is_member; then
  printf 'nothing to do: %s is a member of %s already\n' "$user" "$group"
  exit 0
fi
case $group in
  root | sudo | wheel | admin | docker | lxd | incus | libvirt | disk | shadow | kmem)
    printf 'warning: members of %s can become root or read all secrets of this host\n' "$group" >&2
    ;;
esac
if $dry_run; then
  printf 'would add: %s to group %s (now: %s)\n' "$user" "$group" "$(id -nG -- "$user")"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
if getent -s files passwd -- "$user" >/dev/null; then
  usermod --append --groups "$group" "$user" || die 1 "could not add $user to $group"
else
  # usermod knows accounts of /etc/passwd only, not those of a directory service.
  gpasswd --add "$user" "$group" >/dev/null || die 1 "could not add $user to $group"
fi
is_member || die 1 "$user is not a member of $group"
printf 'added: %s to group %s; it counts from the next login, and for a service from its next restart\n' "$user" "$group"
