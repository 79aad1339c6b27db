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


# In production, use your database for all of these: memory is lost when the process ends.
seen, lock, work = OrderedDict(), threading.Lock(), queue.Queue()
latest = OrderedDict()  # the highest sequence of each incident


def is_new(event_id):
    with lock:
        if event_id in seen:
            return False
        seen[event_id] = True
        if len(seen) > MOST_IDS:
            seen.popitem(last=False)  # the oldest
        return True


def is_current(incident):
    """Return whether an event is not older than the newest one of its incident: events can arrive in any order."""
    if incident is None:
        return True
    if incident["sequence"] < latest.get(incident["incident_id"], 0):
        return False
    latest[incident["incident_id"]] = incident["sequence"]
    if len(latest) > MOST_IDS:
        latest.popitem(last=False)  # the oldest
    return True


def work_for_ever():
    while True:
        event = work.get()
        # acknowledge a sample and do nothing else
        if not event.get("is_test") and is_current(event.get("incident")):
            print("handled", event["id"], event["type"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # seconds, for a sender that stops sending

    def do_POST(self):
        self.send_response(self.receive())
        self.end_headers()

    def receive(self):
        if self.path.split("?")[0] != "/hooks":
            return 404
        try:
            body = self.read_chunks() if "transfer-encoding" in self.headers else self.read_declared()
        except ValueError:
            return 400
        if body is None:
            return 413
        if not is_genuine(self.headers, body):
            return 401  # before parsing the body
        try:
            event = json.loads(body)
        except ValueError:
            return 400
        if not isinstance(event, dict) or "type" not in event:
            return 400  # not an event
        if is_new(self.headers["webhook-id"]):
            work.put(event)
        return 204  # also for a repeat

    def read_declared(self):
        length = int(self.headers.get("content-length", "0"))
        return self.rfile.read(length) if 0 <= length <= MOST_BYTES else None

    def read_chunks(self):
        body = b""
        while True:
            size = int(self.rfile.readline(100).split(b";")[0], 16)
            if not 0 <= size <= MOST_BYTES - len(body):
                return None
            body += self.rfile.read(size)
            self.rfile.readline(100)  # the end of the chunk
            if size == 0:
                return body

    def log_message(self, *_):
        pass


threading.Thread(target=work_for_ever, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}/hooks", flush=True)
server.serve_forever()
