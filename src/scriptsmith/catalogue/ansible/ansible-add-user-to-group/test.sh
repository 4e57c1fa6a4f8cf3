#!/usr/bin/env bash
. "$HARNESS"
# with: member_name=carol
# with: member_group=readers
# refused: member_name=a b
# refused: member_group=two,groups

before() {
  getent group "$member_group" || groupadd "$member_group"
  useradd --no-create-home --groups users "$member_name"
}

after() {
  check 'the user is a member' grep -qw "$member_group" <<<"$(id -Gn "$member_name")"
  check 'no home is made' test ! -e "/home/$member_name"
  check 'other groups stay' grep -qw users <<<"$(id -Gn "$member_name")"
}
