awk 1 logs/deploy.log | tac
