#!/usr/bin/env bash
# packages: kmod
. "$HARNESS"
ran_on kmod "$(kmod --version | sed -n '1s/.* //p')"
run
check 'as many as lsmod tells' bash -c 'grep -qx "$1 modules are loaded, [0-9]* of them taint the kernel" <<<"$2"' _ "$(lsmod | sed 1d | wc -l)" "$out"
run --module nosuchmodule
check 'one that is not loaded is told' bash -c '[ "$1" = 1 ] && grep -qx "not loaded: nosuchmodule" <<<"$2"' _ "$status" "$out"
finish
