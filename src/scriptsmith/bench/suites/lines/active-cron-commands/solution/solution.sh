sed -nE '/^[[:blank:]]*(#|$)/d; /^[[:blank:]]*[A-Za-z_][A-Za-z0-9_]*[[:blank:]]*=/d; s/^[[:blank:]]*(@[a-z]+|([^[:blank:]]+[[:blank:]]+){4}[^[:blank:]]+)[[:blank:]]+//p' crontab.txt
