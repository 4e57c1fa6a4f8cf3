#!/usr/bin/env bash
# Check whether a certificate was made for a private key, by comparing their public keys.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-matches-key --certificate FILE --key FILE

Compare the public key in a certificate with that of a private key. Works for RSA, EC and
Ed25519 alike. The key itself is never printed; a warning is given when others may read its
file. An encrypted key is refused rather than asked a passphrase for.

  --certificate FILE  certificate in PEM form; of a chain, the first counts, as it does for servers;
                      where the key belongs to another one, that is told
  --key FILE          private key in PEM form, not encrypted
  --help              show this text

Exit status: 0 they belong together, 1 they do not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-certificate-matches-key: %s\n' "$2" >&2
  exit "$1"
}

certificate='' key=''
while (($# > 0)); do
  case $1 in
    --certificate | --key)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --certificate) certificate=$2 ;;
        --key) key=$2 ;;
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

[[ -n $certificate ]] || die 2 "--certificate is required (see --help)"
[[ -n $key ]] || die 2 "--key is required (see --help)"
command -v openssl >/dev/null || die 3 "openssl is not installed"
for file in "$certificate" "$key"; do
  [[ -f $file && -r $file ]] || die 3 "no readable file: $file"
done

# An EC key may be written in several ways (explicit parameters, a compressed point); openssl ec refuses the other kinds.
usual() { printf '%s\n' "$1" | openssl ec -pubin -pubout -param_enc named_curve -conv_form uncompressed 2>/dev/null || printf '%s\n' "$1"; }
# An empty passphrase makes openssl fail on an encrypted key instead of asking for one.
of_certificate=$(openssl x509 -in "$certificate" -noout -pubkey 2>/dev/null) ||
  die 3 "not a PEM certificate: $certificate"
if ! of_key=$(openssl pkey -in "$key" -passin pass: -pubout 2>/dev/null); then
  if grep -qE -e '^-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED' <"$key"; then
    die 3 "the private key is encrypted: $key"
  fi
  die 3 "not a PEM private key: $key"
fi
[[ -n $of_certificate && -n $of_key ]] || die 3 "a public key is empty"
of_certificate=$(usual "$of_certificate") of_key=$(usual "$of_key")

mode=$(stat -L -c %a -- "$key")
(((8#$mode & 8#007) == 0)) || printf 'warning: everybody on this host may use %s (mode %s)\n' "$key" "$mode" >&2

fingerprint() { printf '%s\n' "$1" | openssl pkey -pubin -outform DER | openssl dgst -sha256 -r | cut -c1-32; }
mark=$(fingerprint "$of_certificate") || die 1 "openssl cannot read the public key of $certificate"
printf 'certificate %s: public key %s\n' "$certificate" "$mark"
mark=$(fingerprint "$of_key") || die 1 "openssl cannot read the public key of $key"
printf 'private key %s: public key %s\n' "$key" "$mark"
if [[ $of_certificate == "$of_key" ]]; then
  printf 'match: they belong together\n'
else
  count=0 one=''
  while IFS= read -r line || [[ -n $line ]]; do
    [[ $line != '-----BEGIN '*CERTIFICATE-----* ]] || one=''
    one+=$line$'\n'
    [[ $line == '-----END '*CERTIFICATE-----* ]] || continue
    count=$((count + 1))
    if [[ $(usual "$(printf '%s' "$one" | openssl x509 -noout -pubkey 2>/dev/null)") == "$of_key" ]]; then
      printf 'MISMATCH: certificate %d of %s was made for this key, but a server takes the first one and refuses it with this key: put the certificate of the server before those of the authorities\n' "$count" "$certificate"
      exit 1
    fi
  done <"$certificate"
  printf 'MISMATCH: the certificate was not made for this key\n'
  exit 1
fi
