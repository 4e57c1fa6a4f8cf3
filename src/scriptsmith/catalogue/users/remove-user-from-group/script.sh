#!/usr/bin/env bash
# Remove a user from one group, keeping all other groups.
#
# Undo: add-user-to-group, or usermod --append --groups GROUP USER.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-user-from-group --user NAME --group NAME [--dry-run]

End the membership of an account in one supplementary group. The primary group cannot be taken
away like this. Sessions and processes that run already keep the group until they end; they are
counted. Taking the last member out of a group that may use sudo is refused.

  --user NAME   login name
  --group NAME  group to take the user out of
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 the user is no member (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-user-from-group: %s\n' "$2" >&2
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
for tool in gpasswd getent id; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ _ gid _ <<<"$entry"
if ! line=$(getent -s files group -- "$group"); then
  if getent group -- "$group" >/dev/null; then die 3 "$group is a group of a directory service: change it there"; fi
  die 3 "no such group: $group"
fi
[[ $(cut -d : -f 3 <<<"$line") != "$gid" ]] || die 3 "$group is the primary group of $user; change that with usermod --gid"
members() { getent -s files group -- "$group" | cut -d : -f 4; }
is_member() { [[ ,$(members), == *",$user,"* ]]; }

if ! is_member; then
  printf 'nothing to do: %s is no member of %s\n' "$user" "$group"
  exit 0
fi
case $group in
  sudo | wheel | admin)
    [[ $(members) == *,* ]] || die 3 "$user is the last member of $group; nobody may be left who can become root"
    ;;
esac
if $dry_run; then
  printf 'would remove: %s from group %s (members: %s)\n' "$user" "$group" "$(members)"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
gpasswd --delete "$user" "$group" >/dev/null || die 1 "could not remove $user from $group"
! is_member || die 1 "$user is still a member of $group"
printf 'removed: %s from group %s (left: %s)\n' "$user" "$group" "$(members)"
running=$(pgrep -c -u "$user" 2>/dev/null) || running=0
((running == 0)) || printf 'warning: %d processes of %s keep the group until they end\n' "$running" "$user" >&2
