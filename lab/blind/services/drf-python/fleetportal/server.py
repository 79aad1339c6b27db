"""HTTP front: routing, authentication by key, keep-alive, one thread per connection."""

import argparse
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

from . import faults, views
from .fixtures import build_store
from .models import utc_now
from .permissions import Scope

ID = r'([^/]+)'
ROUTES = [(re.compile(pattern + r'\Z'), methods, public) for pattern, methods, public in [
    (r'/v1/portal', {'GET': views.portal}, False),
    (r'/v1/integrations/catalog', {'GET': views.catalog}, False),
    (r'/v1/integrations/public-openapi\.json', {'GET': views.public_openapi}, True),
    (r'/v1/transactions', {'GET': views.transactions}, False),
    (rf'/v1/transactions/{ID}/timeline', {'GET': views.transaction_timeline}, False),
    (r'/v1/settlements', {'GET': views.settlements}, False),
    (r'/v1/settlements/derive', {'POST': views.derive_settlements}, False),
    (r'/v1/disputes', {'GET': views.disputes, 'POST': views.raise_dispute}, False),
    (r'/v1/locations', {'GET': views.locations}, False),
    (rf'/v1/locations/{ID}', {'GET': views.location_of_terminal}, False),
    (rf'/v1/terminals/{ID}/status-monitoring', {'GET': views.status_monitoring}, False),
    (rf'/v1/terminals/{ID}/transactions', {'GET': views.terminal_transactions}, False),
    (r'/v1/connectors', {'GET': views.connectors}, False),
    (rf'/v1/connectors/{ID}/status', {'GET': views.connector_status}, False),
    (r'/v1/terminal-groups', {'GET': views.terminal_groups}, False),
    (rf'/v1/terminals/{ID}/commands', {'GET': views.terminal_commands}, False),
    (rf'/v1/terminals/{ID}/provisioning-payload', {'GET': views.provisioning_payload}, False),
    (rf'/v1/terminals/{ID}/provisioning-export', {'GET': views.provisioning_export}, False),
    (r'/v1/feeds/account\.xml', {'GET': views.account_feed}, False),
    (r'/v1/feeds/terminals/([^/]+)\.xml', {'GET': views.terminal_feed}, False),
    (r'/v1/public/branding-status', {'GET': views.branding_status}, True),
]]


def dispatch(request):
    for pattern, methods, public in ROUTES:
        match = pattern.match(request.path)
        if match is None:
            continue
        if not public:
            request.scope = authenticate(request)
        view = methods.get('GET' if request.method == 'HEAD' else request.method)
        if view is None:
            response = views.json_response({'detail': f'Method "{request.method}" not allowed.'}, 405)
            response.headers['Allow'] = ', '.join(methods)
            return response
        return view(request, *(unquote(part) for part in match.groups()))
    raise views.ApiError(404, 'Not found.')


def authenticate(request):
    key = request.headers.get('X-API-Key')
    user = request.store.users_by_key.get(key or '')
    if user is None and faults.faulty('terminal-feed-without-key') and request.path.startswith('/v1/feeds/terminals/'):
        user = next(u for u in request.store.users.values() if u.role == 'administrator')
    if user is None and not key and faults.faulty('no-key-served') and request.path == '/v1/transactions':
        user = next(u for u in request.store.users.values() if u.role == 'administrator')
    if user is None:
        raise views.ApiError(401, 'Invalid API key.' if key else 'Authentication credentials were not provided.')
    return Scope(request.store, user)


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    wbufsize = -1
    server_version = 'FleetPortal/1.0'

    def handle_request(self):
        declared = self.headers.get('Content-Length') or '0'
        length = int(declared) if declared.isascii() and declared.isdigit() else 0
        self.close_connection = self.close_connection or str(length) != declared.lstrip('0').rjust(1, '0')
        body = self.rfile.read(length) if length else b''
        parts = urlsplit(self.path)
        host = self.headers.get('Host') or '127.0.0.1'
        request = views.Request(self.command, parts.path, dict(parse_qsl(parts.query, keep_blank_values=True)),
                                self.headers, body, f'http://{host}', self.server.store)
        try:
            response = dispatch(request)
        except views.ApiError as error:
            response = views.json_response(error.body, error.status)
            if error.status == 401:
                response.headers['WWW-Authenticate'] = 'ApiKey realm="api"'
        except Exception as error:  # noqa: BLE001 - the last resort of the front
            self.log_error('unhandled: %r', error)
            response = views.json_response({'detail': 'A server error occurred.'}, 500)
        self.send_response(response.status)
        if response.status != 304:
            self.send_header('Content-Type', response.content_type)
            self.send_header('Content-Length', str(len(response.body)))
        for name, value in {'Vary': 'X-API-Key', 'Cache-Control': 'private, no-store', **response.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(response.body)
        self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_request

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def main():
    parser = argparse.ArgumentParser(prog='fleetportal')
    parser.add_argument('--port', type=int, required=True)
    parser.add_argument('--fault')
    options = parser.parse_args()
    if options.fault:
        faults.activate(options.fault)
    server = Server(('127.0.0.1', options.port), Handler)
    server.store = build_store(utc_now())
    print(f'fleetportal ready on http://127.0.0.1:{options.port}', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == '__main__':
    main()
