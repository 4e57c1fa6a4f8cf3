#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=redis
# refused: service_name=-x
# fails: stumbles: is inactive and enabled
# fails: not_enabled: is active and disabled
# fails: static: is active and static
# fails: until_the_next_boot: is active and enabled-runtime

before() {
  stub systemctl <"$UNITS"
}

# It is up when it was started, and down a second later.
stumbles() {
  cat >>"$(type -P systemctl)" <<'EOF'
[[ $verb != start ]] || (sleep 1; rm -f "$units/${names[0]}.active") >/dev/null 2>&1 &
EOF
}

not_enabled() { sed -i 's/^  enable) .*/  enable) ;;/' "$(type -P systemctl)"; }
static() { sed -i 's/^  is-enabled) .*/  is-enabled) echo static ;;/' "$(type -P systemctl)"; }
until_the_next_boot() { sed -i 's/^  is-enabled) .*/  is-enabled) echo enabled-runtime ;;/' "$(type -P systemctl)"; }

after() {
  check 'the service runs' systemctl is-active "$service_name"
  check 'it is enabled' systemctl is-enabled "$service_name"
}
