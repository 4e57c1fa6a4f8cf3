#!/usr/bin/env bash
# Find authorized SSH keys files that changed lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-recent-authorized-keys [--days N] [--home-root DIR]

Look into the authorized_keys files of all accounts, in ~/.ssh and where else sshd is told to look,
and list those that changed within some days, with the day, the number of keys and the comment of
the last one, which is the newest as a rule. A new key is how an intruder keeps a way in. The time
that is judged (ctime) cannot be set back by touch. A command that sshd asks for keys is named only.

  --days N         how far to look back (default 7)
  --home-root DIR  where homes lie of accounts that are not listed, of a directory service (default
                   /home)
  --help           show this text

Exit status: 0 none changed, 1 some did, or not all could be read, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-recent-authorized-keys: %s\n' "$2" >&2
  exit "$1"
}

days=7 home_root=/home
while (($# > 0)); do
  case $1 in
    --days | --home-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --days) days=$2 ;;
        --home-root) home_root=$2 ;;
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

{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 1 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 1 to 36500, not '$days'"
days=$((10#$days))
for tool in getent stat sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
accounts=$(getent passwd) || die 1 "the accounts cannot be read"
# Accounts of a directory service are often not listed, yet known by number, and have a home.
shopt -s nullglob
for home in "$home_root"/* "$home_root"/*/*; do
  [[ -d $home && ! -L $home && $accounts != *:"$home":* ]] || continue
  entry=$(getent passwd -- "$(stat -c %u -- "$home")") || continue
  [[ $entry != *:"$home":* ]] || accounts+=$'\n'$entry
done
services=$(grep '^passwd' /etc/nsswitch.conf 2>/dev/null | tr -s '[:space:]' '\n' | grep -vxE 'files|compat|systemd|altfiles|db|mymachines|\[.*|.*[]:]|' | tr '\n' ' ') || services=''
[[ -z $services ]] || printf 'note: accounts of a directory (%s) are looked at where it lists them (getent passwd), or where their home lies below %s (--home-root); those of others are not\n' "${services% }" "$home_root" >&2
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

# Where sshd looks for keys; it tells only root.
settings=$(PATH=$PATH:/usr/sbin:/sbin sshd -T 2>/dev/null) || settings=''
read -r -a places <<<"$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")"
# What a Match block says holds for some accounts only, and an sshd before 8.1 tells nothing at all when there is one.
read -r -d '' -a others < <(sed -En 's/^[[:space:]]*AuthorizedKeysFile[[:space:]=]+//Ip' /etc/ssh/sshd_config /etc/ssh/sshd_config.d/*.conf 2>/dev/null | tr -d '"') || true
for place in "${others[@]}"; do
  [[ " ${places[*]} " == *" $place "* ]] || places+=("$place")
done
[[ -n $settings || ${#others[@]} -gt 0 ]] || printf 'note: sshd does not tell its settings; only ~/.ssh is looked at\n' >&2
places+=(.ssh/authorized_keys .ssh/authorized_keys2)
asked=$(sed -n 's/^authorizedkeyscommand //p' <<<"$settings")
[[ -z $asked || $asked == none ]] || printf 'note: sshd also asks %s for keys\n' "$asked" >&2
files_of() { # NAME UID HOME: sets files, where the keys of that account may lie
  local place
  files=()
  for place in "${places[@]}"; do
    place=${place//%h/"${3%/}"} place=${place//%u/"$1"} place=${place//%U/"$2"} place=${place//%%/%}
    [[ $place == /* ]] || place=${3%/}/$place
    files+=("$place")
  done
}
hidden() { # FILE: may nobody tell whether it is there, since a directory above it cannot be entered?
  local path=${1%/*}
  while [[ -n $path && ! -d $path ]]; do path=${path%/*}; done
  [[ -n $path && ! -x $path ]]
}
now=$(date +%s)
declare -A seen=() # one home may belong to many accounts
looked=0 fresh=0 failed=0
while IFS=: read -r name _ uid _ _ home _; do
  [[ $home == /* ]] || continue
  files_of "$name" "$uid" "$home"
  for file in "${files[@]}"; do
    [[ -z ${seen[$file]:-} ]] || continue
    seen[$file]=1
    if [[ ! -e $file ]]; then
      if hidden "$file"; then
        printf 'cannot see whether there is a %s\n' "$(shown "$file")" >&2
        failed=$((failed + 1))
      fi
      continue
    fi
    looked=$((looked + 1))
    # Of a link both times count: it may lead elsewhere since a moment ago.
    if ! changed=$(stat -L -c %Z -- "$file" 2>/dev/null) || ! linked=$(stat -c %Z -- "$file" 2>/dev/null); then
      failed=$((failed + 1))
      continue
    fi
    ((changed >= linked)) || changed=$linked
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
