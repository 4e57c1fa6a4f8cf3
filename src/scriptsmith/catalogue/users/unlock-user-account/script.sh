#!/usr/bin/env bash
# Unlock a local user account: the former password counts again and the account no longer is
# expired.
#
# Undo: usermod --lock USER, and where "expired since" was printed usermod --expiredate with that date.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unlock-user-account --user NAME [--dry-run]

Unlock the password of a local account and clear an expiry date that has passed; one in the
future is kept. An account that never had a password is not given an empty one: only its expiry
is cleared. Counters of failed logins (faillock) and the age of the password are not touched; failed
logins that count and a password that is too old for a login are told.

  --user NAME  login name of a local account
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unlock-user-account: %s\n' "$2" >&2
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
for tool in getent usermod; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
[[ $(id -u) == 0 ]] || die 3 "this needs root"

hash='' changed='' longest='' inactive='' expires=''
read_shadow() { # sets hash, and changed, longest, inactive and expires in days, all of the shadow entry
  local line
  line=$(getent -s files shadow -- "$user") || return
  IFS=: read -r _ hash changed _ longest _ inactive expires _ <<<"$line"
}
read_shadow || die 3 "$user is not an account of this host (of a directory service?)"
day() { date -u -d "@$(($1 * 86400))" +%F; }
today=$(($(date +%s) / 86400))
# A password is locked by ! before the hash; what is left must be a hash, or nothing is unlocked.
has_locked_password() { [[ $hash =~ ^!+[^!*] ]]; }
is_expired() { [[ $expires =~ ^[0-9]+$ ]] && ((expires <= today)); }

options=()
if has_locked_password; then
  options+=(--unlock)
elif [[ -z $hash || $hash =~ ^!+$ || $hash == *\** ]]; then
  printf 'note: %s has no usable password, so none is unlocked (set one with passwd)\n' "$user" >&2
fi
if is_expired; then
  printf 'expired since: %s\n' "$(day "$expires")"
  # lock-user-account and others lock by a day long ago, in the place of the date that stood there.
  ((expires > 1)) || printf 'note: the expiry of %s was a lock, so a date that it had before is not known, and it will never expire (usermod --expiredate)\n' "$user" >&2
  options+=(--expiredate '')
fi

if ((${#options[@]} == 0)); then
  printf 'nothing to change: no password of %s is locked, and the account is not expired\n' "$user"
elif $dry_run; then
  printf 'would unlock: %s (usermod%s)\n' "$user" "$(printf ' %q' "${options[@]}")"
else
  usermod "${options[@]}" -- "$user" || die 1 "could not unlock $user"
  read_shadow || die 1 "cannot read the account of $user after unlocking it"
  # What was locked twice (passwd writes !! on some systems) has a mark for each.
  for ((more = 0; more < 3; more++)); do
    if has_locked_password && usermod --unlock -- "$user"; then
      read_shadow || die 1 "cannot read the account of $user after unlocking it"
    fi
  done
  ! has_locked_password || die 1 "the password of $user is still locked"
  ! is_expired || die 1 "the account of $user is still expired"
  printf 'unlocked: %s\n' "$user"
fi

if [[ $changed =~ ^[0-9]{1,6}$ && $longest =~ ^[0-9]{1,6}$ && $inactive =~ ^[0-9]{1,6}$ ]] && ((changed + longest + inactive < today)); then
  printf 'note: the password of %s is too old, which lets nobody in until it is set anew (passwd)\n' "$user" >&2
fi
# pam_faillock shuts an account out for a time after some wrong passwords.
if command -v faillock >/dev/null; then
  failures='an unknown number of'
  if list=$(LC_ALL=C faillock --user "$user"); then failures=$(grep -cE ' V *$' <<<"$list") || true; fi
  if [[ $failures != 0 ]]; then
    printf 'note: %s failed logins of %s count, which may let nobody in for a time (faillock --user %s --reset)\n' "$failures" "$user" "$user" >&2
  fi
fi
shell=$(getent passwd -- "$user" | cut -d: -f7)
case $shell in
  */nologin | */false) printf 'note: the login shell of %s is %s, which lets nobody in\n' "$user" "$shell" >&2 ;;
esac
