-- Nobody else keeps a summary until the transaction ends.
lock table scriptsmith.run_summary in share row exclusive mode
