#!/usr/bin/env bash
# Verify a certificate file against a CA file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-certificate-against-ca --certificate FILE --ca FILE [--chain FILE]

Check that the first certificate of a PEM file was signed by a CA of the CA file, over the
intermediate certificates that follow it there (as in fullchain.pem) or stand in a chain file, and
that all of them are within their dates. Only the CAs of the file are trusted, not those of the machine. Neither names nor
revocation are judged.

  --certificate FILE  PEM file with the certificate
  --ca FILE           PEM file with the CA certificates to trust
  --chain FILE        PEM file with intermediate certificates (default: none)
  --help              show this text

Exit status: 0 it verifies, 1 it does not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'verify-certificate-against-ca: %s\n' "$2" >&2
  exit "$1"
}

certificate='' ca='' chain=''
while (($# > 0)); do
  case $1 in
    --certificate | --ca | --chain)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --certificate) certificate=$2 ;;
        --ca) ca=$2 ;;
        --chain) chain=$2 ;;
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
[[ -n $ca ]] || die 2 "--ca is required (see --help)"
[[ $certificate != -* ]] || certificate=./$certificate
[[ $ca != -* ]] || ca=./$ca
[[ $chain != -* ]] || chain=./$chain
command -v openssl >/dev/null || die 3 "openssl is not installed"
for file in "$certificate" "$ca" ${chain:+"$chain"}; do
  [[ -f $file && -r $file ]] || die 3 "cannot read $file"
  openssl x509 -in "$file" -noout 2>/dev/null || die 3 "no PEM certificate in $file"
done
# The CAs of the machine would make a certificate pass that the file does not vouch for.
export SSL_CERT_FILE=/dev/null SSL_CERT_DIR=/dev/null LC_ALL=C

options=(-CAfile "$ca" -untrusted "$certificate")
[[ -z $chain ]] || options+=(-untrusted "$chain")
rc=0
answer=$(openssl verify "${options[@]}" -- "$certificate" 2>&1) || rc=$?
openssl x509 -in "$certificate" -noout -subject -issuer -nameopt RFC2253
if ((rc == 0)) && [[ $answer == *': OK' ]]; then
  printf 'verified: signed by a CA of %s\n' "$ca"
  exit 0
fi
reason=$(sed -n -E 's/^error ([0-9]+) at ([0-9]+) depth lookup: *(.*)$/\3 (error \1, depth \2)/p' <<<"$answer" | sed -n 1p)
printf 'NOT verified: %s\n' "${reason:-${answer##*$'\n'}}"
[[ $reason != *'get issuer'* ]] || printf 'the CA file must hold the root, too: a CA that another one signed is not enough\n'
[[ $reason != *'local issuer'* ]] || [[ -n $chain ]] ||
  printf 'its issuer is not in the CA file; an intermediate may be missing, see --chain\n'
exit 1
