#!/usr/bin/env bash
. "$HARNESS"
# with: group_name=auditors
# refused: group_name=Two words
# refused: group_name=-x

after() {
  check 'the group exists' getent group "$group_name"
}
