"""Receives webhooks with Python 3.8 or later, without libraries: WEBHOOK_SECRET=whsec_… PORT=3000 python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import queue
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PREFIX = "whsec_"
SECRET = os.environ.get("WEBHOOK_SECRET", "")
if not SECRET.startswith(PREFIX):
    raise SystemExit("Set WEBHOOK_SECRET to the secret of the destination; it begins with whsec_")
KEY = base64.b64decode(SECRET[len(PREFIX):])  # the key is base64-encoded

TOLERANCE_SECONDS = 300
MOST_BYTES = 256 * 1024
MOST_IDS = 10_000


def is_genuine(headers, body):
    """Return whether the signature is valid for these bytes and the timestamp is recent."""
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    values = [headers.get_all(name, []) for name in names]
    if any(len(found) != 1 for found in values):  # missing or repeated
        return False
    [event_id], [timestamp], [signatures] = values
    if not (event_id and timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # A secret rotation adds a second signature. Unknown versions are skipped. any() over a list compares all signatures.
    return any([hmac.compare_digest(b"v1," + expected, one.encode()) for one in signatures.split(" ")])


# In production, use your database for both: memory is lost when the process ends.
seen, lock, work = OrderedDict(), threading.Lock(), queue.Queue()


def is_new(event_id):
    with lock:
        if event_id in seen:
            return False
        seen[event_id] = True
        if len(seen) > MOST_IDS:
            seen.popitem(last=False)  # the oldest
        return True


def work_for_ever():
    while True:
        event = work.get()
        if not event.get("is_test"):  # acknowledge a sample and do nothing else
            print("handled", event["id"], event["type"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # seconds, for a sender that stops sending

    def do_POST(self):
        self.send_response(self.receive())
        self.end_headers()

    def receive(self):
        length = self.headers.get("content-length", "")
        if self.path.split("?")[0] != "/hooks":
            return 404
        if not length.isdigit():
            return 411
        if int(length) > MOST_BYTES:
            return 413
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return 401  # before parsing the body
        if is_new(self.headers["webhook-id"]):
            work.put(json.loads(body))
        return 204  # also for a repeat

    def log_message(self, *_):
        pass


threading.Thread(target=work_for_ever, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}/hooks", flush=True)
server.serve_forever()
