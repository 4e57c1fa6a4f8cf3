#!/usr/bin/env bash
# Find the certificate files below a directory that expire soon.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-expiring-certificates [--directory DIR] [--days N]

Look at the files below a directory whose names end in .pem, .crt, .cer or .cert, and list those
with a certificate that has expired or will within some days, the most urgent first. Of a file with
several (a chain, a bundle of CAs) the one that expires first is named by its place. Files without
a certificate (keys, requests) are counted and passed over, and so are key stores (.jks, .p12, .pfx
and the like), which need a password; those that cannot be read are named. Other file systems, and
directories that are links, are not entered: they are named.

  --directory DIR  where to look, with everything below it (default /etc/ssl)
  --days N         tell those that have fewer days left (default 30)
  --help           show this text

Exit status: 0 none expires within that time, 1 some do, there is no certificate, or not all could be
searched, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-expiring-certificates: %s\n' "$2" >&2
  exit "$1"
}

directory=/etc/ssl days=30
while (($# > 0)); do
  case $1 in
    --directory | --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
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

{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 0 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 0 to 36500, not '$days'"
days=$((10#$days))
for tool in find openssl awk date sort stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
[[ $directory != -* ]] || directory=./$directory
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

ends_in() { # FILE: when each certificate in it ends, in seconds; nothing is asked for a pass phrase
  local ends
  ends=$(awk -v look='openssl x509 -noout -enddate 2>/dev/null' '
    /^-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/ { inside = 1 }
    inside { print | look }
    inside && /^-----END / { close(look); inside = 0 }' <"$1")
  [[ -n $ends ]] || ends=$(openssl x509 -inform DER -in "$1" -noout -enddate </dev/null 2>/dev/null) || return 0
  printf '%s\n' "${ends//notAfter=/}" | date -f - +%s
}

export LC_ALL=C.UTF-8
now=$(date +%s)
complete=true
mapfile -d '' -t files < <(
  find -H "$directory" -ignore_readdir_race -xdev \( -type f -o -type l \) \( -iname '*.pem' -o -iname '*.crt' -o -iname '*.cer' -o -iname '*.cert' \) -print0 &&
    printf 'complete\0'
)
if ((${#files[@]} > 0)) && [[ ${files[-1]} == complete ]]; then unset 'files[-1]'; else complete=false; fi

looked=0 passed=0 lines=()
for file in "${files[@]}"; do
  if [[ -f $file && ! -r $file ]]; then
    printf 'cannot read: %s\n' "$(shown "$file")" >&2
    complete=false
    continue
  fi
  ends=() # a fifo or a link to nowhere is passed over
  [[ ! -f $file ]] || mapfile -t ends < <(ends_in "$file")
  if ((${#ends[@]} == 0)); then
    passed=$((passed + 1))
    continue
  fi
  looked=$((looked + 1)) end=${ends[0]} place=1
  for at in "${!ends[@]}"; do
    if ((ends[at] < end)); then end=${ends[at]} place=$((at + 1)); fi
  done
  ((end - now < days * 86400)) || continue
  if ((end <= now)); then
    word="EXPIRED $(((now - end) / 86400)) days ago"
  else
    word="$(((end - now) / 86400)) days left"
  fi
  ((${#ends[@]} == 1)) || word+=", certificate $place of ${#ends[@]} in it"
  lines+=("$end $(date -u -d "@$end" +%F)  $word  $(shown "$file")")
done

if ((${#lines[@]} > 0)); then
  printf '%s\n' "${lines[@]}" | sort -n | cut -d ' ' -f 2-
fi
printf '%d of %d files below %s hold a certificate that expires within %d days; %d files hold no certificate; names other than .pem, .crt, .cer and .cert are passed over\n' "${#lines[@]}" "$looked" "$(shown "$directory")" "$days" "$passed"
mapfile -d '' -t stores < <(find -H "$directory" -xdev -type f \( -iname '*.jks' -o -iname '*.p12' -o -iname '*.pfx' -o -iname '*.keystore' -o -iname '*.truststore' \) -print0 2>/dev/null)
((${#stores[@]} == 0)) || printf 'not looked into: %d key stores, such as %s\n' "${#stores[@]}" "$(shown "${stores[0]}")" >&2
own=$(stat -L -c %d -- "$directory")
while IFS= read -r -d '' line; do
  [[ ${line%% *} == "$own" ]] || printf 'not entered: %s is another file system\n' "$(shown "${line#* }")" >&2
done < <(find -H "$directory" -xdev -mindepth 1 -type d -printf '%D %p\0' 2>/dev/null)
while IFS= read -r -d '' file; do
  printf 'not entered: %s is a link to a directory\n' "$(shown "$file")" >&2
done < <(find -H "$directory" -xdev -mindepth 1 -type l -xtype d -print0 2>/dev/null)
$complete || die 1 "not all of $directory could be searched"
((looked > 0)) || die 1 "there is no certificate below $directory"
((${#lines[@]} == 0)) || exit 1
