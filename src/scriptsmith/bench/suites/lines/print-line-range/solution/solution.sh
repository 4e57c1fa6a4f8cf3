sed -n 15,25p logs/boot.log
