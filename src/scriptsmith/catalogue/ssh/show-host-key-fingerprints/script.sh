#!/usr/bin/env bash
# Show the fingerprints of this machine's SSH host keys.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-host-key-fingerprints [--fingerprint TEXT] [--directory DIR]

Print the fingerprint of each public host key, as a client shows it at the first connection. With
a fingerprint given, say whether it is one of them: then the client that saw it talks to this
machine, or to one that was copied with its keys. Keys that a HostKey of sshd_config or sshd_config.d
names elsewhere count too; in /etc/ssh sshd is asked which it uses (as root). Those of other servers (a container, dropbear) do not.

  --fingerprint TEXT  fingerprint that a client saw, SHA256:... or MD5:... (default: none)
  --directory DIR     where the host keys lie (default /etc/ssh)
  --help              show this text

Exit status: 0 done, and the given fingerprint is among them, 1 it is not, or a key cannot be
read, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-host-key-fingerprints: %s\n' "$2" >&2
  exit "$1"
}

fingerprint='' directory=/etc/ssh
while (($# > 0)); do
  case $1 in
    --fingerprint | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --fingerprint) fingerprint=$2 ;;
        --directory) directory=$2 ;;
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

[[ -z $fingerprint || $fingerprint =~ ^(SHA256:)?[A-Za-z0-9+/]{43}=?$ || $fingerprint =~ ^(MD5:)?([0-9a-fA-F]{2}:){15}[0-9a-fA-F]{2}$ ]] ||
  die 2 "--fingerprint takes SHA256:... or MD5:..., not '$fingerprint'"
command -v ssh-keygen >/dev/null || die 3 "ssh-keygen is not installed"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ $directory != -* ]] || directory=./$directory
shopt -s nullglob
files=("${directory%/}"/ssh_host_*_key.pub)
failed=0
for config in "${directory%/}"/sshd_config "${directory%/}"/sshd_config.d/*.conf; do
  [[ -e $config ]] || continue
  if ! lines=$(sed -n -E 's/^[[:space:]]*hostkey[[:space:]=]+"?([^"]*[^"[:space:]])"?[[:space:]]*$/\1/Ip' -- "$config"); then
    printf 'cannot read which keys %s names\n' "$config" >&2
    failed=1
    continue
  fi
  while IFS= read -r key; do
    if [[ -n $key && $key.pub != "${directory%/}"/ssh_host_*_key.pub ]]; then files+=("$key.pub"); fi
  done <<<"$lines"
done
used='' found='' idle=''
[[ $directory != /etc/ssh ]] || used=$(PATH=$PATH:/usr/sbin:/sbin sshd -T 2>/dev/null </dev/null | sed -n 's/^hostkey //p') || used=''
while IFS= read -r key; do [[ -z $key || " ${files[*]} " == *" $key.pub "* ]] || files+=("$key.pub"); done <<<"$used"
[[ -n $used ]] || printf 'note: which of these keys the sshd of this host uses is not known: it is asked as root, and for /etc/ssh only\n' >&2
((${#files[@]} > 0)) || die 3 "no public host keys in $directory"

hash=sha256 wanted=$fingerprint
if [[ $fingerprint == *:*:*:* ]]; then
  hash=md5
  wanted=MD5:${fingerprint#MD5:}
  wanted=MD5:$(printf '%s' "${wanted#MD5:}" | tr 'A-F' 'a-f')
elif [[ -n $fingerprint ]]; then
  wanted=SHA256:${fingerprint#SHA256:}
  wanted=${wanted%=}
fi
for file in "${files[@]}"; do
  if ! line=$(ssh-keygen -l -E "$hash" -f "$file" 2>/dev/null); then
    printf 'cannot read the key in %s\n' "$file" >&2
    failed=1
    continue
  fi
  [[ $line != *[[:cntrl:]]* ]] || line=${line@Q}
  name=$file
  if [[ $file == "${directory%/}"/* ]]; then name=${file##*/}; fi
  unused=''
  [[ -z $used || $'\n'$used$'\n' == *$'\n'"${file%.pub}"$'\n'* ]] || unused='  (sshd does not use it)'
  printf '%s  %s%s\n' "$name" "$line" "$unused"
  if [[ -n $wanted && " $line " == *" $wanted "* ]]; then if [[ -n $unused ]]; then idle=$name; else found=$name; fi; fi
done
if [[ -n $found ]]; then
  printf 'ours: %s is the fingerprint of %s\n' "$wanted" "$found"
elif [[ -n $idle ]]; then
  printf 'NOT IN USE: %s is the fingerprint of %s, which sshd here is not set to use: it runs with older settings, or something else answers with that key\n' "$wanted" "$idle"
  exit 1
elif [[ -n $wanted ]]; then
  printf 'NOT OURS: %s is none of these: another machine or another server answers, or the keys were replaced\n' "$wanted"
  exit 1
fi
((failed == 0)) || exit 1
