#!/usr/bin/env bash
# Create a local user account with a home directory and no password.
#
# Undo: userdel --remove NAME removes the account with its home; without --remove the home stays.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-user-account --user NAME [--shell FILE] [--full-name TEXT] [--dry-run]

Make a local account with a home directory of mode 700 or what the host prescribes, and a login
shell. No password is set: the account is closed until somebody adds an SSH key or sets one. An
account that is there already, in a directory service too, is left as it is. A home of that name
that is there already is refused.

  --user NAME       login name to create
  --shell FILE      login shell (default /bin/bash)
  --full-name TEXT  full name or purpose of the account (default: none)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 the account is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'create-user-account: %s\n' "$2" >&2
  exit "$1"
}

user='' shell=/bin/bash full_name='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user | --shell | --full-name)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --shell) shell=$2 ;;
        --full-name) full_name=$2 ;;
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
[[ $user =~ ^[a-z_][a-z0-9_-]{0,30}$ ]] || die 2 "--user takes a login name of lower-case letters, digits, - and _, not '$user'"
[[ $full_name != *[:[:cntrl:]]* ]] || die 2 "--full-name takes text without colons and control characters"
[[ $shell == /* ]] || die 2 "--shell takes a full path, not '$shell'"
for tool in useradd getent sed stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $shell && -x $shell ]] || die 3 "no such shell: $shell"
if [[ -r /etc/shells ]] && ! grep -qxF -- "$shell" /etc/shells; then
  printf 'warning: %s is not in /etc/shells, some services refuse such users\n' "$shell" >&2
fi

if entry=$(getent passwd -- "$user"); then
  IFS=: read -r _ _ uid _ _ home _ <<<"$entry"
  [[ -d $home && $(stat -c %u -- "$home") == "$uid" ]] || die 1 "the account is there already, and has no home of its own: $entry"
  printf 'nothing to do: the account is there already: %s\n' "$entry"
  exit 0
fi
if getent group -- "$user" >/dev/null; then
  # useradd would fail, or the new user would join a group that others use.
  die 3 "there is a group $user already, and no such user; choose another name"
fi
# useradd would take a home that is there as it is, with what is in it and whoever owns it.
base=$(useradd --defaults | sed -n 's/^HOME=//p') || base=''
[[ $base == /* ]] || die 3 "useradd does not tell where homes are made"
home=${base%/}/$user
[[ ! -e $home && ! -L $home ]] || die 3 "$home is there already, perhaps of a former user; move it away first"
if $dry_run; then
  printf 'would create: account %s with shell %s and home %s\n' "$user" "$shell" "$home"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
useradd --create-home --user-group --shell "$shell" --comment "$full_name" "$user" || {
  # It ends so, too, when the account is made and its home cannot be.
  if getent passwd -- "$user" >/dev/null; then die 1 "$user was created without a home: mend that, or take it back with userdel $user"; fi
  die 1 "could not create $user"
}
entry=$(getent passwd -- "$user") || die 1 "$user cannot be found after it was created"
IFS=: read -r _ _ uid _ _ home real_shell <<<"$entry"
[[ $real_shell == "$shell" ]] || die 1 "$user was created with the shell $real_shell"
[[ -d $home && $(stat -c %u -- "$home") == "$uid" ]] || die 1 "$user was created without a home $home of its own"
printf 'created: %s, user id %s, home %s, no password\n' "$user" "$uid" "$home"
