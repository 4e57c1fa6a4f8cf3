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
counted. Refused is to leave a group without anybody who can log in, when its members may become
root: one that sudoers (as cvtsudoers reads it) or doas.conf names, and sudo, wheel, admin and root.

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
IFS=: read -r _ _ group_id _ < <(printf '%s\n' "$line")
[[ $group_id != "$gid" ]] || die 3 "$group is the primary group of $user; change that with usermod --gid"
members() { getent -s files group -- "$group" | cut -d : -f 4; }
is_member() { [[ ,$(members), == *",$user,"* ]]; }

if ! is_member; then
  printf 'nothing to do: %s is no member of %s\n' "$user" "$group"
  exit 0
fi
may_become_root() {
  local rules name=$group
  case $group in sudo | wheel | admin | root) return 0 ;; esac
  if command -v sudo >/dev/null; then
    command -v cvtsudoers >/dev/null || die 3 "cvtsudoers is not installed, so that it cannot be told who may use sudo"
    # All that is included, with the aliases resolved; what cannot be read refuses.
    rules=$(cvtsudoers --expand-aliases --output-format json /etc/sudoers 2>/dev/null) || die 3 "the rules of sudo cannot be read (run as root; are they valid?)"
    if grep -qE "\"user(group|gid)\": *\"?(${name//./\\.}|$group_id)\"?( |,|\$)" < <(printf '%s\n' "$rules"); then return 0; fi
  fi
  [[ -e /etc/doas.conf ]] || return 1
  [[ -r /etc/doas.conf ]] || die 3 "/etc/doas.conf cannot be read (run as root)"
  grep -qE "^[^#]*[[:space:]]:${name//./\\.}([[:space:]]|$)" /etc/doas.conf
}
# An account that exists, is not expired, and has a shell: a member by the list, or by its primary group.
able_others() {
  local name shell group_of expires today
  printf -v today '%(%s)T' -1
  while IFS=: read -r name _ _ group_of _ _ shell; do
    [[ $name != "$user" && ${shell##*/} != nologin && ${shell##*/} != false ]] || continue
    [[ ,$(members), == *",$name,"* || $group_of == "$group_id" ]] || continue
    expires=$(getent shadow -- "$name" | cut -d : -f 8) || expires=''
    [[ ! $expires =~ ^[0-9]+$ ]] || ((expires > today / 86400)) || continue
    printf '%s\n' "$name"
  done < <(getent passwd)
}
if may_become_root; then
  [[ -n $(able_others) ]] || die 3 "refused: $user is the last member of $group who can log in; nobody may be left who can become root"
fi
[[ ${SUDO_USER:-} != "$user" ]] || printf 'note: %s is your own account\n' "$user" >&2
if $dry_run; then
  printf 'would remove: %s from group %s (members: %s)\n' "$user" "$group" "$(members)"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
gpasswd --delete "$user" "$group" >/dev/null || die 1 "could not remove $user from $group"
! is_member || die 1 "$user is still a member of $group"
printf 'removed: %s from group %s (left: %s)\n' "$user" "$group" "$(members)"
if command -v pgrep >/dev/null; then
  running=$(pgrep -c -u "$user" 2>/dev/null) || running=0
else
  running=0
  printf 'note: without pgrep it is not known whether processes of %s run; they keep the group until they end\n' "$user" >&2
fi
((running == 0)) || printf 'warning: %d processes of %s keep the group until they end\n' "$running" "$user" >&2
