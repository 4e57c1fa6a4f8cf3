cp -a site backup/
