#!/usr/bin/env bash
. "$HARNESS"
use rabbitmq
# rabbitmqctl of Debian cannot make a user of such a name, any client of the HTTP API can.
rabbitmqadmin -q declare user name='$(touch /tmp/pwned)' password=x tags=monitoring >/dev/null
rabbitmqadmin -q declare user name='@' password=x tags='' >/dev/null
rabbitmqctl --quiet add_user app pw >/dev/null
rabbitmqctl --quiet add_vhost shop >/dev/null
rabbitmqctl --quiet set_permissions -p / app '' '^app\..*' '.*' >/dev/null
run
check 'the well-known user is marked' grep -qxF "guest [administrator]: configure '.*' write '.*' read '.*'  (well-known: guest)" <<<"$out"
check 'patterns stand in their places, an empty one too' grep -qxF "app []: configure '' write '^app\\..*' read '.*'" <<<"$out"
check 'a user without permissions is told' grep -qxF '@ []: no permissions here' <<<"$out"
check 'a name that looks like a command is a name' grep -qxF '$(touch /tmp/pwned) [monitoring]: no permissions here' <<<"$out"
check 'they are counted' grep -qx '4 users, 2 of them without permissions in virtual host /' <<<"$out"
check 'all users are its own' test -z "$(grep 'NOT LISTED' <<<"$out")"
rabbitmqctl --quiet eval 'application:set_env(rabbit, auth_backends, [rabbit_auth_backend_cache, rabbit_auth_backend_internal]).' >/dev/null
run
check 'that users come from elsewhere, too, is told' grep -qx 'NOT LISTED: users whom the broker takes from elsewhere: rabbit_auth_backend_cache,rabbit_auth_backend_internal' <<<"$out"
BASH_COMPAT=51 run
check 'nothing runs, under the rules of an older Bash either' test "$status" -eq 0 -a ! -e /tmp/pwned
run --vhost shop
check 'another virtual host has its own permissions' grep -qx '4 users, 4 of them without permissions in virtual host shop' <<<"$out"
check 'and the others are named' grep -qx 'not looked at, other virtual hosts: /' <<<"$out"
run --vhost absent
check 'a virtual host that does not exist is a failure' test "$status" -eq 1
finish
