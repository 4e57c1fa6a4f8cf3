#!/usr/bin/env bash
. "$HARNESS"
# with: entry_address=192.0.2.99
# with: entry_name=cache.example.org
# refused: entry_name=two words
# refused: entry_name=localhost
# refused: entry_address=db2.example.org
# refused: entry_address=10.0.0.300
# refuses: written_by_cloud_init: cloud-init writes /etc/hosts anew
# refuses: own_name: would lose one of these names
# refuses: own_short_name: would lose one of these names
# given own_short_name: entry_name=cache

before() {
  stub hostname <<<'echo box'
  {
    printf '127.0.0.1 localhost\n127.0.1.1\tbox.example.org %s\n' "$entry_name"
    printf '192.0.2.1 %s # old\n192.0.2.2 %s alias\n' "${entry_name^^}" "$entry_name"
    printf '# 192.0.2.3 %s\n2001:db8::1 %s\n192.0.2.4 my%s' "$entry_name" "$entry_name" "$entry_name"
  } >/etc/hosts
}

written_by_cloud_init() { sed -i "1i # Your system has configured 'manage_etc_hosts' as True." /etc/hosts; }

own_name() { stub hostname <<<'echo cache'; sed -i 's/^127[.]0[.]1[.]1.*/127.0.1.1 Cache.example.org cache/' /etc/hosts; }
own_short_name() { own_name; }

after() {
  wanted=$(
    printf '127.0.0.1 localhost\n127.0.1.1\tbox.example.org\n192.0.2.2 alias\n'
    printf '# 192.0.2.3 %s\n2001:db8::1 %s\n192.0.2.4 my%s\n' "$entry_name" "$entry_name" "$entry_name"
    printf '%s %s' "$entry_address" "$entry_name"
  )
  check 'the name has the address and no other, and the rest is as it was' test "$(cat /etc/hosts)" = "$wanted"
  check 'what stood there is kept' test "$(cat /etc/hosts.* | grep -c '# old')" -eq 1
}
