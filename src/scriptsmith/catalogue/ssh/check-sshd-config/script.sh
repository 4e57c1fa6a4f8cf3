#!/usr/bin/env bash
# Check the sshd configuration for errors and show its effective settings.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-sshd-config [--file FILE]

Have sshd test its configuration and the host keys as it would at a start, and print the effective
settings that decide who gets in, with the defaults filled in. Match blocks are tested, not applied
in what is printed, and told below it, as are options of the service that win over the file. The
running sshd is neither asked nor touched: what it uses may be older.

  --file FILE  configuration to test (default /etc/ssh/sshd_config)
  --help       show this text

Exit status: 0 the configuration is valid, 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-sshd-config: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/ssh/sshd_config
while (($# > 0)); do
  case $1 in
    --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      file=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $file != -* ]] || file=./$file
# sshd is often not on the path of a user, and insists on being called by its full name.
PATH=$PATH:/usr/sbin:/sbin
sshd=$(command -v sshd) || die 3 "sshd is not installed"
[[ -f $file && -r $file ]] || die 3 "cannot read $file"
[[ $(id -u) == 0 ]] || die 3 "this needs root"

rc=0
message=$("$sshd" -t -f "$file" 2>&1) || rc=$?
[[ -z $message ]] || printf '%s\n' "$message" >&2
# It looks for that directory after it has read the configuration and the keys, and ends where there is none.
if [[ $message =~ Missing\ privilege\ separation\ directory:\ ([^[:space:]]+) ]]; then
  die 3 "$file was read without an error; ${BASH_REMATCH[1]} is missing, which the ssh service makes when it starts, so the settings cannot be told"
fi
((rc == 0)) || die 1 "$file is not valid; sshd would not start with it"
settings=$("$sshd" -T -f "$file" 2>/dev/null) || die 1 "the settings of $file cannot be evaluated"

keys=(port listenaddress permitrootlogin passwordauthentication kbdinteractiveauthentication
  pubkeyauthentication permitemptypasswords authenticationmethods authorizedkeysfile
  authorizedkeyscommand trustedusercakeys authorizedprincipalsfile authorizedprincipalscommand
  gssapiauthentication hostbasedauthentication permituserenvironment allowusers allowgroups
  denyusers denygroups maxauthtries maxstartups logingracetime usepam x11forwarding)
while read -r key value; do
  for wanted in "${keys[@]}"; do
    [[ $key != "$wanted" ]] || printf '%-30s %s\n' "$key" "$value"
  done
done <<<"$settings"
case $settings in
  *$'\npermitemptypasswords yes'*) printf 'warning: accounts with an empty password may log in\n' >&2 ;;
esac
# What holds for some only: sshd evaluates it when somebody comes in.
read_files=("$file")
while read -r word names; do
  [[ ${word,,} == include ]] || continue
  read -r -a patterns < <(printf '%s\n' "${names//\"/}")
  for name in "${patterns[@]}"; do # they are relative to /etc/ssh
    [[ $name == /* ]] || name=/etc/ssh/$name
    mapfile -t found < <(compgen -G "$name")
    for each in "${found[@]}"; do [[ ! -f $each ]] || read_files+=("$each"); done
  done
done <"$file"
for each in "${read_files[@]}"; do
  inside=false number=0
  while read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    [[ ! ${line,,} =~ ^match[[:space:]=] ]] || inside=true
    if $inside && [[ -n $line && $line != \#* ]]; then printf 'for some only: %s:%d: %s\n' "$each" "$number" "${line//[[:cntrl:]]/ }"; fi
  done <"$each"
done
for each in /etc/default/ssh:SSHD_OPTS /etc/sysconfig/sshd:OPTIONS; do
  [[ -r ${each%:*} ]] || continue
  options=$(grep -E "^[[:space:]]*${each#*:}=." "${each%:*}" | grep -vE "=[\"']{2}[[:space:]]*$") || continue
  printf 'options of the service win over the file: %s: %s\n' "${each%:*}" "$options"
done
printf 'valid: %s (an sshd that runs may use older settings)\n' "$file"
