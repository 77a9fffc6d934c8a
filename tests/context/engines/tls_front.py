"""Terminate TLS in front of a server without it: ``python tls_front.py CERTIFICATE KEY PORT SERVERS_PORT``.

The program prints a line once it listens.
"""

from __future__ import annotations

import asyncio
import ssl
import sys


async def main(certificate: str, key: str, port: int, behind: int) -> None:
    """Relay data in both directions until killed."""

    async def passed_on(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        server_reading, server_writing = await asyncio.open_connection("127.0.0.1", behind)
        await asyncio.gather(copied(reading, server_writing), copied(server_reading, writing))

    async def copied(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        try:
            while some := await reading.read(1 << 16):
                writing.write(some)
                await writing.drain()
        except ConnectionError:
            pass  # the client has closed its connection
        finally:
            writing.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listening = await asyncio.start_server(passed_on, "127.0.0.1", port, ssl=context)
    print("listening", flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3], *map(int, sys.argv[3:5])))
