#!/usr/bin/env bash
# Convert a PEM certificate and key to a PKCS#12 (.p12) keystore.
#
# Undo: remove the keystore that it names; certificate and key are not changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: convert-certificate-to-pkcs12 --certificate FILE --key FILE --output FILE
       --password-file FILE [--chain FILE] [--alias NAME] [--dry-run]

Pack a PEM certificate, its private key and, where given, the chain into one PKCS#12 file,
readable by its owner only. The password of the new file is the first line of a password file, so
that it is seen neither in the process list nor in a log; that file must be closed to group and
others. A keystore that exists is never overwritten. OpenSSL 3 encrypts it with AES and SHA-256, which
Windows Server before 2019, Java 8 before update 301 and older iPhones, Macs and Android phones do not
read: they call the password wrong. The command that makes one for these is told.

  --certificate FILE    PEM file with the certificate
  --key FILE            PEM file with its private key, without a pass phrase
  --output FILE         PKCS#12 file to write
  --password-file FILE  file whose first line is the password of the keystore
  --chain FILE          PEM file with the intermediate certificates (default: none)
  --alias NAME          friendly name of the entry (default server)
  --dry-run             say what would be done, change nothing
  --help                show this text

Exit status: 0 the keystore is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'convert-certificate-to-pkcs12: %s\n' "$2" >&2
  exit "$1"
}

certificate='' key='' output='' password_file='' chain='' alias=server dry_run=false
while (($# > 0)); do
  case $1 in
    --certificate | --key | --output | --password-file | --chain | --alias)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --certificate) certificate=$2 ;;
        --key) key=$2 ;;
        --output) output=$2 ;;
        --password-file) password_file=$2 ;;
        --chain) chain=$2 ;;
        --alias) alias=$2 ;;
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

[[ -n $certificate ]] || die 2 "--certificate is required (see --help)"
[[ -n $key ]] || die 2 "--key is required (see --help)"
[[ -n $output ]] || die 2 "--output is required (see --help)"
[[ -n $password_file ]] || die 2 "--password-file is required (see --help)"
[[ $certificate != -* ]] || certificate=./$certificate
[[ $key != -* ]] || key=./$key
[[ $output != -* ]] || output=./$output
[[ $password_file != -* ]] || password_file=./$password_file
[[ $chain != -* ]] || chain=./$chain
[[ $alias =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$ ]] || die 2 "--alias takes a plain name, not '$alias'"
for tool in openssl stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
for file in "$certificate" "$key" "$password_file" ${chain:+"$chain"}; do
  [[ -f $file && -r $file ]] || die 3 "cannot read $file"
done
mode=$(stat -L -c %a -- "$password_file")
(((8#$mode & 8#077) == 0)) || die 3 "$password_file is open to others (mode $mode): chmod 600 it first"
IFS= read -r first <"$password_file" || [[ -n $first ]] || die 3 "$password_file is empty"
[[ $first != *$'\r'* ]] || die 3 "the first line of $password_file ends in a carriage return, as Windows writes it, which would belong to the password: take it out first"
((${#first} >= 6)) || die 3 "the password has fewer than 6 characters, which Java's keytool refuses"
unset first

public=$(openssl x509 -in "$certificate" -noout -pubkey 2>/dev/null) || die 3 "no PEM certificate in $certificate"
[[ $(openssl pkey -in "$key" -passin pass: -pubout 2>/dev/null) == "$public" ]] ||
  die 3 "$key is not the key of $certificate, or has a pass phrase"
wanted=$(openssl x509 -in "$certificate" -noout -fingerprint -sha256)
prints() { # the fingerprints of all certificates in what is read
  local line one=''
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    [[ $line != '-----BEGIN '*CERTIFICATE----- ]] || one=''
    one+=$line$'\n'
    [[ $line != '-----END '*CERTIFICATE----- ]] || openssl x509 -noout -fingerprint -sha256 <<<"$one" || return 1
  done
}
holds() { # the keystore opens with the password, and holds the key, the certificate under its name, and the chain
  local leaf all line
  leaf=$(openssl pkcs12 -in "$output" -passin "file:$password_file" -clcerts -nokeys 2>/dev/null) || return 1
  [[ $(openssl x509 -noout -fingerprint -sha256 <<<"$leaf" 2>/dev/null) == "$wanted" ]] || return 1
  [[ $leaf =~ friendlyName:\ *([^$'\n']*) && ${BASH_REMATCH[1]} == "$alias" ]] || return 1
  [[ $(openssl pkcs12 -in "$output" -passin "file:$password_file" -nocerts -nodes 2>/dev/null | openssl pkey -pubout 2>/dev/null) == "$public" ]] || return 1
  all=$(openssl pkcs12 -in "$output" -passin "file:$password_file" -nokeys 2>/dev/null | prints) || return 1
  while IFS= read -r line; do
    [[ -z $line || $all == *"$line"* ]] || return 1
  done <<<"$links"
}
links=''
if [[ -n $chain ]]; then
  links=$(prints <"$chain") && [[ -n $links ]] || die 3 "no PEM certificates in $chain"
fi

if [[ -e $output || -L $output ]]; then
  holds || die 3 "$output exists with other content (certificate, key, chain or entry) or another password, and is not overwritten"
  printf 'nothing to do: %s holds all this already\n' "$output"
  exit 0
fi
[[ -d $(dirname -- "$output") ]] || die 3 "no such directory: $(dirname -- "$output")"
if $dry_run; then
  printf 'would create: %s with %s%s as %s\n' "$output" "$certificate" "${chain:+ and $chain}" "$alias"
  exit 0
fi
options=()
[[ -z $chain ]] || options=(-certfile "$chain")
umask 077
message=$(openssl pkcs12 -export -in "$certificate" -inkey "$key" -name "$alias" "${options[@]}" \
  -passout "file:$password_file" -out "$output" 2>&1 </dev/null) || {
  [[ ! -e $output ]] || printf 'note: it left a part of %s, which is of no use: remove it\n' "$output" >&2
  die 1 "openssl could not make it: ${message##*$'\n'}"
}
holds || die 1 "$output does not hold all that it should"
printf 'created: %s (entry %s), %s bytes\n' "$output" "$alias" "$(stat -c %s -- "$output")"
case $(openssl version) in
  'OpenSSL 0.'* | 'OpenSSL 1.'* | LibreSSL*) ;;
  *) printf 'note: it is encrypted with AES and SHA-256, which older readers do not read, and call the password wrong: Windows Server before 2019, Java 8 before update 301, older iPhones, Macs and Android phones. For these: openssl pkcs12 -export -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1 -in %q -inkey %q -name %s%s -passout file:%q -out OTHER.p12 (weak: give it a long password)\n' "$certificate" "$key" "$alias" "${chain:+ -certfile ${chain@Q}}" "$password_file" >&2 ;;
esac
