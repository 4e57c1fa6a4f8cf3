# Goes on changing files into links when its command has ended.
# control: naive-collector
(setsid bash -c 'while :; do echo x > /work/t; ln -sf "$SECRET" /work/u; mv /work/u /work/t; done' &) 
sleep 0.2
echo hidden > /work/sentinel
