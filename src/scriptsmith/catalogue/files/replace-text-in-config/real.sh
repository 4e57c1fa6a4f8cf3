#!/usr/bin/env bash
# packages: coreutils diffutils acl passwd sudo nginx-light
. "$HARNESS"
ran_on coreutils "$(dpkg-query --show --showformat '${Version}' coreutils)"
useradd app
mkdir -p /srv/conf && mount -t tmpfs conf /srv/conf
mkdir /srv/conf/real
file='/srv/conf/real/my app.conf'
printf 'port = 80\nurl = http://x:80/a&b\\1\nother = 8080\nlast line without an end' >"$file"
chown app:app "$file" && chmod 640 "$file" && setfacl -m u:nobody:r "$file"
ln -s "real/my app.conf" /srv/conf/link
attributes() { getfacl --absolute-names "$file"; }
was=$(attributes)
cp "$file" /run/first
run --file "$file" --old 'port = 80' --new 'port = 81' --dry-run
check 'a dry run changes nothing' test "$status:$(cmp "$file" /run/first):$(find /srv/conf/real -type f | wc -l)" = 0::1
run --file /srv/conf/link --old 'http://x:80/a&b\1' --new 'https://[y]/*?&\0$(id)'
check 'it succeeds' test "$status" -eq 0
check 'the text is replaced, and no character of it is special' grep -qxF 'url = https://[y]/*?&\0$(id)' "$file"
check 'nothing else is changed' test "$(diff /run/first "$file" | grep -c '^[<>]')" -eq 2
check 'owner, mode and access list stay' test "$(attributes)" = "$was"
check 'the link is one still' test -L /srv/conf/link
backup=$(sed -n 's/^backup: //p' <<<"$out")
check 'the former file is kept, as readable as it was' bash -c 'cmp "$1" /run/first && [ "$(stat -c "%U %a" "$1")" = "app 640" ]' _ "$backup"
run --file "$file" --old 'http://x:80/a&b\1' --new 'https://[y]/*?&\0$(id)'
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
mv -- "$backup" "$file"
check 'the backup put back is the first file' cmp "$file" /run/first
run --file "$file" --old 80 --new 8080
check 'what is there already is not replaced again' test "$(grep -c -e '^port = 8080$' -e ':8080/' -e '^other = 8080$' "$file")" -eq 3
run --file "$file" --old 'not there' --new 'anything'
check 'a text that is not there is refused' test "$status" -eq 3
printf 'a 10.0.0.5\nb 10.0.0.51\n' >/srv/conf/addresses && sum=$(sha256sum <"/srv/conf/addresses")
run --file /srv/conf/addresses --old 10.0.0.5 --new 10.0.0.9
check 'another address that begins alike is not changed' test "$status:$(sha256sum </srv/conf/addresses)" = "3:$sum"
# nginx reads every file of this directory that is not hidden.
rm -f /etc/nginx/sites-enabled/*
printf 'server { listen 8081 default_server; server_name a; }\n' >/etc/nginx/sites-enabled/site
run --file /etc/nginx/sites-enabled/site --old 'server_name a' --new 'server_name b'
check 'the backup is no configuration' test "$status:$(nginx -T 2>/dev/null | grep -c default_server)" = 0:1
ln "$file" /srv/conf/second-name
sum=$(sha256sum <"$file")
run --file "$file" --old port --new gate
check 'a file with two names is refused, and both stay' test "$status:$(sha256sum <"$file")" = "3:$sum"
rm /srv/conf/second-name
seq 100000 >/srv/conf/large && sed -i 's/$/ value = 80/' /srv/conf/large
run --file /srv/conf/large --old ' value = 80' --new ' value = 80 '
check 'a large file with many places is done' test "$status:$(grep -c ' value = 80 $' /srv/conf/large)" = 0:100000
head -c 100 /dev/zero >/srv/conf/binary
run --file /srv/conf/binary --old a --new b
check 'a file that is no text is refused' test "$status" -eq 3
mount -o remount,ro /srv/conf
run --file "$file" --old port --new gate
check 'a file that cannot be written is refused' test "$status" -eq 3
finish
