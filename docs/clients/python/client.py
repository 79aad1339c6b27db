"""A client with all tasks of `fleetkit client check`, for Python 3.9 or later, without libraries.

Run it with: fleetkit client check -- python3 client.py
Replace the functions `read`, `read_list` and `write` by calls of your own client.
"""

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import ssl
import sys
import time
import urllib.parse
import uuid
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = urllib.parse.urlsplit(os.environ["FLEETKIT_URL"])
KEY = os.environ["FLEETKIT_KEY"]
END = time.monotonic() + 0.8 * float(os.environ.get("FLEETKIT_TIMEOUT", "30"))
RESPONSE_SECONDS = 6
MOST_ATTEMPTS = 4
TEMPORARY = (429, 500, 502, 503, 504)
STATES = ("triggered", "escalated", "resolved")


class Failure(Exception):
    """The task cannot be done."""


class Refused(Failure):
    """The service refused a request."""

    def __init__(self, status, code):
        super().__init__(f"the service answered {status} {code or ''}")
        self.code = code


def send_once(method, target, headers, body):
    """Send one request. Redirects are not followed, so that no other host gets the key."""
    is_tls = BASE.scheme == "https"
    seconds = max(0.1, min(RESPONSE_SECONDS, END - time.monotonic()))
    if is_tls:
        connection = http.client.HTTPSConnection(BASE.netloc, timeout=seconds, context=ssl.create_default_context())
    else:
        connection = http.client.HTTPConnection(BASE.netloc, timeout=seconds)
    last = time.monotonic() + seconds
    try:
        connection.request(method, BASE.path.rstrip("/") + target, body, {"X-API-Key": KEY, **headers})
        response = connection.getresponse()
        parts = []
        while part := response.read1(65536):
            parts.append(part)
            if time.monotonic() > last:
                raise TimeoutError("the body takes too long")
        if response.length:
            raise http.client.IncompleteRead(b"".join(parts), response.length)
        return response.status, response.headers, b"".join(parts)
    finally:
        connection.close()


def read_pause(headers, attempt):
    """Return how long the service demands to wait, or a pause that grows."""
    given = headers.get("Retry-After", "") if headers else ""
    if given.strip().isdigit():
        return float(given)
    date = email.utils.parsedate_to_datetime(given) if given else None
    if date is not None:
        return max(0.0, date.timestamp() - time.time())
    return 0.4 * 2**attempt


def send(method, target, headers, body=None, media_type="application/json"):
    """Send a request, and repeat it after temporary failures. Writes need an Idempotency-Key."""
    for attempt in range(MOST_ATTEMPTS):
        reason, received = "no attempt", None
        try:
            status, received, content = send_once(method, target, headers, body)
            if status == 304 or (status < 300 and received.get_content_type() == media_type):
                if status != 304 and media_type == "application/json":
                    json.loads(content)
                return status, received, content
            if status >= 300 and status not in TEMPORARY:
                raise Refused(status, read_code(content))
            reason = f"{status} {received.get_content_type()}"
        except ssl.SSLError as error:
            raise Failure(f"TLS: {error.reason}") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = type(error).__name__
        pause = read_pause(received, attempt)
        if attempt + 1 == MOST_ATTEMPTS or time.monotonic() + pause > END:
            break
        time.sleep(pause)
    raise Failure(f"{method} failed: {reason}")


def read_code(content):
    try:
        return json.loads(content).get("code")
    except (ValueError, AttributeError):
        return None


def read(path, **query):
    target = path + ("?" + urllib.parse.urlencode(query, quote_via=urllib.parse.quote) if query else "")
    return json.loads(send("GET", target, {"Accept": "application/json"})[2])


def read_list(path, is_enough=lambda _: False, **query):
    """Read the pages of a list until it has enough rows, or all. Start again if a cursor has expired."""
    for _ in range(3):
        rows, cursor = [], None
        try:
            while True:
                page = read(path, **{"limit": 200, **query, **({"cursor": cursor} if cursor else {})})
                rows += page["data"]
                cursor = page["page"]["next_cursor"]
                if not page["page"]["has_more"] or is_enough(rows):
                    return rows
        except Refused as refusal:
            if refusal.code != "cursor_expired" or cursor is None:
                raise
    raise Failure("cursors expire too fast")


def write(path, body):
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    return json.loads(send("POST", path, headers, json.dumps(body).encode())[2])


def quote(text):
    return urllib.parse.quote(text, safe="")


def list_terminals(_):
    locations = read_list("/v1/locations")
    ids = [one for location in locations for one in location["terminal_ids"]]
    return {"terminal_ids": list(dict.fromkeys(ids))}


def read_rows(terminal_id):
    rows = read_list(f"/v1/terminals/{quote(terminal_id)}/transactions")
    return list({row["transaction_id"]: row for row in rows}.values())


