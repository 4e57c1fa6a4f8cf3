#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
if [ -e down ]; then echo 'Error: unable to perform an operation on node rabbit@a' >&2; exit 69; fi
case "$*" in
  '--quiet list_users --no-table-headers') printf 'admin\t[administrator]\napp\t[]\n$(touch pwned)\t[]\n@\t[]\nguest\t[administrator]\nold\t[monitoring, management]\n' ;;
  '--quiet environment') [ ! -e mute ] || exit 70; printf '[{rabbit,\n     [{auth_mechanisms,[PLAIN]},\n      {auth_backends,%s},\n      {default_user,<<"guest">>}]}]\n' "$(cat backends)" ;;
  '--quiet list_vhosts --no-table-headers name') printf '/\nshop\nsales\n' ;;
  '--quiet list_permissions --vhost absent --no-table-headers') echo "Error: Virtual host 'absent' does not exist" >&2; exit 65 ;;
  '--quiet list_permissions --vhost '*' --no-table-headers') printf 'admin\t.*\t.*\t.*\napp\t\t^app\\..*\t.*\n$(touch pwned)\ta\tb\tc\nguest\t.*\t.*\t.*\n' ;;
  *) echo 'Error: unrecognized options' >&2; exit 64 ;;
esac
STUB

echo '[rabbit_auth_backend_internal]' >backends
run
check 'a user is listed with its permissions' grep -qxF "admin [administrator]: configure '.*' write '.*' read '.*'" <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'an empty pattern stays in its place' grep -qxF "app []: configure '' write '^app\\..*' read '.*'" <<<"$out"
check 'one without permissions is told' grep -qxF 'old [monitoring, management]: no permissions here' <<<"$out"
check 'the well-known user is marked' grep -q '^guest .*(well-known: guest)$' <<<"$out"
check 'they are counted' grep -qx '6 users, 2 of them without permissions in virtual host /' <<<"$out"
check 'the other virtual hosts are named' grep -qx 'not looked at, other virtual hosts: shop, sales' <<<"$out"
check 'a name that looks like a command is a name' grep -qxF '$(touch pwned) []: configure '"'a' write 'b' read 'c'" <<<"$out"
check 'nothing is said of other sources of users where there are none' test "$(grep -c 'NOT LISTED' <<<"$out")" = 0
printf '[rabbit_auth_backend_ldap,\n rabbit_auth_backend_internal]\n' >backends
run
check 'that users come from elsewhere, too, is told' grep -qx 'NOT LISTED: users whom the broker takes from elsewhere: rabbit_auth_backend_ldap,rabbit_auth_backend_internal' <<<"$out"
touch mute; run; rm mute
check 'a broker that does not tell where from is a failure' test "$status:$out" = 1:
BASH_COMPAT=51 run
check 'and runs nothing, under the rules of an older Bash either' test "$status" -eq 0 -a ! -e pwned
run --vhost shop
check 'another virtual host is asked on request' test -n "$(calls 'list_permissions --vhost shop ')"
run --vhost absent
check 'a virtual host that does not exist is a failure' test "$status" -eq 1
touch down
run
check 'a node that does not answer is a failure' test "$status" -eq 1
run --vhost ''
check 'an empty name is refused' test "$status" -eq 2
run --vhost '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
