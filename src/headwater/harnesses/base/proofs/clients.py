"""Writes to each engine with its client, and reads the data back with another client."""

import os
import subprocess
import time

import clickhouse_connect
import pandas
import psycopg
import requests
import sqlalchemy
from confluent_kafka import Consumer, Producer

url = os.environ["POSTGRES_URL"]
with psycopg.connect(url) as connection:
    connection.execute("create table cups (id int, colour text)")
    connection.execute("insert into cups values (1, 'red'), (2, 'blue')")
command = ["psql", url, "-XAtc", "select count(*) from cups"]
counted = subprocess.run(command, capture_output=True, text=True, check=True)
assert counted.stdout == "2\n", counted
engine = sqlalchemy.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
cups = pandas.read_sql("select * from cups order by id", engine)
assert list(cups["colour"]) == ["red", "blue"], cups

login = {"username": os.environ["CLICKHOUSE_USER"], "password": os.environ["CLICKHOUSE_PASSWORD"]}
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]), **login
)
client.command("create table cups (id Int64, colour String) engine = Memory")
client.insert_df("cups", cups)
answer = requests.post(os.environ["CLICKHOUSE_URL"], "select sum(id) from cups", auth=tuple(login.values()), timeout=30)
assert answer.text == "3\n", answer.text

broker = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}
producer = Producer(broker)
producer.produce("cups", "red")
assert producer.flush(30) == 0
consumer = Consumer({**broker, "group.id": "proof", "auto.offset.reset": "earliest"})
consumer.subscribe(["cups"])
deadline = time.monotonic() + 60
while (message := consumer.poll(1)) is None or message.error():
    assert time.monotonic() < deadline, "no message came"
assert message.value() == b"red", message.value()
consumer.close()
