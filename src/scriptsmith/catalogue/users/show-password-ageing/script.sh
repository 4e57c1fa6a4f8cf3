#!/usr/bin/env bash
# Show when passwords were changed and when they expire.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-password-ageing [--user NAME] [--days N]

For one local account, or all that have a login shell, show the day of the last password change,
the day on which the password expires, and the day on which the account does. What is expired is
marked, and so is what expires soon. The password itself is not looked at.

  --user NAME  login name, or all (default all)
  --days N     mark what expires within this time (default 14)
  --help       show this text

Exit status: 0 nothing is expired or about to be, 1 something is, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-password-ageing: %s\n' "$2" >&2
  exit "$1"
}

user=all days=14
while (($# > 0)); do
  case $1 in
    --user | --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --days) days=$2 ;;
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

[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
{ [[ $days =~ ^[0-9]{1,6}$ ]] && ((10#$days >= 0 && 10#$days <= 3650)); } ||
  die 2 "--days takes a whole number from 0 to 3650, not '$days'"
days=$((10#$days))
for tool in getent chage date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
if [[ $user == all ]]; then
  accounts=$(getent -s files passwd) || die 1 "the accounts cannot be read"
else
  getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
  accounts=$(getent -s files passwd -- "$user") || die 3 "$user is not an account of this host (of a directory service?)"
fi

export LC_ALL=C
today=$(($(date +%s) / 86400))
judge() { # TEXT LEFT: sets the verdict, the day with its mark, and late; LEFT is how many days are left when it is over
  local second left
  verdict=$1
  [[ $1 != 'password must be changed' ]] || { verdict='MUST BE CHANGED at the next login' late=1; }
  second=$(date -u -d "$1" +%s 2>/dev/null) || return 0 # never, or the text above
  left=$((second / 86400 - today))
  verdict=$(date -u -d "@$second" +%F)
  if ((left <= $2)); then
    verdict+=", EXPIRED $((-left)) days ago" late=1
  elif ((left <= days)); then
    verdict+=", SOON: $left days left" late=1
  fi
}

looked=0 marked=0 unknown=0
while IFS=: read -r name _ _ _ _ _ shell; do
  [[ $user != all || $shell != */@(nologin|false|sync|shutdown|halt|true) ]] || continue
  if ! text=$(chage --list "$name" 2>/dev/null) || [[ -z $text ]]; then
    printf '%-20s its ages cannot be read\n' "$name"
    unknown=$((unknown + 1))
    continue
  fi
  looked=$((looked + 1)) late=0 changed=never expires=never ends=never
  while IFS= read -r line; do
    value=${line#*: }
    case $line in
      'Last password change'*) changed=$value ;;
      'Password expires'*) expires=$value ;;
      'Account expires'*) ends=$value ;;
    esac
  done <<<"$text"
  if changed=$(date -u -d "$changed" +%F 2>/dev/null); then :; else changed='not recorded'; fi
  judge "$expires" -1 # on that day itself the password still holds
  printf '%-20s changed %s; expires %s' "$name" "$changed" "$verdict"
  judge "$ends" 0
  printf '; account ends %s\n' "$verdict"
  marked=$((marked + late))
done <<<"$accounts"
printf '%d accounts looked at, %d expired or within %d days of it%s\n' "$looked" "$marked" "$days" \
  "$([[ $user != all ]] || printf '\nnot looked at: those without a login shell, whose passwords may count for SFTP or mail, and those of a directory service')"
((marked == 0 && unknown == 0)) || exit 1
