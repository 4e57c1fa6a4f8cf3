#!/usr/bin/env bash
# Check whether any certificate in a PEM file has expired or will within some days.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-certificate-expiry-file --file FILE [--days N]

Print for each certificate in a PEM file its subject, its last day and the days left. Anything
else in the file, such as a private key, is passed over.

  --file FILE  certificate in PEM form; a chain is checked link by link
  --days N     warn when fewer days than this are left (default 30)
  --help       show this text

Exit status: 0 all are valid for longer, 1 one expires soon, has expired or is not valid yet, 2 wrong usage, 3 a precondition fails (no readable certificate).
EOF
}

die() {
  printf 'check-certificate-expiry-file: %s\n' "$2" >&2
  exit "$1"
}

file='' days=30
while (($# > 0)); do
  case $1 in
    --file | --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --days) days=$2 ;;
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
[[ $days =~ ^[0-9]{1,5}$ ]] || die 2 "--days takes a whole number, not '$days'"
days=$((10#$days))
command -v openssl >/dev/null || die 3 "openssl is not installed"
[[ -f $file && -r $file ]] || die 3 "no readable file: $file"
export LC_ALL=C
now=$(date +%s)
report() { # CERTIFICATE: say when it expires; 0 fine, 1 soon, expired or not valid yet, 3 unreadable
  local text subject begin end left
  text=$(openssl x509 -noout -subject -startdate -enddate 2>/dev/null <<<"$1") || return 3
  subject=$(sed -n 's/^subject= *//p' <<<"$text")
  begin=$(date -d "$(sed -n 's/^notBefore=//p' <<<"$text")" +%s) || return 3
  end=$(date -d "$(sed -n 's/^notAfter=//p' <<<"$text")" +%s) || return 3
  left=$(((end - now) / 86400))
  if ((end <= now)); then
    printf 'EXPIRED %s, %d days ago: %s\n' "$(date -u -d "@$end" +%F)" "$((-left))" "$subject"
    return 1
  elif ((begin > now)); then
    printf 'NOT VALID YET, until %s: %s\n' "$(date -u -d "@$begin" +%F)" "$subject"
    return 1
  elif ((end - now < days * 86400)); then
    printf 'EXPIRES SOON %s, %d days left: %s\n' "$(date -u -d "@$end" +%F)" "$left" "$subject"
    return 1
  fi
  printf 'ok until %s, %d days left: %s\n' "$(date -u -d "@$end" +%F)" "$left" "$subject"
}
# openssl x509 reads only the first certificate of a file; /tmp may be full, so none goes there.
pem='' checked=0 worst=0
while IFS= read -r line || [[ -n $line ]]; do
  if [[ $line == '-----BEGIN '*CERTIFICATE-----* ]]; then
    pem=$line$'\n' checked=$((checked + 1))
  elif [[ -n $pem ]]; then
    pem+=$line$'\n'
  fi
  [[ -n $pem && $line == '-----END '*CERTIFICATE-----* ]] || continue
  rc=0
  report "$pem" || rc=$?
  ((rc != 3)) || die 3 "certificate $checked of $file cannot be read"
  ((rc == 0)) || worst=1
  pem=''
done <"$file"
((checked > 0)) || die 3 "no PEM certificate in $file"
[[ -z $pem ]] || die 3 "certificate $checked of $file is cut off"
printf '%d certificate(s) checked in %s\n' "$checked" "$file"
exit "$worst"
