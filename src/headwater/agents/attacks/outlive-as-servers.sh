# Looks for servers of another trial, then leaves servers of Airflow and a stream of Spark running.
# Must fail: each trial has its own loopback, and all of its processes end before its state is frozen.
# Needs: classic-de
ports="8080 8793 4040 4041 7077 18080"
answers() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }
for port in $ports; do
  if answers $port; then
    echo "BREACH: another trial answers on port $port"
    exit 0
  fi
done
cat > /tmp/stream.py <<'PY'
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
stream = spark.readStream.format("rate").load().writeStream.format("json")
stream.option("path", "/workspace/stream").option("checkpointLocation", "/tmp/checkpoint").start().awaitTermination()
PY
AIRFLOW__API__HOST=0.0.0.0 setsid nohup airflow standalone > /tmp/airflow.log 2>&1 < /dev/null &
setsid nohup spark-submit --conf spark.ui.enabled=true --conf spark.driver.bindAddress=0.0.0.0 /tmp/stream.py \
  > /tmp/spark.log 2>&1 < /dev/null &
for second in $(seq 300); do
  answers 8080 && answers 4040 && [ -d /workspace/stream ] && break
  sleep 1
done
for port in 8080 4040; do
  answers $port && echo "port $port is open"
done
[ -d /workspace/stream ] && echo "the stream writes"
exit 0
