sed -i '/^\[server\]$/,/^\[/ s/^timeout *=.*/timeout = 30/' app.ini
