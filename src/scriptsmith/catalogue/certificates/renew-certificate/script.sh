#!/usr/bin/env bash
# Renew one certificate that certbot manages, and have a service load it.
#
# Undo: none is needed: the former certificate stays valid, and lies in archive/NAME below the
# configuration.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: renew-certificate --name NAME --service SERVICE [--days N] [--connect HOST:PORT]
       [--config-directory DIR] [--dry-run]

Renew the certificate of this name (certbot certificates lists them) when it has fewer than --days
days left; --days 9999 renews it in any case, which counts against the limits of the authority.
Afterwards it is checked that the file is another one, valid for a day at least, and that the key
belongs to it; then the service is reloaded, and what it serves is looked at when --connect says
where. One that is not due, but not served there, was renewed without a reload: the service is
reloaded then. On the ports of mail, LDAP and PostgreSQL STARTTLS is spoken. A service with a copy of its own, such as haproxy or postfix may have, needs a deploy
hook of certbot.

  --name NAME             name of the certificate
  --service SERVICE       systemd unit to reload, such as nginx
  --days N                renew when fewer days are left (default 30)
  --connect HOST:PORT     HOST:PORT where the service must serve the new one
  --config-directory DIR  where certbot keeps its certificates (default /etc/letsencrypt)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 renewed and reloaded (or not due yet), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'renew-certificate: %s\n' "$2" >&2
  exit "$1"
}

name='' service='' days=30 connect='' config_directory=/etc/letsencrypt dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --service | --days | --connect | --config-directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --service) service=$2 ;;
        --days) days=$2 ;;
        --connect) connect=$2 ;;
        --config-directory) config_directory=$2 ;;
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
[[ -n $service ]] || die 2 "--service is required (see --help)"
[[ $name =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,250}$ && $name != *..* ]] || die 2 "--name takes the name of a certificate, not '$name'"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
[[ $days =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--days takes a whole number above 0, not '$days'"
days=$((10#$days))
[[ -z $connect || $connect =~ ^([A-Za-z0-9_.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}$ ]] || die 2 "--connect takes HOST:PORT, not '$connect'"
[[ $config_directory != -* ]] || config_directory=./$config_directory
for tool in certbot openssl systemctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
live=${config_directory%/}/live/$name
[[ -r $live/fullchain.pem && -r $live/privkey.pem && -r ${config_directory%/}/renewal/$name.conf ]] || die 3 "certbot has no certificate $name in $config_directory (run as root)"
state=$(systemctl is-active -- "$service") || die 3 "service $service does not run (${state:-unknown})"

serial() { openssl x509 -in "$live/fullchain.pem" -noout -serial; }
ends() { openssl x509 -in "$live/fullchain.pem" -noout -enddate | cut -d= -f2; }
before=$(serial) || die 3 "not a certificate: $live/fullchain.pem"
until=$(ends) || die 3 "not a certificate: $live/fullchain.pem"
printf '%s: valid until %s\n' "$name" "$until"
served() { # the serial number of what is served at $connect
  local hosts host tls
  # The name of the certificate in certbot need not be one of a host: www.example.org-0001.
  hosts=$(openssl x509 -in "$live/fullchain.pem" -noout -text | grep -oE 'DNS:[^, ]+' | cut -d: -f2) || hosts=$name
  host=${hosts%%$'\n'*} host=${host/#\*/www}
  ! grep -qxF -- "${connect%:*}" <<<"$hosts" || host=${connect%:*}
  case ${connect##*:} in
    25 | 587) tls=(-starttls smtp) ;;
    110) tls=(-starttls pop3) ;;
    143) tls=(-starttls imap) ;;
    389) tls=(-starttls ldap) ;;
    5432) tls=(-starttls postgres) ;;
    *) tls=() ;;
  esac
  timeout 10 openssl s_client -connect "$connect" ${tls[@]+"${tls[@]}"} -servername "$host" </dev/null 2>/dev/null | openssl x509 -noout -serial 2>/dev/null
}
due=true what='the certificate is renewed'
if openssl x509 -in "$live/fullchain.pem" -noout -checkend $((days * 86400)) >/dev/null; then
  printf 'nothing to renew: %s has %d days left or more\n' "$name" "$days"
  served=$before said="note: what $service serves was not looked at (see --connect); it may need a reload to serve this one"
  if [[ -n $connect ]]; then
    served=$(served) || die 1 "$connect serves no certificate"
    said="served: by $connect"
  fi
  if [[ $served == "$before" ]]; then
    printf '%s\n' "$said"
    exit 0
  fi
  printf 'but %s serves another one, %s\n' "$connect" "$served"
  due=false what='the certificate is not due'
fi
[[ $(systemctl show --property=CanReload -- "$service") == CanReload=yes ]] || die 3 "$service cannot be reloaded: renew with certbot, and restart it"
if $dry_run; then
  if $due; then printf 'would renew: %s, and reload %s\n' "$name" "$service"; else printf 'would reload: %s\n' "$service"; fi
  exit 0
fi
after=$before
if $due; then
  said=$(timeout 600 certbot renew --config-dir "$config_directory" --cert-name "$name" --force-renewal --non-interactive --no-random-sleep-on-renew 2>&1 </dev/null) ||
    die 1 "certbot could not renew $name: ${said//$'\n'/ }"
  # certbot ends with 0, too, when it has renewed nothing.
  after=$(serial) || die 1 "not a certificate any more: $live/fullchain.pem"
  [[ $after != "$before" ]] || die 1 "certbot has not renewed $name: ${said//$'\n'/ }"
  openssl x509 -in "$live/fullchain.pem" -noout -checkend 86400 >/dev/null || die 1 "the new certificate is not valid for even a day"
  [[ $(openssl x509 -in "$live/fullchain.pem" -noout -pubkey) == "$(openssl pkey -in "$live/privkey.pem" -pubout 2>/dev/null)" ]] || die 1 "the new certificate and $live/privkey.pem do not belong together"
  printf 'renewed: %s, valid until %s\n' "$name" "$(ends)"
fi
timeout 120 systemctl reload -- "$service" || die 1 "$what, but $service could not be reloaded"
systemctl is-active --quiet -- "$service" || die 1 "$what, and $service does not run any more"
if [[ -n $connect ]]; then
  served=''
  for ((waited = 0; waited < 10; waited++)); do
    served=$(served) || served=''
    [[ $served != "$after" ]] || break
    sleep 1
  done
  [[ $served == "$after" ]] || die 1 "$what and $service reloaded, but $connect serves ${served:-none}"
  printf 'served: by %s\n' "$connect"
else
  printf 'note: what %s serves was not looked at (see --connect)\n' "$service"
fi
printf 'reloaded: %s\n' "$service"
