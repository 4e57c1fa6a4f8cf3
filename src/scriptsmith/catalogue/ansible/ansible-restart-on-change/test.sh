#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=cache
# with: service_config=/etc/cache/cache.conf
# with: service_setting=size
# with: service_value=2 GB
# refused: service_name=-x
# refused: service_config=a
# refused: service_config=/etc/app/
# refuses: no_unit: There is no unit
# refuses: no_file: not found: /etc/cache/cache.conf
# refuses: set_twice: (2 were found)
# refuses: missing_among_sections: (0 were found)
# refuses: of_another_form: does not set size in exactly one plain line
# fails: stumbles: is not running

before() {
  stub systemctl <"$UNITS"
  systemctl start "$service_name"
  mkdir -p "${service_config%/*}"
  # The one file has the form KEY = "VALUE", the other KEY VALUE.
  if [[ $service_setting == size ]]; then printf '# about\nsize 1 MB\nsize_most 2 MB\n' >"$service_config"
  else printf '# about\n#port = 1\nother = 2\nport = "1"\n' >"$service_config"; fi
}

no_unit() { stub systemctl <<<'echo LoadState=not-found'; }
no_file() { rm "$service_config"; }
set_twice() { echo 'size 3 MB' >>"$service_config"; }
missing_among_sections() { printf '[one]\na = 1\n[two]\nb = 2\n' >"$service_config"; }
of_another_form() { sed -i 's/^size 1 MB/size 1m;/' "$service_config"; }
stumbles() { sed -i "s/^  start | restart .*/  restart) rm -f \"\$units\/\$name.active\" ;;/" "$(type -P systemctl)"; }

after() {
  if [[ $service_setting == size ]]; then line="size $service_value" lines=3; else line="port = \"$service_value\"" lines=4; fi
  check 'the value is set, in the form that the file has' grep -qxF "$line" "$service_config"
  check 'the rest stays' test "$(wc -l <"$service_config")" -eq "$lines"
  check 'what stood there is kept' grep -qE '^(size|port) =? ?"?1' "$service_config".*~
  check 'the service was restarted once' test "$(calls "^systemctl restart $service_name" | wc -l)" -eq 1
  check 'and asked whether it runs' calls "^systemctl is-active $service_name"
  check 'a dry run finds it in order' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
}
