#!/usr/bin/env bash
# Create a self-signed certificate and its key for a test.
#
# Undo: remove the two files that it names.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-self-signed-certificate --name NAME [--directory DIR] [--days N] [--key-type rsa|ec]
       [--dry-run]

Make a private key and a self-signed certificate for a host name, as NAME.key (readable by its
owner only) and NAME.crt in a directory. The name stands in it as subject and as alternative name.
Existing files are never overwritten: a pair for that name that is still valid stays, for however
long it is, and is told. No client trusts such a certificate of its own accord: for
tests, not for the public.

  --name NAME        host name or address that the certificate is for
  --directory DIR    where to put the two files (default .)
  --days N           how long it is valid (default 30)
  --key-type rsa|ec  RSA of 2048 bits, or the curve P-256 (default rsa)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 both are there, 1 failed, 2 wrong usage, 3 a precondition fails, such as a file of
that name.
EOF
}

die() {
  printf 'create-self-signed-certificate: %s\n' "$2" >&2
  exit "$1"
}

name='' directory=. days=30 key_type=rsa dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --directory | --days | --key-type)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --directory) directory=$2 ;;
        --days) days=$2 ;;
        --key-type) key_type=$2 ;;
      esac
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $name =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $name =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--name takes a host name or an IP address, not '$name'"
# openssl calls any certificate one for such a "name" when it is no address.
octet='(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
[[ ! $name =~ ^[0-9.]+$ || $name =~ ^$octet(\.$octet){3}$ ]] || die 2 "--name takes a host name or an IP address, and '$name' is neither"
{ [[ $days =~ ^[0-9]{1,6}$ ]] && ((10#$days >= 1 && 10#$days <= 3650)); } ||
  die 2 "--days takes a whole number from 1 to 3650, not '$days'"
days=$((10#$days))
case $key_type in
  rsa | ec) ;;
  *) die 2 "--key-type takes rsa or ec, not '$key_type'" ;;
esac
command -v openssl >/dev/null || die 3 "openssl is not installed"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -w $directory ]] || die 3 "cannot write to $directory"
[[ $directory != -* ]] || directory=./$directory
name=${name%.}
# A colon in a file name would trip other tools.
base=${directory%/}/${name//:/_}
key=$base.key certificate=$base.crt
if [[ $name == *:* || $name =~ ^[0-9.]+$ ]]; then kind=IP; else kind=DNS; fi
fits() { # both are there, belong together and are for the name
  local flag=-checkhost
  [[ $kind == DNS ]] || flag=-checkip
  [[ -f $key && -f $certificate ]] &&
    [[ $(openssl x509 -in "$certificate" -noout "$flag" "$name" 2>/dev/null) == *'does match'* ]] &&
    openssl x509 -in "$certificate" -noout -checkend 0 >/dev/null 2>&1 &&
    [[ $(openssl x509 -in "$certificate" -noout -pubkey 2>/dev/null) == "$(openssl pkey -in "$key" -passin pass: -pubout 2>/dev/null)" ]]
}
if fits; then
  until=$(openssl x509 -in "$certificate" -noout -enddate)
  printf 'nothing to do: %s and %s are there already and belong together, valid until %s\n' "$certificate" "$key" "${until#*=}"
  exit 0
fi
for file in "$key" "$certificate"; do
  [[ ! -e $file && ! -L $file ]] || die 3 "$file exists and is not overwritten"
done
if $dry_run; then
  printf 'would create: %s and %s for %s, valid %d days\n' "$certificate" "$key" "$name" "$days"
  exit 0
fi
new=(-newkey rsa:2048)
[[ $key_type == rsa ]] || new=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1)
umask 077
if ! message=$(openssl req -x509 "${new[@]}" -nodes -sha256 -days "$days" -subj "/CN=$name" \
  -addext "subjectAltName=$kind:$name" -keyout "$key" -out "$certificate" 2>&1 </dev/null); then
  printf '%s\n' "$message" >&2
  rm -f -- "$key" "$certificate" # both were made just now
  die 1 "openssl could not make the certificate"
fi
chmod 644 -- "$certificate"
fits || die 1 "$certificate and $key do not belong together"
printf 'created: %s\ncreated: %s (keep it secret)\n' "$certificate" "$key"
openssl x509 -in "$certificate" -noout -enddate -fingerprint -sha256
