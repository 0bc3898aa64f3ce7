# Fetches from the service, rotates its log, restarts it, then does what the guide shows; prints
# "probe: passed" when all is well.
set -e
answers() {
  for try in $(seq 60); do
    ! curl -sf "http://127.0.0.1:8080/health" || { echo; return 0; }
    sleep 0.5
  done
  systemctl --no-pager status 'yutu@*'
  journalctl --no-pager -b -u 'yutu@*'
  exit 1
}
answers
systemd-analyze --no-pager security yutu@town.service | tail -n 1
[ "$(stat -c %U "/proc/$(systemctl show -P MainPID yutu@town)")" = yutu ]
logrotate --force /etc/logrotate.d/yutu
answers
test -s /var/log/yutu/town.log
test -s /var/log/yutu/town.log.1
systemctl restart yutu@town
answers
if journalctl --no-pager -b -u yutu@town | grep 'token='; then exit 1; fi
systemctl stop yutu@town
test ! -e /var/lib/yutu/town.city.token
test "$(systemctl show -P Result yutu@town)" = success

export DEBIAN_FRONTEND=noninteractive
bash -eux guide.sh
answers
echo "probe: passed"
