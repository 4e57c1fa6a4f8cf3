#!/usr/bin/env bash
. "$HARNESS"
# with: link_path=/opt/java
# with: link_target=/opt/java-17
# refused: link_path=app
# refused: link_path=/opt/java/
# refuses: no_target: is not there
# refuses: link_to_itself: lies behind
# given link_to_itself: link_target=/opt/java
# refuses: target_behind_the_link: lies behind
# given target_behind_the_link: link_target=/opt/java/current
# refuses: exchanged: is itself a link to
# refuses: exchanged_and_near: is itself a link to
# refuses: one_of_the_alternatives: update-alternatives --set java
# refuses: file_in_its_place: refusing to convert

before() {
  mkdir -p "${link_path%/*}" "${link_target%/*}"
  echo here >"$link_target"
  ln -sf /nowhere "$link_path"
}

no_target() { rm "$link_target"; }
link_to_itself() { :; }

# The link leads to a folder, and the target is a file in it by the name that goes through the link.
target_behind_the_link() {
  mv /opt/java /opt/java-17
  ln -s java-17 /opt/java
}

exchanged() { ln -sf "$link_path" "$link_target"; }
exchanged_and_near() { ln -sf "${link_path##*/}" "$link_target"; }

# At the next upgrade it would lead there again.
one_of_the_alternatives() { ln -sfn /etc/alternatives/java "$link_path"; }

file_in_its_place() {
  rm "$link_path"
  echo precious >"$link_path"
}

after() {
  check 'it is a link to the target' test "$(readlink "$link_path")" = "$link_target"
  check 'the target is as it was' test "$(cat "$link_target")" = here
}
