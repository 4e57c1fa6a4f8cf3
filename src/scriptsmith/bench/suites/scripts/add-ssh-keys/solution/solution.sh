#!/usr/bin/env bash
# Appends public keys to a user's authorized_keys, unless they are there.
set -euo pipefail

if (($# != 2)); then
  printf 'usage: %s HOME KEYS\n' "${0##*/}" >&2
  exit 2
fi
home=$1 keys=$2
if [[ ! -d $home ]]; then
  printf 'error: there is no directory %s\n' "$home" >&2
  exit 2
fi
if [[ ! -f $keys || ! -r $keys ]]; then
  printf 'error: cannot read %s\n' "$keys" >&2
  exit 2
fi
readonly types='ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp256|ecdsa-sha2-nistp384|ecdsa-sha2-nistp521'

umask 077
folder=$home/.ssh file=$home/.ssh/authorized_keys
if [[ ! -d $folder ]]; then
  mkdir -- "$folder"
  chown --reference="$home" -- "$folder"
fi
if [[ ! -e $file ]]; then
  : >"$file"
  chown --reference="$home" -- "$file"
fi
chmod 0700 -- "$folder"
chmod 0600 -- "$file"

# Every pair of words that may be type and key is noted: options before them may have blanks in quotes.
declare -A known=()
while read -r -a words || ((${#words[@]})); do
  [[ ${words[0]-} != '#'* ]] || continue
  for ((at = 0; at + 1 < ${#words[@]}; at++)); do
    [[ ! ${words[at]} =~ ^($types)$ ]] || known["${words[at]} ${words[at + 1]%$'\r'}"]=1
  done
done <"$file"

fresh='' added=0 status=0
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%$'\r'}
  [[ -n ${line//[[:space:]]/} && $line != '#'* ]] || continue
  read -r type key _ <<<"$line"
  if [[ ! $type =~ ^($types)$ || ! $key =~ ^[A-Za-z0-9+/=]+$ ]]; then
    printf 'error: no public key: %s\n' "${line:0:40}" >&2
    status=1
  elif [[ -z ${known["$type $key"]-} ]]; then
    known["$type $key"]=1
    fresh+=$line$'\n'
    added=$((added + 1))
  fi
done <"$keys"

if ((added)); then
  if [[ -s $file && -n $(tail -c 1 -- "$file") ]]; then
    fresh=$'\n'$fresh
  fi
  printf '%s' "$fresh" >>"$file"
fi
printf 'added %d\n' "$added"
exit "$status"
