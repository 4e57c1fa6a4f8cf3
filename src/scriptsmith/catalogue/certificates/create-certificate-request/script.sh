#!/usr/bin/env bash
# Create a private key and a certificate signing request (CSR).
#
# Undo: remove the two files that it names; a request that was not sent binds nobody.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-certificate-request --name NAME [--also NAMES] [--directory DIR] [--key-type rsa|ec]
       [--dry-run]

Make a private key and a signing request to hand to a CA, as NAME.key (readable by its owner only)
and NAME.csr in a directory. The first name stands in it as subject, unless it is longer than 64
characters; all names, or IPv4 addresses, stand in it as alternative names. A key that is there
already is used again when it is of the type that is asked for; an existing request is never
overwritten.

  --name NAME        host name that the certificate is for
  --also NAMES       more host names, with commas between them (default: none)
  --directory DIR    where to put the two files (default .)
  --key-type rsa|ec  RSA of 2048 bits, or the curve P-256 (default rsa)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 both are there, 1 failed, 2 wrong usage, 3 a precondition fails, such as a request
of other names, or a key of another type.
EOF
}

die() {
  printf 'create-certificate-request: %s\n' "$2" >&2
  exit "$1"
}

name='' names='' directory=. key_type=rsa dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --also | --directory | --key-type)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --also) names=$2 ;;
        --directory) directory=$2 ;;
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
case $key_type in
  rsa | ec) ;;
  *) die 2 "--key-type takes rsa or ec, not '$key_type'" ;;
esac
command -v openssl >/dev/null || die 3 "openssl is not installed"
[[ -z $names || $names =~ ^[A-Za-z0-9*_.,\ -]+$ ]] || die 2 "--also takes host names with commas between them, not '$names'"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -w $directory ]] || die 3 "cannot write to $directory"
[[ $directory != -* ]] || directory=./$directory
[[ $name != *:* ]] || die 2 "--name takes a host name, not '$name'"
name=${name%.}
base=${directory%/}/$name
key=$base.key request=$base.csr
# Clients look for an address among the addresses only.
san() { if [[ $1 =~ ^[0-9]+(\.[0-9]+){3}$ ]]; then printf 'IP:%s' "$1"; else printf 'DNS:%s' "$1"; fi; }
sans=$(san "$name")
IFS=', ' read -r -a more <<<"$names"
for extra in "${more[@]}"; do
  [[ -z $extra ]] || [[ $extra =~ ^(\*\.)?[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$ ]] || die 2 "--also takes host names, not '$extra'"
  [[ -z $extra || ,$sans, == *",$(san "$extra"),"* ]] || sans+=,$(san "$extra")
done

fits() { # the request is for exactly these names and was signed with the key
  local text
  text=$(openssl req -in "$request" -noout -text 2>/dev/null | sed -n '/Subject Alternative Name/{n;s/^ *//;s/, */,/g;s/IP Address:/IP:/g;p;q}') || return 1
  [[ $text == "$sans" ]] &&
    [[ $(openssl req -in "$request" -noout -pubkey 2>/dev/null) == "$(openssl pkey -in "$key" -passin pass: -pubout 2>/dev/null)" ]]
}

reuse=false
if [[ -e $key || -L $key ]]; then
  [[ -r $key ]] || die 3 "cannot read $key"
  about=$(openssl pkey -in "$key" -passin pass: -noout -text_pub 2>/dev/null) || die 3 "$key exists and is no private key without a pass phrase"
  kind=other bits=0
  if [[ $about =~ \(([0-9]+)\ bit ]]; then bits=${BASH_REMATCH[1]}; fi
  if [[ $about == *[Mm]odulus:* ]] && ((bits >= 2048)); then kind=rsa; fi
  if [[ $about == *prime256v1* ]]; then kind=ec; fi
  [[ $kind == "$key_type" ]] || die 3 "$key exists and is no key of the type $key_type as it is made here: name its type, or move it away"
  [[ $(ls -lL -- "$key") == ????------* ]] || printf 'warning: others than its owner may be able to read %s\n' "$key" >&2
  reuse=true
fi
if [[ -e $request || -L $request ]]; then
  fits || die 3 "$request exists, for other names or another key, and is not overwritten"
  printf 'nothing to do: %s is there already, made with %s (for a fresh key move both away)\n' "$request" "$key"
  exit 0
fi
if $dry_run; then
  printf 'would create: %s for %s, with %s key %s\n' "$request" "$sans" "$($reuse && echo 'the existing' || echo 'a new')" "$key"
  exit 0
fi

new=(-newkey rsa:2048 -nodes -keyout "$key")
[[ $key_type == rsa ]] || new=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$key")
if $reuse; then new=(-key "$key"); fi
# A common name has 64 characters at most, and needs not be there beside the alternative names.
subject=/CN=$name
if ((${#name} > 64)); then subject=/; fi
umask 077
message=$(openssl req -new "${new[@]}" -sha256 -subj "$subject" -addext "subjectAltName=$sans" -out "$request" 2>&1 </dev/null) ||
  die 1 "openssl could not make the request: ${message##*$'\n'}"
chmod 644 -- "$request"
fits || die 1 "$request does not hold what was asked for"
if $reuse; then printf 'used again: %s (for a fresh key move it away)\n' "$key"; else printf 'created: %s (keep it secret)\n' "$key"; fi
printf 'created: %s for %s; send this one to the CA\n' "$request" "$sans"