def count_transactions(given):
    rows = read_rows(given["terminal_id"])
    return {
        "count": len(rows),
        "with_emv": sum("emv" in row for row in rows),
        "linked": sum(row["linked_transaction_id"] is not None for row in rows),
    }


def sum_withdrawn(given):
    rows = [row for row in read_rows(given["terminal_id"]) if row["terminal_datetime"].startswith(given["date"])]
    amounts = [Decimal(row["amt_comp"]) for row in rows if row["transaction_type"] in ("withdrawal", "cash_advance")]
    return {"amount": f"{sum(amounts, Decimal('0.00')):.2f}"}


def top_transactions(given):
    def list_ids(rows):
        return list(dict.fromkeys(row["transaction_id"] for row in rows))

    count = given["count"]
    order = {"sort_by": "amt_comp", "sort_dir": "desc", "limit": min(count, 500)}
    rows = read_list("/v1/transactions", lambda read: len(list_ids(read)) >= count, **order)
    return {"transaction_ids": list_ids(rows)[:count]}


def sync_transactions(given):
    known = set()
    if os.path.exists(given["state_file"]):
        with open(given["state_file"], encoding="utf-8") as file:
            known = set(json.load(file))
    for poll in range(given["polls"]):
        if poll > 0:
            time.sleep(given["interval_ms"] / 1000)
        known.update(row["transaction_id"] for row in read_list("/v1/transactions"))
    with open(given["state_file"], "w", encoding="utf-8") as file:
        json.dump(sorted(known), file)
    return {"transaction_ids": sorted(known)}


def open_dispute(given):
    body = {name: given[name] for name in ("transaction_id", "reason_code", "amount")}
    return {"dispute_id": write("/v1/disputes", body)["dispute_id"]}


def derive_settlements(given):
    batches = write("/v1/settlements/derive", {"business_date": given["business_date"]})["batches"]
    net = sum((Decimal(batch["net_payout"]) for batch in batches), Decimal("0.00"))
    return {"batch_ids": [batch["batch_id"] for batch in batches], "net_payout": f"{net:.2f}"}


def read_feed(given):
    path, titles, tag = f"/v1/feeds/terminals/{quote(given['terminal_id'])}.xml", {}, None
    for poll in range(given["polls"]):
        if poll > 0:
            time.sleep(given["interval_ms"] / 1000)
        headers = {"If-None-Match": tag} if tag else {}
        status, received, content = send("GET", path, headers, media_type="application/rss+xml")
        if status == 304:
            continue
        tag = received.get("ETag")
        for item in ElementTree.fromstring(content).iter("item"):
            titles[item.findtext("guid")] = item.findtext("title")
    return {"items": [{"guid": guid, "title": title} for guid, title in titles.items()]}


def receive_webhooks(given):
    """Receive deliveries until the program is stopped. Print the answer after each one."""
    secret = base64.b64decode(given["secret"].removeprefix("whsec_"))
    ids, latest = [], {}  # the newest sequence and state of each incident
    for terminal_id in given["terminal_ids"]:
        status = read(f"/v1/terminals/{quote(terminal_id)}/status-monitoring")
        for alert in status["open_alerts"]:
            latest[alert["incident_id"]] = (0, "triggered")

    def is_genuine(headers, body):
        stamp = headers.get("webhook-timestamp", "")
        if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
            return False
        signed = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        return any(hmac.compare_digest(expected, one) for one in headers.get("webhook-signature", "").split(" "))

    def answer():
        opened = [one for one, (_, state) in latest.items() if state != "resolved"]
        print(json.dumps({"event_ids": ids, "open_incidents": opened}), flush=True)

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            if self.path != given["path"]:
                return self.respond(404)
            if not is_genuine(self.headers, body):
                return self.respond(401)
            try:
                event = json.loads(body)
            except ValueError:
                event = None
            if not isinstance(event, dict) or not isinstance(event.get("id"), str):
                return self.respond(400)
            if event.get("is_test") is not True and event["id"] not in ids:  # a sample has no effect
                ids.append(event["id"])
                incident = event.get("incident")
                is_known = incident and incident["state"] in STATES
                if is_known and incident["sequence"] > latest.get(incident["incident_id"], (-1, ""))[0]:
                    latest[incident["incident_id"]] = (incident["sequence"], incident["state"])
            answer()
            return self.respond(204)

        def respond(self, status):
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    ThreadingHTTPServer(("127.0.0.1", given["port"]), Receiver).serve_forever()


TASKS = {
    task.__name__: task
    for task in (
        list_terminals,
        count_transactions,
        sum_withdrawn,
        top_transactions,
        sync_transactions,
        open_dispute,
        derive_settlements,
        read_feed,
        receive_webhooks,
    )
}

if __name__ == "__main__":
    try:
        print(json.dumps(TASKS[os.environ["FLEETKIT_TASK"]](json.loads(os.environ["FLEETKIT_INPUT"]))))
    except Failure as failure:
        print(json.dumps({"error": str(failure)}))
        sys.exit(1)
