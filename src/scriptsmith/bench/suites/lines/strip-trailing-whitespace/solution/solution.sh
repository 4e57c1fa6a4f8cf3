sed -i 's/[[:blank:]]*$//' config.yaml
