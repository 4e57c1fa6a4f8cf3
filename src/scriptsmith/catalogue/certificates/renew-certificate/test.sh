#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

real=$(command -v openssl)
mkdir -p 'le dir/live/www' 'le dir/renewal'; le="$PWD/le dir"; : >'le dir/renewal/www.conf'
issue() { # DAYS: a certificate of another serial number with its key
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=www -days "$1" -keyout "$2/privkey.pem" -out "$2/fullchain.pem" 2>/dev/null
}
mkdir new short; issue 60 new; issue 20 "$le/live/www"; cp -r "$le/live/www" old
openssl x509 -in new/fullchain.pem -signkey new/privkey.pem -days 0 -out short/fullchain.pem 2>/dev/null; cp new/privkey.pem short
stub systemctl <<'EOF'
case "$*" in
  'is-active -- nginx' | 'is-active --quiet -- nginx') [[ ! -e stopped ]] || { echo inactive; exit 3; } ;;
  'show --property=CanReload -- nginx') if [[ -e rigid ]]; then echo CanReload=no; else echo CanReload=yes; fi ;;
  'reload -- nginx') [[ ! -e deaf ]] || exit 1; [[ ! -e dies ]] || touch stopped ;;
  *) echo inactive; exit 3 ;;
esac
EOF
cp .stubs/systemctl .stubs/systemctl.first
stub certbot <<'EOF'
[[ "$1 $2 $3 $4 $5" == "renew --config-dir $PWD/le dir --cert-name www" && "$6 $7 $8 $#" == '--force-renewal --non-interactive --no-random-sleep-on-renew 8' ]] || { echo 'certbot: error: unrecognized arguments' >&2; exit 2; }
[[ ! -e limited ]] || { printf 'too many\ncertificates' >&2; exit 1; }
[[ ! -e idle ]] || { echo 'No renewals were attempted.'; exit; }
from=new; [[ ! -e brief ]] || from=short
cp $from/*.pem "le dir/live/www/"
[[ ! -e mixed ]] || cp old/privkey.pem 'le dir/live/www/'
[[ ! -e ruined ]] || echo x >'le dir/live/www/fullchain.pem'
EOF
stub sleep <<<'exit 0'
fresh() { rm -f rigid limited idle brief mixed ruined deaf dies stopped; cp old/*.pem "$le/live/www/"; : >"$STUB_LOG"; }
on() { run --name www --service nginx --config-directory "$le" "$@"; }
failed() { local words=$1; shift; refused 1 "$words" --name www --service nginx --config-directory "$le" "$@"; }
on --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would renew: www, and reload nginx'
check 'a dry run renews nothing' test -z "$(calls '^certbot')"
on
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:reloaded: nginx'
check 'that nobody looked at what is served is told' grep -qx 'note: what nginx serves was not looked at (see --connect)' <<<"$out"
check 'until when is told' grep -q "^renewed: www, valid until $(openssl x509 -in new/fullchain.pem -noout -enddate | cut -d= -f2)" <<<"$out"
check 'the service is reloaded' test -n "$(calls '^systemctl reload -- nginx')"
: >"$STUB_LOG"; on
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to renew: www has 30 days' <<<"$out"):$(calls 'certbot|reload')" = 0:1:
check 'but that nobody looked at what is served is told' grep -q '^note: what nginx serves was not looked at .* it may need a reload' <<<"$out"
fresh; on --days 019 --dry-run
check 'with as many days it is not due' grep -q '^nothing to renew' <<<"$out"
on --days 9999
check 'but with more it is' test "$status" -eq 0
fresh; touch limited
failed 'could not renew www: too many certificates'
fresh; touch idle
failed 'has not renewed www: No renewals'
check 'and reloads nothing' test -z "$(calls reload)"
fresh; touch brief
failed 'not valid for even a day'
fresh; touch mixed
failed 'do not belong together'
fresh; touch ruined
failed 'not a certificate any more'
fresh; touch deaf
failed 'could not be reloaded'
fresh; touch dies
failed 'does not run any more'
stub openssl <<EOF
if [[ \$1 != s_client ]]; then exec $real "\$@"; fi
[[ "\$2 \$3 \$4 \$5" == '-connect [::1]:443 -servername www' ]] || exit 1
cat served
EOF
fresh; cp old/fullchain.pem served
failed 'but [::1]:443 serves serial=' --connect '[::1]:443'
check 'it asks for ten seconds' test "$(calls s_client | wc -l):$(calls '^sleep 1' | wc -l)" = 10:10
fresh; cp new/fullchain.pem served; on --connect '[::1]:443'
check 'the new one that is served is told' grep -qx 'served: by \[::1\]:443' <<<"$out"
check 'at the first look' test "$(calls s_client | wc -l)" -eq 1
: >"$STUB_LOG"; on --connect '[::1]:443'
check 'one that is not due and is served needs no reload' test "$status:$(tail -n 1 <<<"$out"):$(calls 'certbot|reload')" = '0:served: by [::1]:443:'
cp old/fullchain.pem served; on --connect '[::1]:443' --dry-run
check 'a dry run reloads nothing' test "$status:$(tail -n 1 <<<"$out"):$(calls 'certbot|reload')" = '0:would reload: nginx:'
stub systemctl <<'EOF'
case "$*" in
  'show --property=CanReload -- nginx') echo CanReload=yes ;;
  'reload -- nginx') cp new/fullchain.pem served ;;
esac
EOF
on --connect '[::1]:443'
check 'one that is not due and not served is loaded' test "$status:$(tail -n 1 <<<"$out"):$(calls '^certbot'):$(calls reload | wc -l)" = '0:reloaded: nginx::1'
check 'and why is told' grep -q '^but \[::1\]:443 serves another one, serial=' <<<"$out"
stub systemctl <<<'echo CanReload=yes'
cp old/fullchain.pem served; failed 'is not due and nginx reloaded, but [::1]:443 serves serial=' --connect '[::1]:443'
: >served; failed '[::1]:443 serves no certificate' --connect '[::1]:443'
mv .stubs/systemctl.first .stubs/systemctl
openssl req -x509 -key new/privkey.pem -subj /CN=x -days 60 -addext 'subjectAltName=IP:192.0.2.1,DNS:*.shop.example.org,DNS:shop.example.org' -out named.pem 2>/dev/null
mv new/fullchain.pem plain.pem; cp named.pem new/fullchain.pem; cp named.pem served
stub openssl <<EOF
if [[ \$1 != s_client ]]; then exec $real "\$@"; fi
echo "asked \$5" >>"\$STUB_LOG"; cat served
EOF
fresh; on --connect 192.0.2.1:443
check 'the server name is one of the certificate' test "$status:$(calls '^asked')" = '0:asked www.shop.example.org'
fresh; on --connect shop.example.org:443
check 'that of the address where it is one' test "$status:$(calls '^asked')" = '0:asked shop.example.org'
stub openssl <<EOF
if [[ \$1 != s_client ]]; then exec $real "\$@"; fi
echo "asked \$*" >>"\$STUB_LOG"; cat served
EOF
for pair in 25:smtp 587:smtp 143:imap 110:pop3 389:ldap 5432:postgres; do
  fresh; on --connect shop.example.org:${pair%:*}
  check "STARTTLS is spoken on port ${pair%:*}" test "$status:$(calls '^asked')" = "0:asked s_client -connect shop.example.org:${pair%:*} -starttls ${pair#*:} -servername shop.example.org"
done
mv plain.pem new/fullchain.pem
fresh; touch rigid
refused 3 'nginx cannot be reloaded' --name www --service nginx --config-directory "$le"
check 'and nothing is renewed for it' test -z "$(calls '^certbot')"
fresh; touch stopped
refused 3 'nginx does not run (inactive)' --name www --service nginx --config-directory "$le"
rm stopped; refused 3 'no certificate other' --name other --service nginx --config-directory "$le"
for it in live/www/privkey.pem renewal/www.conf live/www/fullchain.pem; do
  mv "$le/$it" kept; refused 3 'no certificate www' --name www --service nginx --config-directory "$le"; mv kept "$le/$it"
done
echo x >"$le/live/www/fullchain.pem"
refused 3 'not a certificate' --name www --service nginx --config-directory "$le"
refused 2 '--name is required' --service nginx
refused 2 '--service is required' --name www
refused 2 '--name takes' --service nginx --name 'a..b'
refused 2 '--name takes' --service nginx --name '$(touch pwned)'
refused 2 '--service takes' --name www --service '-x'
refused 2 '--days takes' --name www --service nginx --days 0
refused 2 '--connect takes' --name www --service nginx --connect 'x:1; touch pwned'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name www --service nginx >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
