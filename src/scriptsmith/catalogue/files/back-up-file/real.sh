#!/usr/bin/env bash
# packages: coreutils acl passwd
. "$HARNESS"
ran_on coreutils "$(dpkg-query --show --showformat '${Version}' coreutils)"
useradd app
mkdir -p /srv/data /srv/copies && mount -t tmpfs data /srv/data && mkdir /srv/data/d
file='/srv/data/d/my file.conf'
head -c 300000 /dev/urandom >"$file" && chown app:app "$file" && chmod 640 "$file" && setfacl -m u:nobody:r "$file" && touch -d '2020-01-02 03:04:05' "$file"
ln -s d/'my file.conf' /srv/data/link
facts() { stat -c '%U:%G %a %Y %s' -- "$1" && getfacl --absolute-names --omit-header -- "$1"; }
copies() { find "$1" -name '*.bak' | wc -l; }
run --file "$file" --dry-run
check 'a dry run copies nothing' test "$status:$(copies /srv/data)" = 0:0
run --file /srv/data/link
copy=$(sed -n 's/^backed up: //p' <<<"$out")
check 'that it lies elsewhere than the link, and in memory, is told' test "$(grep -cE '^note: (links lead to /srv/data/d/|/srv/data/d/ lies in memory)' <<<"$err")" = 2
check 'a copy lies beside the file that the link leads to' bash -c '[ "$1" -eq 0 ] && [[ $2 =~ ^/srv/data/d/my\ file\.conf\.[0-9]{8}T[0-9]{6}Z\.bak$ ]]' _ "$status" "$copy"
check 'it has the same contents' cmp "$file" "$copy"
check 'and the same owner, mode, time and access list' test "$(facts "$file")" = "$(facts "$copy")"
check 'the sum that is told is that of sha256sum' grep -qx "sha256 $(sha256sum <"$file" | cut -d' ' -f1)" <<<"$out"
run --file "$file"
check 'a second run copies nothing more' test "$status:$(copies /srv/data)" = 0:1
run --file "$file" --directory /srv/copies
check 'another directory gets its own copy' test "$(copies /srv/copies)" -eq 1
echo more >>"$file"
await bash -c '[[ $1 != *".$(date -u +%Y%m%dT%H%M%SZ).bak" ]]' _ "$copy"
run --file "$file"
check 'a changed file gets a further copy, and the first stays' test "$status:$(copies /srv/data):$(stat -c %s "$copy")" = 0:2:300000
cp --preserve=all "$copy" "$file"
check 'the way back that it names works' cmp "$file" "$copy"
mkdir -p /etc/kubernetes/manifests; echo 'kind: Pod' >/etc/kubernetes/manifests/api.yaml
run --file /etc/kubernetes/manifests/api.yaml
check 'the directory of static pods gets no second file' test "$status:$(ls /etc/kubernetes/manifests)" = 3:api.yaml
run --file /etc/kubernetes/manifests/api.yaml --directory /srv/copies
check 'which is copied elsewhere' test "$status:$(ls /srv/copies/api.yaml.*.bak | wc -l)" = 0:1
mkdir /srv/full && mount -t tmpfs -o size=64k full /srv/full
run --file "$file" --directory /srv/full
check 'on a full disk it fails' test "$status" -eq 1
check 'and leaves nothing that looks like a copy' test -z "$(ls -A /srv/full)"
for odd in /srv/data /srv/none /dev/null; do
  run --file "$odd"
  check "$odd is refused" test "$status" -eq 3
done
finish
