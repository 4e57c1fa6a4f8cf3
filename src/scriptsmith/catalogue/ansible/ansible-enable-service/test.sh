#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=redis
# refused: service_name=-x
# fails: stumbles: is inactive and enabled
# fails: not_enabled: is active and disabled
# fails: static: is active and static
# fails: until_the_next_boot: is active and enabled-runtime
# fails: another_unit_starts_it: is active and indirect
# fails: dies_again_and_again: redis dies and is started again
# fails: stands_for_others: redis is active, but stands for redis@2.service, redis@3.service, which is not

before() {
  stub systemctl <"$UNITS"
  # As on Debian, where redis is another name, and cannot be enabled.
  sed -i 's/^  show)$/&\n    [[ $name != redis ]] || name=redis-server/
  s/^  enable) /&[[ $name != redis ]] || exit 1; /' "$(type -P systemctl)"
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

another_unit_starts_it() { sed -i 's/^  is-enabled) .*/  is-enabled) echo indirect ;;/' "$(type -P systemctl)"; }

dies_again_and_again() {
  sed -i '/^  show)$/a\    echo >>"$units/shown"; echo "NRestarts=$(wc -l <"$units/shown")"' "$(type -P systemctl)"
}

# As postgresql.service of Debian does, whatever its clusters do. What it only wants, and what is only a part of it, are other things.
stands_for_others() {
  systemctl start redis@1
  sed -i '/^  show)$/a\    echo "Wants=network.target redis@1.service redis@2.service redis@3.service"
  /^  show)$/a\    echo "ConsistsOf=redis@3.service redis@2.service redis@1.service redis.socket"' "$(type -P systemctl)"
}

after() {
  unit=${service_name/#redis/redis-server}
  check 'the service runs' systemctl is-active "$unit"
  check 'it is enabled' systemctl is-enabled "$unit"
}
