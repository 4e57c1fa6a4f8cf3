#!/usr/bin/env bash
# Collects the facts of many hosts into one CSV file.
set -euo pipefail

fail() {
  printf 'error: %s\n' "$1" >&2
  exit 2
}

(($# == 2)) || fail 'two arguments are needed: HOSTS CSV'
list=$1 csv=$2
[[ -f $list && -r $list ]] || fail "cannot read $list"
[[ ! -d $csv ]] || fail "$csv is a directory"
case $csv in
  */*) beside=${csv%/*}/ ;;
  *) beside=./ ;;
esac
prepared=$(mktemp -- "${beside}.inventory.XXXXXX") || fail "cannot write $csv"
trap 'rm -f -- "$prepared"' EXIT

field() {
  local text=$1
  if [[ $text == *[,\"]* ]]; then
    text=\"${text//\"/\"\"}\"
  fi
  printf '%s' "$text"
}

row() {
  local each line=''
  for each in "$@"; do
    line+=,$(field "$each"; printf x)
    line=${line%x}
  done
  printf '%s\n' "${line#,}"
}

status=0
declare -A seen=()
{
  printf 'host,os,kernel,cpus,memory_mib,status\n'
  while IFS= read -r host || [[ -n $host ]]; do
    [[ -n $host && $host != '#'* && -z ${seen[$host]-} ]] || continue
    seen[$host]=1
    if [[ ! $host =~ ^[A-Za-z0-9._][A-Za-z0-9._-]*$ ]]; then
      row "$host" '' '' '' '' invalid
      status=1
      continue
    fi
    ended=0
    facts=$(ssh -n -o BatchMode=yes -o ConnectTimeout=5 -- "$host" host-facts) || ended=$?
    if ((ended)); then
      said=failed
      ((ended != 255)) || said=unreachable
      row "$host" '' '' '' '' "$said"
      status=1
      continue
    fi
    declare -A fact=()
    while IFS= read -r line; do
      [[ $line == *=* && -n ${line%%=*} ]] || continue
      fact[${line%%=*}]=${line#*=}
    done <<<"$facts"
    row "$host" "${fact[os]-}" "${fact[kernel]-}" "${fact[cpus]-}" "${fact[memory_mib]-}" ok
  done <"$list"
} >"$prepared"

chmod 0644 -- "$prepared"
mv -fT -- "$prepared" "$csv" || fail "cannot write $csv"
exit "$status"
