grep -c ERROR logs/app.log
