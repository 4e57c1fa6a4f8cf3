#!/usr/bin/env bash
# Check the key size and the signature algorithm of a certificate file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-key-strength --file FILE [--bits N]

Print the kind and size of the public key of the first certificate in a PEM file, and the
algorithm of its signature. Weak are RSA and DSA keys below a number of bits, elliptic curves
below 256 bits, and signatures with MD5 or SHA-1.

  --file FILE  PEM file with the certificate
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
text=$(LC_ALL=C openssl x509 -in "$file" -noout -text -nameopt RFC2253 2>/dev/null) || die 3 "no PEM certificate in $file"

kind=$(sed -n 's/^ *Public Key Algorithm: *//p' <<<"$text" | sed -n 1p)
size=$(sed -n -E 's/^ *(.* )?Public-Key: \(([0-9]+) bit.*/\2/p' <<<"$text" | sed -n 1p)
signature=$(sed -n 's/^ *Signature Algorithm: *//p' <<<"$text" | sed -n 1p)
if [[ $signature == rsassaPss* ]]; then # its hash stands on a line of its own
  hash=$(sed -n '/Signature Algorithm: *rsassaPss/,$s/^ *Hash Algorithm: *//p' <<<"$text" | sed -n 1p)
  [[ -n $hash ]] || die 1 "openssl does not tell the hash of the signature"
  signature="rsassaPss with ${hash%% *}"
fi
[[ -n $kind && -n $signature ]] || die 1 "openssl says nothing of key or signature of $file"
printf '%s: key %s%s, signature %s\n' "$file" "$kind" "${size:+ $size bit}" "$signature"

weak=()
case $kind in
  rsa* | RSA* | dsa*)
    [[ -n $size ]] || die 1 "openssl does not tell the size of the key"
    ((size >= bits)) || weak+=("the key has $size bits, fewer than $bits")
    ;;
  id-ecPublicKey)
    [[ -n $size ]] || die 1 "openssl does not tell the size of the key"
    ((size >= 256)) || weak+=("the curve has $size bits, fewer than 256")
    ;;
  ED25519 | ED448 | X25519 | X448) ;; # of one size each, and strong
  *) weak+=("the kind of key is not known to this script: $kind") ;;
esac
case ${signature,,} in
  *md2* | *md4* | *md5*) weak+=('the signature uses MD5 or older') ;;
  # A signature names the hash alone (ecdsa-with-SHA1, sha1WithRSA); sha1 is no part of sha128 or sha3.
  *sha1 | *sha1with* | dsawithsha*) weak+=('the signature uses SHA-1') ;;
esac
if ((${#weak[@]} > 0)); then
  printf 'WEAK: %s\n' "${weak[@]}"
  exit 1
fi
printf 'strong enough\n'
