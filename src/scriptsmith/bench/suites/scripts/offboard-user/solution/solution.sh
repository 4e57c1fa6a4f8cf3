#!/usr/bin/env bash
# Takes the access of an account away, without deleting it.
set -euo pipefail

if (($# != 1)) || [[ -z $1 || $1 == -* ]]; then
  printf 'usage: %s NAME\n' "${0##*/}" >&2
  exit 2
fi
name=$1

record=$(getent passwd "$name") || record=''
IFS=: read -r found _ uid _ _ home _ <<<"$record"
if [[ $found != "$name" ]]; then # getent also finds numbers
  printf 'error: there is no account %s\n' "$name" >&2
  exit 2
fi
if ((uid < 1000)); then
  printf 'error: %s is a system account\n' "$name" >&2
  exit 3
fi

status=0
failed() {
  printf 'error: could not %s\n' "$1" >&2
  status=1
}

remove_crontab() {
  crontab -u "$name" -l >/dev/null 2>&1 || return 0
  crontab -u "$name" -r
}

put_keys_aside() {
  local keys=$home/.ssh/authorized_keys aside=$home/.ssh/authorized_keys.disabled
  [[ -e $keys || -L $keys ]] || return 0
  if [[ ! -e $aside && ! -L $aside ]]; then
    mv -T -- "$keys" "$aside"
    return
  fi
  if [[ -s $aside && -n $(tail -c 1 -- "$aside") ]]; then
    printf '\n' >>"$aside" || return 1
  fi
  cat -- "$keys" >>"$aside" && rm -f -- "$keys"
}

usermod -L -- "$name" || failed 'lock the password'
usermod -e 1 -- "$name" || failed 'let the account expire'
usermod -s /usr/sbin/nologin -- "$name" || failed 'change the login shell'
usermod -G '' -- "$name" || failed 'leave the supplementary groups'
remove_crontab || failed 'remove the crontab'
put_keys_aside || failed 'put the SSH keys aside'

((status != 0)) || printf 'offboarded %s\n' "$name"
exit "$status"
