find backups -maxdepth 1 -type f -name '*.tar.gz' -printf '%T@ %p\0' | sort -znr | tail -zn +4 | cut -zd ' ' -f 2- | xargs -0r rm --
