find bin -type f -name '*.sh' -exec chmod a+x -- {} +
