sed -i 's/^PermitRootLogin\b/#&/' sshd_config
