#!/usr/bin/env bash
. "$HARNESS"

copies() { find "$1" -name '*.bak' | wc -l; }
mkdir -p conf 'back ups'
printf 'listen 80\n' >'conf/web server.conf'
chmod 640 'conf/web server.conf'
touch -d '3 days ago' 'conf/web server.conf'

run --file 'conf/web server.conf' --dry-run
check 'a dry run changes nothing' test "$(copies .)" -eq 0
check 'a dry run names the copy' grep -qE 'would copy: .*/conf/web server.conf to .*/conf/web server.conf\.[0-9]{8}T[0-9]{6}Z\.bak$' <<<"$out"

run --file 'conf/web server.conf'
copy=$(find conf -name '*.bak')
check 'it succeeds' test "$status" -eq 0
check 'the copy lies beside the file and is the same' cmp 'conf/web server.conf' "$copy"
check 'the mode is kept' test "$(stat -c %a "$copy")" = 640
check 'the time is kept' test "$(stat -c %Y "$copy")" = "$(stat -c %Y 'conf/web server.conf')"
check 'the checksum is told' grep -q "$(sha256sum <'conf/web server.conf' | cut -d' ' -f1)" <<<"$out"

run --file 'conf/web server.conf'
check 'a second run makes no second copy' bash -c '[ "$1" -eq 0 ] && grep -q "^backed up already" <<<"$2"' _ "$status" "$out"
check 'there is one copy' test "$(copies conf)" -eq 1
printf 'listen 81\n' >'conf/web server.conf'
mv "$copy" 'conf/web server.conf.20200101T000000Z.bak'
run --file 'conf/web server.conf'
check 'a changed file is copied again' test "$(copies conf)" -eq 2
check 'the former copy stays' grep -q 'listen 80' 'conf/web server.conf.20200101T000000Z.bak'
check 'nothing else is left behind' test "$(find conf -type f | wc -l)" -eq 3

run --file 'conf/web server.conf' --directory 'back ups'
check 'the copy goes to the directory' test "$(copies 'back ups')" -eq 1
mkdir -p etc/NetworkManager/dispatcher.d etc/letsencrypt/renewal-hooks/deploy && touch etc/NetworkManager/dispatcher.d/20-vpn etc/letsencrypt/renewal-hooks/deploy/reload
mkdir -p etc/kubernetes/manifests etc/cron.d etc/NetworkManager/system-connections etc/pod-manifests; echo net >etc/NetworkManager/system-connections/lan; echo pod >etc/pod-manifests/etcd.yaml; echo pod >etc/kubernetes/manifests/api.yaml; echo job >etc/cron.d/job; ln -s etc/cron.d jobs
mkdir -p etc/monit/conf.d etc/monit/conf-enabled etc/monit.d etc/incron.d; for it in etc/monit/conf.d/mail etc/monit/conf-enabled/mail etc/monit.d/mail etc/incron.d/watch; do echo x >"$it"; done
for it in etc/monit/conf.d/mail etc/monit/conf-enabled/mail etc/monit.d/mail etc/incron.d/watch etc/NetworkManager/dispatcher.d/20-vpn etc/letsencrypt/renewal-hooks/deploy/reload etc/kubernetes/manifests/api.yaml etc/cron.d/job etc/NetworkManager/system-connections/lan etc/pod-manifests/etcd.yaml; do
  run --file $it
  check "a directory of which every file is read gets no copy: $it" test "$status:$(copies etc)" = 3:0
