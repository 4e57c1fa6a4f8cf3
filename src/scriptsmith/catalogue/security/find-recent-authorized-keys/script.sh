#!/usr/bin/env bash
# Find authorized SSH keys files that changed lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-recent-authorized-keys [--days N]

Look into the authorized_keys files of all accounts, and list those that changed within some days,
with the day, the number of keys and the comment of the last one, which is the newest as a rule. A
new key is how an intruder keeps a way in. Other places where sshd looks for keys are told only. The time that is judged (ctime) cannot be set back by
touch.

  --days N  how far to look back (default 7)
  --help    show this text

Exit status: 0 none changed, 1 some did, or not all could be read, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-recent-authorized-keys: %s\n' "$2" >&2
  exit "$1"
}

days=7
while (($# > 0)); do
  case $1 in
    --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      days=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 1 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 1 to 36500, not '$days'"
days=$((10#$days))
for tool in getent stat sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
accounts=$(getent passwd) || die 1 "the accounts cannot be read"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

# What sshd is told to take from elsewhere would be missed; only root is told.
settings=$(PATH=$PATH:/usr/sbin:/sbin sshd -T 2>/dev/null) || settings=''
read -r -a places <<<"$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")"
for each in "${places[@]}"; do
  [[ $each =~ ^(%h/)?\.ssh/authorized_keys2?$ ]] || printf 'note: sshd also reads %s, which is not looked at\n' "$each" >&2
done
asked=$(sed -n 's/^authorizedkeyscommand //p' <<<"$settings")
[[ -z $asked || $asked == none ]] || printf 'note: sshd also asks %s for keys\n' "$asked" >&2
now=$(date +%s)
declare -A seen=() # one home may belong to many accounts
looked=0 fresh=0 failed=0
while IFS=: read -r name _ _ _ _ home _; do
  [[ $home == /* && -z ${seen[$home]:-} ]] || continue
  seen[$home]=1
  for file in "${home%/}/.ssh/authorized_keys" "${home%/}/.ssh/authorized_keys2"; do
    [[ -e $file ]] || continue
    looked=$((looked + 1))
    if ! changed=$(stat -L -c %Z -- "$file" 2>/dev/null); then
      failed=$((failed + 1))
      continue
    fi
    ((now - changed < days * 86400)) || continue
    fresh=$((fresh + 1)) keys=0 last=''
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
      keys=$((keys + 1)) last=$line
    done < <(tr -d '\000' <"$file")
    # What follows the key itself is the comment.
    comment='no comment'
    if [[ $last =~ AAAA[A-Za-z0-9+/=]+[[:space:]]+(.+)$ ]]; then comment=${BASH_REMATCH[1]}; fi
    printf '%s  %s  %s: %d keys, the last one: %s\n' "$(date -d "@$changed" '+%F %H:%M')" "$name" "$(shown "$file")" "$keys" "$(shown "$comment")"
  done
done <<<"$accounts"
printf '%d files looked at, %d changed within %d days\n' "$looked" "$fresh" "$days"
((failed == 0)) || die 1 "$failed files could not be looked at"
((fresh == 0)) || exit 1
