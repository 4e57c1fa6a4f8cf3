#!/usr/bin/env bash
# Expire a user's password, so that it must be changed at the next login.
#
# Undo: chage --lastday DAY USER with the former day, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: expire-user-password --user NAME [--dry-run]

Mark the password of a local account as expired: at the next login its owner has to choose a new
one; root is refused. The password still works for that, once, for whoever knows it, and until then
logins by SSH key and cron jobs of the account fail; both are told.

  --user NAME  login name of a local account
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 the password is expired, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'expire-user-password: %s\n' "$2" >&2
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
for tool in passwd getent date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
[[ $(id -u) == 0 ]] || die 3 "this needs root"
[[ $user != root ]] || die 3 "refused for root: many tools could not become root any more"

last='' hash=''
read_shadow() { # the second and third field; the hash itself is never shown
  local line
  line=$(getent -s files shadow -- "$user") || return
  IFS=: read -r _ hash last _ <<<"$line"
}
read_shadow || die 3 "$user is not an account of this host (of a directory service?)"
case $hash in
  '') die 3 "$user has no password at all: anybody may log in; set or lock it" ;;
  [*!]*) die 3 "$user has no password that could be used (locked, or keys only)" ;;
esac

printf 'note: whoever knows the password of %s can still log in once and choose the new one; to shut them out, lock the account\n' "$user" >&2
printf 'note: until it is changed, cron runs no job of %s, and jobs that log in by key fail\n' "$user" >&2
if [[ $last == 0 ]]; then
  printf 'nothing to do: the password of %s is expired already\n' "$user"
  exit 0
fi
former='not known'
if [[ $last =~ ^[0-9]{1,7}$ ]]; then former=$(date -u -d "@$((10#$last * 86400))" +%F); fi
if $dry_run; then
  printf 'would expire: the password of %s (last changed: %s)\n' "$user" "$former"
  exit 0
fi
passwd --expire "$user" >/dev/null || die 1 "could not expire the password of $user"
read_shadow || die 1 "cannot read the account of $user afterwards"
[[ $last == 0 ]] || die 1 "the password of $user is not expired"
printf 'expired: the password of %s must be changed at the next login (last changed: %s)\n' "$user" "$former"
