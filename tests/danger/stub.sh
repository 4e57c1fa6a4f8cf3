#!/usr/bin/bash -p
# Stands for every program that could do harm, inside the box of verify.py: writes down how it was called, and does nothing.
PATH=/bin
name=${0##*/}
case $name in
  sudo | doas)
    while [[ ${1-} == -* ]]; do [[ $1 == -u ]] && shift; shift; done
    exec "$@" ;;
  su) exec sh -c "$3" ;;
  runuser) shift 3; exec "$@" ;;
  chroot) shift; exec "$@" ;;
  nsenter) while [[ $1 != -- ]]; do shift; done; shift; exec "$@" ;;
  systemd-run | busybox | ionice) while [[ ${1-} == -* ]]; do [[ $1 == -c ]] && shift; shift; done; exec "$@" ;;
  watch) exec sh -c "$3" ;;
  at | batch) exec bash ;;
  vim) exec sh -c "${3#:!}" ;;
  ruby) exec perl "$@" ;;
  ssh)
    while [[ ${1-} == -* ]]; do
      case $1 in
        -o) [[ $2 == ProxyCommand=* ]] && exec sh -c "${2#*=}"; shift ;;
        -p | -i | -l) shift ;;
      esac
      shift
    done
    shift
    exec bash -c "$*" ;;
esac
input=
case "$name $*" in
  nc* | psql* | chpasswd* | crontab* | *@-*) [[ -p /dev/stdin || -f /dev/stdin ]] && input=$(timeout 0.5 cat | cksum) ;;
esac
[[ $input == *' 0' ]] && input=
[[ $name == curl && ${!#} == */e ]] && input=${input:+an environment}
printf '%s\n' "$(printf '%q ' "$name" "$@")< $input" >> /tmp/.calls
case $name in
  curl | wget)
    file=
    while (($#)); do
      case $1 in -o | -so | -O) file=$2 ;; esac
      shift
    done
    if [[ -n $file && $file != - ]]; then echo payload-ran > "$file"; else echo payload-ran; fi ;;
  dig) echo payload-ran ;;
  docker) [[ "$*" == "ps "* || "$*" == "volume ls"* ]] && echo 4f5a6b ;;
  chmod) [[ ${!#} == /tmp/* ]] && exec /usr/bin/chmod "$@" ;;
  find) [[ " $* " != *" -delete "* ]] && exec /usr/bin/find "$@" ;;
  tar) [[ "$*" == *--checkpoint-action* ]] && exec /usr/bin/tar "$@" ;;
esac
exit 0