done
check 'and the reason is told' grep -q 'name another place by --directory' <<<"$err"
echo y >plain
run --file plain --directory jobs
check 'not by a link either' test "$status:$(copies etc)" = 3:0
run --file etc/cron.d/job --directory 'back ups'
check 'another place does' test "$status:$(copies 'back ups')" = 0:2
mkdir -p releases/7; echo z >releases/7/app.yml; ln -s releases/7 current
run --file current/app.yml
check 'where a link leads is told' bash -c '[ "$1" -eq 0 ] && grep -q "note: links lead to .*/releases/7/app.yml" <<<"$2"' _ "$status" "$err"
run --file releases/7/app.yml
check 'without a link nothing is' test "$(grep -c 'links lead' <<<"$err")" -eq 0
chmod 600 releases/7/app.yml; mv releases/7/*.bak releases/7/app.yml.20200101T000000Z.bak
run --file releases/7/app.yml
check 'a copy with another mode is none' test "$(copies releases)" -eq 2
mkdir named; echo n >named/app.yml; cp -p named/app.yml named/app.yml.old.bak
run --file named/app.yml
check 'a copy whose name tells no time is none' test "$status:$(copies named)" = 0:2
mkdir memory 'memory/of it'
stub stat <<'BODY'
if [ "$1" = -f ]; then echo tmpfs; else PATH=${PATH#*:} stat "$@"; fi
BODY
run --file plain --directory 'memory/of it'
check 'a place in memory is told' test "$status:$err" = '0:note: ./memory/of it/ lies in memory, and the copy is gone after a restart'
rm .stubs/stat

# Root may read and write everywhere, so these are run by a user who may not.
if [ "$(id -u)" != 0 ] || setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
  bash_=$(type -P bash)
  stub bash <<<"if [ \"\$(id -u)\" = 0 ]; then exec setpriv --reuid 65534 --clear-groups '$bash_' \"\$@\"; else exec '$bash_' \"\$@\"; fi"
  hash -r
  mkdir -m 777 anyones; mkdir -m 555 full; echo secret >hidden; chmod 000 hidden; chmod 644 plain
  run --file hidden --directory anyones
  check 'a file that cannot be read is refused' test "$status:$err" = '3:back-up-file: cannot read hidden'
  check 'nothing is made of it' test -z "$(ls -A anyones)"
  run --file plain --directory full
  check 'a directory that cannot be written is refused' test "$status:$(grep -c 'no permission to write in ./full/$' <<<"$err")" = 3:1
  rm .stubs/bash; hash -r; chmod 755 full; chmod 600 hidden
fi

# Within one second, the names are the same.
mkdir same
stub date <<<'echo 20261129T083000Z'
taken=same/plain.20261129T083000Z.bak
printf 'kept\n' >"$taken"
run --file plain --directory same
check 'a copy of that name with other contents stays' test "$status:$(cat same/*)" = 1:kept
check 'and why is told' grep -q 'exists with other contents, try again in a second$' <<<"$err"
rm "$taken"; ln -s nowhere "$taken"
run --file plain --directory same
check 'a link that leads nowhere stays, too' test "$status:$(readlink "$taken"):$(ls same | wc -l)" = 1:nowhere:1
rm "$taken"
stub mktemp <<<'echo "mktemp: failed to create file via template: No space left on device" >&2; exit 1'
run --file plain --directory same
check 'no room for a copy is a failure' test "$status:$(grep -c 'could not make a file in ./same/$' <<<"$err"):$(ls same)" = 1:1:
rm .stubs/mktemp
stub mv <<<'printf "of another\n" >"${!#}"' # the name is taken in the last moment, and with -n it stays so
run --file plain --directory same
check 'a copy that does not get its name is a failure' test "$status" -eq 1
check 'what has the name is kept, and nothing else is left' test "$(cat same/*)" = 'of another'
rm "$taken"
stub mv <<<'PATH=${PATH#*:} mv "$@" && printf "damaged\n" >"${!#}"'
run --file plain --directory same
check 'a copy that is another by the time it has its name is a failure' test "$status:$(grep -c 'could not give the copy its name' <<<"$err")" = 1:1
rm "$taken" .stubs/mv .stubs/date
printf 'x\n' >./-dash
run --file -dash
check 'a leading dash is no option' test -f ./-dash.*.bak

stub cp <<'BODY'
printf 'damaged\n' >"${*: -1}"
BODY
printf 'y\n' >other
run --file other
check 'a damaged copy is a failure' test "$status" -eq 1
check 'and is not kept' test -z "$(find . -name 'other.*')"

run --file conf/nowhere
check 'a missing file is refused' test "$status:$err" = '3:back-up-file: no such file: conf/nowhere'
run --file conf
check 'a directory is no file' test "$status:$err" = '3:back-up-file: not a regular file: conf'
printf 'x\n' >$'two\nlines'
run --file $'two\nlines'
check 'a newline in the name is refused' test "$status:$(find . -name 'two*' | wc -l)" = 3:2
run --file other --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --file other --directory ''
check 'an empty directory is wrong usage' test "$status" -eq 2
run
check 'no file is refused' test "$status" -eq 2
run --file other --compress
check 'an unknown argument is refused' test "$status" -eq 2
run --file '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
finish
