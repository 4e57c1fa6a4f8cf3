#!/usr/bin/env bash
# Fix the permissions of a user's SSH keys and directory.
#
# Undo: it prints each former mode and owner; set those again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: fix-ssh-permissions --user NAME [--dry-run]

Set what sshd and ssh demand below a user's home: the home not writable by others, .ssh 700,
private keys, authorized_keys, config and other files closed to others, public keys and known_hosts
at most 644, all owned by the user, who can read the files and enter the directories. Links and
subdirectories of .ssh are left alone and told. So is another SELinux label than ssh_home_t. A home that belongs to somebody else, or to
root and is open to others, is refused.

  --user NAME  login name
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 all is as it should be, 1 something could not be changed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'fix-ssh-permissions: %s\n' "$2" >&2
  exit "$1"
}

user='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      user=$2
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
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
for tool in getent stat find chmod; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ uid gid _ home _ <<<"$entry"
[[ $home == /?* && -d $home && ! -L $home ]] || die 3 "$user has no home directory of its own ($home)"
directory=$home/.ssh
me=$(id -u)
[[ $me == 0 || $me == "$uid" ]] || die 3 "this needs root, or $user"
[[ ! -L $directory ]] || die 3 "$directory is a link; look at it by hand"
[[ -d $directory ]] || die 3 "there is no $directory"
owner=$(stat -c %u -- "$home") || die 3 "cannot look at $home"
# sshd takes no key from a home that belongs to somebody else than the user or root; nor is it the user's to close.
[[ $owner == "$uid" || $owner == 0 ]] || die 3 "$home belongs to user id $owner, not to $user; look at it by hand"
[[ $owner == "$uid" || $((8#$(stat -c %a -- "$home") & 8#22)) == 0 ]] ||
  die 3 "$home belongs to root and others may write it; it may serve more than $user, so look at it by hand"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

changed=0 failed=0
set_mode() { # PATH MODE FORBIDDEN NEEDED: MODE, which takes the FORBIDDEN bits away and adds those that are NEEDED
  local now mode
  now=$(stat -c %a -- "$1") || return 0 # it has gone meanwhile
  printf -v mode '%o' $(((8#$now & ~8#$3) | 8#$4))
  [[ $mode != "$now" ]] || return 0
  changed=$((changed + 1))
  if $dry_run; then
    printf 'would set: %s from %s to %s\n' "$(shown "$1")" "$now" "$mode"
  elif chmod "$2" -- "$1" && [[ $(stat -c %a -- "$1") == "$mode" ]]; then
    printf 'set: %s from %s to %s\n' "$(shown "$1")" "$now" "$mode"
  else
    failed=$((failed + 1))
  fi
}
set_owner() { # PATH
  local now
  now=$(stat -c %u -- "$1") || return 0
  [[ $now != "$uid" ]] || return 0
  changed=$((changed + 1))
  if $dry_run; then
    printf 'would give: %s from user id %s to %s\n' "$(shown "$1")" "$now" "$user"
  elif [[ $me == 0 ]] && chown -h -- "$uid:$gid" "$1"; then
    printf 'given: %s from user id %s to %s\n' "$(shown "$1")" "$now" "$user"
  else
    printf 'cannot change the owner of %s\n' "$(shown "$1")" >&2
    failed=$((failed + 1))
  fi
}

set_mode "$home" u+rwx,go-w 022 700
set_owner "$directory"
set_mode "$directory" u+rwx,go-rwx 077 700
complete=false
while IFS= read -r -d '' file; do
  if [[ $file == complete ]]; then
    complete=true
    continue
  fi
  if [[ -L $file ]]; then
    printf 'left alone, it is a link: %s\n' "$(shown "$file")" >&2
    continue
  fi
  if [[ -d $file ]]; then printf 'left alone, it is a directory: %s\n' "$(shown "$file")" >&2; fi
  [[ -f $file ]] || continue
  # A hard link could lead root to a file of somebody else.
  if [[ $(stat -c %h -- "$file") != 1 ]]; then
    printf 'left alone, it has several names: %s\n' "$(shown "$file")" >&2
    continue
  fi
  set_owner "$file"
  case ${file##*/} in
    *.pub | known_hosts*) set_mode "$file" u+r,go-w 022 400 ;;
    *) set_mode "$file" u+r,go-rwx 077 400 ;;
  esac
done < <(find "$directory" -mindepth 1 -maxdepth 1 -print0 && printf 'complete\0')
# Root may not look into a home of NFS, as a rule.
$complete || die 1 "not all of $directory could be looked at: run this as $user"

if command -v selinuxenabled >/dev/null && selinuxenabled && [[ $(stat -c %C -- "$directory") != *:ssh_home_t:* ]]; then
  printf 'note: the SELinux label of %s is not ssh_home_t, and sshd may not read there: restorecon -R %s sets it\n' "$(shown "$directory")" "$(shown "$directory")"
fi
if ((changed == 0)); then printf 'nothing to do: the permissions of %s are in order\n' "$directory"; fi
((failed == 0)) || die 1 "$failed could not be changed"
