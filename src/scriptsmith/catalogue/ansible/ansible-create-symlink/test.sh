#!/usr/bin/env bash
. "$HARNESS"
# with: link_path=/opt/java
# with: link_target=/opt/java-17
# refused: link_path=app
# refused: link_path=/opt/java/

before() {
  mkdir -p "${link_path%/*}" "${link_target%/*}"
  echo here >"$link_target"
  ln -s /nowhere "$link_path"
}

after() {
  check 'it is a link to the target' test "$(readlink "$link_path")" = "$link_target"
  check 'the target is as it was' test "$(cat "$link_target")" = here
}
