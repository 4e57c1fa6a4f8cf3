#!/usr/bin/env bash
. "$HARNESS"
ran_on glibc "$(getent --version | sed -n '1s/.* //p')"

before=$(cat /etc/hosts)
run --name shop.example.org --address 192.0.2.7 --dry-run
check 'a dry run changes nothing' test "$(cat /etc/hosts)" = "$before"
printf 'no line end: 192.0.2.1 last' | sed 's/.*: //' | tr -d '\n' >>/etc/hosts
run --name shop.example.org --address 192.0.2.7
check 'the host resolves the name' bash -c 'getent hosts shop.example.org | grep -q "^192.0.2.7 "'
check 'the last line is not swallowed' bash -c 'getent hosts last | grep -q "^192.0.2.1 "'
run --name SHOP.example.org --address 192.0.2.7
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --name shop.example.org --address 192.0.2.8
check 'another address for it is refused' bash -c '[ "$1" = 3 ] && ! grep -q 192.0.2.8 /etc/hosts' _ "$status"
run --name shop.example.org --address 2001:db8::7
check 'one of the other family is not' bash -c 'getent hosts shop.example.org | grep -q "^2001:db8::7 "'
echo "# Your system has configured 'manage_etc_hosts' as True." >>/etc/hosts
run --name cloud.example.org --address 192.0.2.9
check 'where cloud-init writes the file that is told' bash -c '[ "$1" = 0 ] && grep -q "cloud-init writes /etc/hosts anew" <<<"$2" && getent hosts cloud.example.org' _ "$status" "$err"
check 'where the name is found nothing is warned of' test "$(grep -c 'does not find' <<<"$err")" = 0
for wrong in 010.1.1.1 12:34; do
  run --name wrong.example.org --address "$wrong"
  check "what glibc takes for no address is not written: $wrong" test "$status:$(grep -c wrong.example.org /etc/hosts)" = 2:0
done
cp /etc/nsswitch.conf kept; sed -i 's/^hosts:.*/hosts: dns/' /etc/nsswitch.conf
run --name unasked.example.org --address 192.0.2.9
check 'where the file is not asked that is told' test "$status:$(grep -c '^warning: this host does not find unasked.example.org' <<<"$err")" = 0:1
run --name unasked.example.org --address 192.0.2.9
check 'where it stands there already, too' test "$status:$(grep -c '^nothing to do' <<<"$out"):$(grep -c '^warning: this host does not find unasked.example.org' <<<"$err")" = 0:1:1
cp kept /etc/nsswitch.conf
sed -i '/manage_etc_hosts/d' /etc/hosts
run --name own.example.org --address 192.0.2.9
check 'of a file of its own no start is warned of' test "$status:$err" = 0:
cp /etc/hosts brought && mount --bind brought /etc/hosts
run --name brought.example.org --address 2001:db8::9
check 'one that is mounted, as in a container, is warned of' test "$status:$(grep -c '^warning: /etc/hosts is mounted here' <<<"$err")" = 0:1
run --name brought.example.org --address 2001:DB8:0::9
check 'and knows an address in another spelling' grep -q '^nothing to do' <<<"$out"
umount /etc/hosts
run --name localhost --address 192.0.2.7
check 'localhost stays' test "$status" -eq 3
finish
