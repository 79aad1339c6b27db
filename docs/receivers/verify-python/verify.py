"""Verifies a delivery: WEBHOOK_SECRET=whsec_… python3 verify.py <id> <timestamp> <signature> < body"""

import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 300


def verify(event_id, timestamp, signature, body, secret):
    """Return whether the signature is valid for these bytes, as received, and the timestamp is recent."""
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[len("whsec_"):])  # the key is base64-encoded
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # A secret rotation adds a second signature. Unknown versions are skipped.
    return any([hmac.compare_digest(expected, one.encode()) for one in signature.split(" ")])


event_id, timestamp, signature = sys.argv[1:4]
body = sys.stdin.buffer.read()
print("valid" if verify(event_id, timestamp, signature, body, os.environ["WEBHOOK_SECRET"]) else "not valid")
