# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
files() { [[ $(cd /tmp/new && find bundle -type f | LC_ALL=C sort | xargs) == 'bundle/etc/app/app.conf bundle/etc/app/conf.d/.env bundle/work/log/app.log' ]]; }
masked() { cmp -s /tmp/new/bundle/etc/app/app.conf <(printf 'host = db\npassword = ***\nport=1\n'); }
mkdir /tmp/new
check "the exit status is 0" test "$STATUS" -eq 0
check "the archive can be unpacked" tar -xzf out/bundle.tar.gz -C /tmp/new
check "it has exactly what is listed" files
check "a password is masked, the rest stays" masked
check "a token in a hidden file is masked" cmp -s /tmp/new/bundle/etc/app/conf.d/.env <(printf 'API_TOKEN=***\nDEBUG=1\n')
check "the archive has mode 0600" test "$(stat -c %a out/bundle.tar.gz)" = 600
check "the files on the host stay" grep -qx 'password = hunter2' etc/app/app.conf
check "nothing else is left in the folder" test "$(find out -mindepth 1 | wc -l)" -eq 1
finish
