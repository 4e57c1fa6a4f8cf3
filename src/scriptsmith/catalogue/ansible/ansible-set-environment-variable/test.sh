#!/usr/bin/env bash
. "$HARNESS"
# with: variable_name=GREETING
# with: variable_value=it's $HOME here
# refused: variable_name=A-B
# refused: variable_name=1A
# refused: variable_name=PATH
# refused: variable_name=LD_PRELOAD
# refused: variable_name=HISTSIZE
# refused: variable_name=PS1
# refuses: profile_of_a_package: does more than to set
# refuses: another_variable: does more than to set
# fails: later_profile: A login has 'other'

before() {
  mkdir -p /etc/profile.d
  printf 'export %s=former\n' "$variable_name" >"/etc/profile.d/${variable_name,,}.sh"
  echo 'echo Welcome' >/etc/profile.d/a-hello.sh
}

profile_of_a_package() { echo "PATH=\$PATH:/opt/bin" >>"/etc/profile.d/${variable_name,,}.sh"; }
another_variable() { echo 'export OTHER=1' >"/etc/profile.d/${variable_name,,}.sh"; }
later_profile() { echo "export $variable_name=other" >/etc/profile.d/zz.sh; }

after() {
  file=/etc/profile.d/${variable_name,,}.sh
  check 'a shell that reads the file has it' test "$(env -i sh -c '. "$1"; env' - "$file" | grep "^$variable_name=")" = "$variable_name=$variable_value"
  check 'everybody can read it' test "$(stat -c %U:%a "$file")" = root:644
}
