#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run
read -r one five fifteen _ </proc/loadavg
check 'the load is that of the kernel' bash -c 'grep -q "$2" <<<"$1" && grep -q "$3" <<<"$1"' _ "$out" "${five%.*}." "${fifteen%.*}."
check 'with the number of cores' grep -q "$(nproc)" <<<"$out"
finish
