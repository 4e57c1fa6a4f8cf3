#!/usr/bin/env bash
# Check the key size and the signature algorithm of a certificate file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-key-strength --file FILE [--bits N]

Print the kind and size of the public key of each certificate in a PEM file, and the algorithm of
its signature. Weak are RSA and DSA keys below a number of bits, elliptic curves below 256 bits, and
signatures with MD5 or SHA-1, but for that of a root at the end of a chain, which nobody verifies.

  --file FILE  PEM file with the certificate, or a chain
  --bits N     smallest RSA or DSA key that is accepted (default 2048)
  --help       show this text

Exit status: 0 strong enough, 1 weak, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-certificate-key-strength: %s\n' "$2" >&2
  exit "$1"
}

file='' bits=2048
while (($# > 0)); do
  case $1 in
    --file | --bits)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --bits) bits=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $file != -* ]] || file=./$file
{ [[ $bits =~ ^[0-9]{1,7}$ ]] && ((10#$bits >= 1024 && 10#$bits <= 16384)); } ||
  die 2 "--bits takes a whole number from 1024 to 16384, not '$bits'"
bits=$((10#$bits))
for tool in openssl sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file && -r $file ]] || die 3 "cannot read $file"
looked=0 weak=0
first() { sed -n -E "$1" <<<"$text" | sed -n 1p; }
judge() { # CERTIFICATE: looks at its key and signature
  local text kind size signature hash subject
  local -a faults=()
  looked=$((looked + 1))
  text=$(LC_ALL=C openssl x509 -noout -text -nameopt RFC2253 2>/dev/null <<<"$1") || die 3 "certificate $looked of $file cannot be read"
  kind=$(first 's/^ *Public Key Algorithm: *//p')
  size=$(first 's/^ *(.* )?Public-Key: \(([0-9]+) bit.*/\2/p')
  signature=$(first 's/^ *Signature Algorithm: *//p')
  if [[ $signature == rsassaPss* ]]; then # its hash stands on a line of its own
    hash=$(sed -n '/Signature Algorithm: *rsassaPss/,$s/^ *Hash Algorithm: *//p' <<<"$text" | sed -n 1p)
    [[ -n $hash ]] || die 1 "openssl does not tell the hash of the signature"
    signature="rsassaPss with ${hash%% *}"
  fi
  [[ -n $kind && -n $signature ]] || die 1 "openssl says nothing of key or signature of $file"
  subject=$(first 's/^ *Subject: *//p')
  printf '%s%s: key %s%s, signature %s\n' "$file" "$( ((looked == 1)) || printf ' (%s: %s)' "$looked" "$subject")" "$kind" "${size:+ $size bit}" "$signature"
  case $kind in
    rsa* | RSA* | dsa*)
      [[ -n $size ]] || die 1 "openssl does not tell the size of the key"
      ((size >= bits)) || faults+=("the key has $size bits, fewer than $bits")
      ;;
    id-ecPublicKey)
      [[ -n $size ]] || die 1 "openssl does not tell the size of the key"
      ((size >= 256)) || faults+=("the curve has $size bits, fewer than 256")
      ;;
    ED25519 | ED448 | X25519 | X448) ;; # of one size each, and strong
    *) faults+=("the kind of key is not known to this script: $kind") ;;
  esac
  # A root is trusted for being there, whatever it signed itself with.
  if ((looked > 1)) && [[ $subject == "$(first 's/^ *Issuer: *//p')" ]]; then signature=''; fi
  case ${signature,,} in
    *md2* | *md4* | *md5*) faults+=('the signature uses MD5 or older') ;;
    # A signature names the hash alone (ecdsa-with-SHA1, sha1WithRSA); sha1 is no part of sha128 or sha3.
    *sha1 | *sha1with* | dsawithsha*) faults+=('the signature uses SHA-1') ;;
  esac
  ((${#faults[@]} == 0)) || printf 'WEAK: %s\n' "${faults[@]}"
  weak=$((weak + ${#faults[@]}))
}
pem=''
while IFS= read -r line || [[ -n $line ]]; do
  if [[ $line == '-----BEGIN '*CERTIFICATE-----* ]]; then
    pem=$line$'\n'
  elif [[ -n $pem ]]; then
    pem+=$line$'\n'
  fi
  [[ -n $pem && $line == '-----END '*CERTIFICATE-----* ]] || continue
  judge "$pem"
  pem=''
done <"$file"
[[ -z $pem ]] || die 3 "certificate $((looked + 1)) of $file is cut off"
((looked > 0)) || die 3 "no PEM certificate in $file"
((weak == 0)) || exit 1
printf 'strong enough\n'
