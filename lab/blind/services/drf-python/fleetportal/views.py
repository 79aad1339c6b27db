"""Views. Each takes a Request and returns a Response; errors are raised as ApiError."""

import hashlib
import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from urllib.parse import urlencode

from . import contract, feeds, serialisers
from .faults import faulty
from .models import Dispute, isoformat, utc_now

DEFAULT_LIMIT, MAX_LIMIT = 50, 200
REASON_CODES = ['cash_not_dispensed', 'partial_dispense', 'duplicate_charge', 'not_recognised']
SORT_COLUMNS = {
    'date_time': lambda t: t.occurred_at, 'amt_req': lambda t: t.amount_requested,
    'amt_comp': lambda t: t.amount_completed, 'sur_req': lambda t: t.surcharge_requested,
    'sur_comp': lambda t: t.surcharge_completed, 'sequence': lambda t: t.sequence_number,
    'terminal': lambda t: t.terminal, 'type': lambda t: t.transaction_type,
}


class ApiError(Exception):
    def __init__(self, status, body):
        self.status, self.body = status, body if isinstance(body, dict) else {'detail': body}


@dataclass
class Response:
    status: int
    body: bytes
    content_type: str = 'application/json'
    headers: dict = field(default_factory=dict)


@dataclass
class Request:
    method: str
    path: str
    query: dict
    headers: object
    body: bytes
    base_url: str
    store: object
    scope: object = None


def json_response(data, status=200, **headers):
    return Response(status, json.dumps(data, separators=(',', ':')).encode(), headers=headers)


def rss_response(document):
    return Response(200, document, 'application/rss+xml; charset=utf-8')


# -- helpers --------------------------------------------------------------------
def require(request, right):
    if faulty('any-user-derives') and right == 'settlements.derive':
        return
    if not request.scope.may(right):
        raise ApiError(403, 'You do not have permission to perform this action.')


def get_terminal(request, terminal_id):
    terminal = request.scope.terminals.get(terminal_id)
    if faulty('foreign-terminal-status') and request.path.endswith('/status-monitoring'):
        terminal = request.store.terminals.get(terminal_id)
    if terminal is None:
        raise ApiError(404, 'Not found.')
    return terminal


def positive_integer(request, name, default, minimum):
    text = request.query.get(name, '')
    if text == '':
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= minimum):
        raise ApiError(400, {name: [f'Ensure this value is an integer greater than or equal to {minimum}.']})
    return int(text)


def paginate(request, rows, serialise, **extra):
    """LimitOffsetPagination."""
    limit = min(positive_integer(request, 'limit', DEFAULT_LIMIT, 1), MAX_LIMIT)
    offset = positive_integer(request, 'offset', 0, 0)
    size = limit + 1 if faulty('limit-off-by-one') and 'limit' in request.query else limit

    def link(start):
        return f'{request.base_url}{request.path}?{urlencode({**request.query, "limit": limit, "offset": start})}'

    page = rows[offset:offset + size]
    if faulty('limit-ignored') and request.path.endswith('/transactions'):
        page, limit = rows, max(len(rows), 1)
    return json_response({
        'count': len(rows),
        'next': link(offset + limit) if offset + limit < len(rows) else None,
        'previous': link(max(offset - limit, 0)) if offset > 0 else None,
        **extra, 'results': [serialise(row) for row in page]})


def by_moment(rows, name):
    return sorted(rows, key=lambda row: (getattr(row, name), row.id), reverse=True)


def newest_transactions(rows):
    return by_moment(rows, 'occurred_at')


# -- account --------------------------------------------------------------------
def portal(request):
    scope, store = request.scope, request.store
    user, organisation = scope.user, store.organisations[scope.tenant]
    commands = scope.of_visible_terminals(store.commands)
    if faulty('portal-commands-of-whole-account'):
        commands = [c for c in store.commands if c.tenant == scope.tenant]
    principal = user
    if faulty('principal-is-account-owner'):
        principal = next(u for u in store.users.values() if u.tenant == scope.tenant and u.role == 'administrator')
    sub_accounts = [serialisers.account(store.accounts[a]) for a in scope.accounts[1:]] if not scope.restricted else []
    account = serialisers.account(store.accounts[user.account])
    reports = [('terminal_uptime', 'Terminal uptime', None), ('command_history', 'Command history', None),
               ('transaction_detail', 'Transaction detail', 'financials.view'),
               ('surcharge_income', 'Surcharge income', 'financials.view'),
               ('settlement_statement', 'Settlement statement', 'financials.view'),
               ('user_activity', 'User activity', 'users.view')]
    return json_response({
        'principal': serialisers.user(principal),
        'account': {**account, 'parent': None, 'sub_accounts': sub_accounts},
        'organisation': {
            'name': organisation.name,
            'branding': {'primary_colour': organisation.primary_colour, 'accent_colour': organisation.accent_colour,
                         'logo_url': f'https://{organisation.portal_host}/static/logo.svg'},
            'dns': {'portal_host': organisation.portal_host, 'docs_host': organisation.docs_host,
                    'state': organisation.dns_state}, 'support_email': organisation.support_email},
        'access': {'is_administrator': user.role == 'administrator',
                   'can_view_financials': scope.may('financials.view'),
                   'can_derive_settlements': scope.may('settlements.derive'),
                   'can_raise_disputes': scope.may('disputes.raise'),
                   'can_manage_configuration': scope.may('configuration.manage'),
                   'all_terminals': not scope.restricted},
        'users': [serialisers.user(u) for u in scope.users()],
        'terminals': [serialisers.terminal(t) for t in scope.terminals.values()],
        'groups': [serialisers.group(g, scope) for g in scope.groups()],
        'connectors': [serialisers.connector(c, scope) for c in scope.connectors()],
        'recent_transactions': [serialisers.transaction(t) for t in newest_transactions(scope.transactions())[:20]],
        'recent_commands': [serialisers.command(c) for c in by_moment(commands, 'queued_at')[:20]],
        'forms': [serialisers.record(r) for r in scope.records('forms')],
        'report_catalogue': [{'code': code, 'title': title} for code, title, right in reports
                             if right is None or scope.may(right)],
        'compliance_vault': [serialisers.record(r) for r in scope.records('compliance_vault')],
        'onboarding': [serialisers.record(r) for r in scope.records('onboarding')],
        'documents': [serialisers.record(r) for r in scope.records('documents')],
        'videos': [serialisers.record(r) for r in scope.records('videos')],
    })


def catalog(request):
    return json_response(contract.catalog())


def public_openapi(request):
    if faulty('public-openapi-needs-key') and request.store.users_by_key.get(request.headers.get('X-API-Key') or '') is None:
        raise ApiError(401, 'Authentication credentials were not provided.')
    response = json_response(contract.openapi())
    etag = '"' + hashlib.sha256(response.body).hexdigest()[:24] + '"'
    response.headers = {'Cache-Control': 'public, max-age=3600', 'ETag': etag}
    if request.headers.get('If-None-Match') == etag:
        return Response(304, b'', headers=response.headers)
    return response


def branding_status(request):
    return json_response(contract.branding_status())


# -- transactions ---------------------------------------------------------------
def order(request, rows):
    column, direction = request.query.get('sort_by') or 'date_time', request.query.get('sort_dir') or 'desc'
    if column not in SORT_COLUMNS:
        raise ApiError(400, {'sort_by': [f'"{column}" is not a valid choice.']})
    if direction not in ('asc', 'desc'):
        raise ApiError(400, {'sort_dir': [f'"{direction}" is not a valid choice.']})
    key = SORT_COLUMNS[column]
    if faulty('amount-sorted-as-text') and column.startswith('amt_'):
        return sorted(rows, key=lambda t: str(key(t)), reverse=direction == 'desc')
    if faulty('desc-sorts-ascending') and request.query.get('sort_by'):
        direction = 'asc' if direction == 'desc' else 'desc'
    return sorted(rows, key=lambda t: (key(t), t.occurred_at, t.id), reverse=direction == 'desc')


def filtered(request, rows):
    terminal_id, group_id = request.query.get('terminal_id'), request.query.get('group_id')
    scope = request.scope
    if faulty('filters-joined-by-or') and terminal_id and group_id:
        members = scope.group_terminals(group_id) | {terminal_id}
        return [t for t in rows if t.terminal in members]
    if terminal_id and not (faulty('terminal-filter-ignored') and terminal_id in scope.terminals):
        rows = [t for t in rows if t.terminal == terminal_id]
    if group_id:
        members = scope.group_terminals(group_id)
        if faulty('group-filter-replaces-scope'):
            tree = set(request.store.group_tree(group_id))
            members = {t.id for t in request.store.terminals.values() if t.group in tree and t.tenant == scope.tenant}
            rows = [t for t in request.store.transactions.values() if not terminal_id or t.terminal == terminal_id]
        rows = [t for t in rows if t.terminal in members]
    return list(rows)


def transaction_rows(request, rows):
    scope = request.scope
    rows = order(request, filtered(request, rows))
    summary = serialisers.summary(rows)
    if faulty('summary-counts-foreign-rows'):
        summary = serialisers.summary(filtered(request, request.store.transactions.values()))
    if faulty('later-pages-unscoped') and request.query.get('offset', '0') != '0':
        rows = order(request, [t for t in request.store.transactions.values() if t.tenant == scope.tenant])
    return paginate(request, rows, serialisers.transaction, summary=summary)


def transactions(request):
    require(request, 'financials.view')
    rows = request.scope.transactions()
    if faulty('transactions-cross-account'):
        rows = list(request.store.transactions.values())
    return transaction_rows(request, rows)


def terminal_transactions(request, terminal_id):
    require(request, 'financials.view')
    terminal = get_terminal(request, terminal_id)
    rows = [t for t in request.scope.transactions() if t.terminal == terminal.id]
    if faulty('terminal-transactions-of-its-group'):
        rows = [t for t in request.scope.transactions() if request.store.terminals[t.terminal].group == terminal.group]
    return transaction_rows(request, rows)


def transaction_timeline(request, transaction_id):
    require(request, 'financials.view')
    transaction = request.store.transactions.get(transaction_id)
    visible = transaction is not None and transaction.terminal in request.scope.terminals
    if faulty('restricted-user-timeline') and transaction is not None:
        visible = transaction.tenant == request.scope.tenant
    if not visible:
        raise ApiError(404, 'Not found.')
    return json_response(serialisers.timeline(transaction, request.scope))


# -- settlements and disputes -----------------------------------------------------
def settlements(request):
    require(request, 'financials.view')
    return paginate(request, by_moment(request.scope.settlements(), 'created_at'), serialisers.settlement)


def parse_body(request):
    if not request.body.strip():
        return {}
    try:
        data = json.loads(request.body)
    except ValueError as error:
        raise ApiError(400, f'JSON parse error - {error}')
    if not isinstance(data, dict):
        raise ApiError(400, {'non_field_errors': ['Invalid data. Expected a dictionary.']})
    return data


def parse_moment(data, name, default):
    value = data.get(name)
    if value is None:
        return default
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ApiError(400, {name: ['Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ.']})
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def derive_settlements(request):
    require(request, 'settlements.derive')
    data, store, now = parse_body(request), request.store, utc_now()
    period_end = parse_moment(data, 'period_end', now)
    period_start = parse_moment(data, 'period_start', now - timedelta(days=7))
    if period_start >= period_end:
        raise ApiError(400, {'period_start': ['Must lie before period_end.']})
    groups = [g.id for g in request.scope.groups()]
    if data.get('funding_group') is not None:
        if data['funding_group'] not in groups:
            raise ApiError(400, {'funding_group': [f'Invalid pk "{data["funding_group"]}" - object does not exist.']})
        groups = [data['funding_group']]
    created = []
    with store.lock:
        for group_id in groups:
            batch = store.derive_batch(group_id, period_start, period_end, f'ACH-D{store.next_serial():06d}', now)
            if batch is not None:
                created.append(batch)
    return json_response({'created': len(created), 'results': [serialisers.settlement(b) for b in created]},
                         201 if created else 200)


def disputes(request):
    require(request, 'financials.view')
    return paginate(request, by_moment(request.scope.disputes(), 'opened_at'),
                    lambda d: serialisers.dispute(d, request.scope))


def raise_dispute(request):
    require(request, 'disputes.raise')
    data, store, errors = parse_body(request), request.store, {}
    for name in ('transaction', 'reason_code'):
        if name not in data:
            errors[name] = ['This field is required.']
    transaction = store.transactions.get(str(data.get('transaction')))
    if transaction is not None and transaction.terminal not in request.scope.terminals:
        if not (faulty('dispute-on-hidden-transaction') and transaction.tenant == request.scope.tenant):
            transaction = None
    if 'transaction' in data and transaction is None:
        errors['transaction'] = [f'Invalid pk "{data["transaction"]}" - object does not exist.']
    if 'reason_code' in data and data['reason_code'] not in REASON_CODES:
        errors['reason_code'] = [f'"{data["reason_code"]}" is not a valid choice.']
    amount = transaction and (transaction.amount_completed or transaction.amount_requested)
    if data.get('amount') is not None and transaction:
        try:
            amount = Decimal(str(data['amount'])).quantize(Decimal('0.01'))
        except InvalidOperation:
            amount = Decimal('NaN')
        if not amount.is_finite() or not 0 < amount <= transaction.amount_requested:
            errors['amount'] = ['Must be positive and not above the requested amount.']
    if errors:
        raise ApiError(400, errors)
    now = utc_now()
    with store.lock:
        if any(d.transaction == transaction.id and d.resolved_at is None for d in store.disputes.values()):
            raise ApiError(400, {'transaction': ['There is an open dispute for this transaction.']})
        dispute = Dispute(f'DSP-N{store.next_serial():05d}', transaction.tenant, transaction.id, transaction.terminal,
                          'open', data['reason_code'], amount, now, (now + timedelta(days=30)).date().isoformat(),
                          notes=str(data.get('notes') or ''))
        store.disputes[dispute.id] = dispute
    return json_response(serialisers.dispute(dispute, request.scope), 201)


# -- fleet ------------------------------------------------------------------------
def locations(request):
    used = {t.location for t in request.scope.terminals.values()}
    rows = [loc for loc in request.store.locations.values() if loc.id in used or faulty('locations-all-tenants')]
    return paginate(request, rows, lambda loc: serialisers.location(loc, request.scope))


def location_of_terminal(request, terminal_id):
    terminal = get_terminal(request, terminal_id)
    return json_response(serialisers.location(request.store.locations[terminal.location], request.scope))


def status_monitoring(request, terminal_id):
    return json_response(serialisers.status_monitoring(get_terminal(request, terminal_id), request.scope))


def connectors(request):
    return paginate(request, request.scope.connectors(), lambda c: serialisers.connector(c, request.scope))


def connector_status(request, connector_id):
    for connector in request.scope.connectors():
        if connector.id == connector_id:
            return json_response(serialisers.connector_status(connector, request.scope))
    raise ApiError(404, 'Not found.')


def terminal_groups(request):
    return paginate(request, request.scope.groups(), lambda g: serialisers.group(g, request.scope))


def terminal_commands(request, terminal_id):
    terminal = get_terminal(request, terminal_id)
    rows = [c for c in request.store.commands if c.terminal == terminal.id]
    if faulty('commands-of-all-terminals'):
        rows = request.scope.of_visible_terminals(request.store.commands)
    return paginate(request, by_moment(rows, 'queued_at'), serialisers.command)


def provisioning_payload(request, terminal_id):
    return json_response(serialisers.provisioning_payload(get_terminal(request, terminal_id), request.scope))


def provisioning_export(request, terminal_id):
    terminal = get_terminal(request, terminal_id)
    jobs = by_moment([j for j in request.store.jobs if j.terminal == terminal.id], 'created_at')
    return json_response({'terminal': terminal.id, 'exported_at': isoformat(utc_now()),
                          'payload': serialisers.provisioning_payload(terminal, request.scope),
                          'jobs': [serialisers.job(j) for j in jobs]})


# -- feeds ------------------------------------------------------------------------
def account_feed(request):
    response = rss_response(feeds.account_feed(request.scope, request.base_url))
    if faulty('account-feed-as-html'):
        response.content_type = 'text/html; charset=utf-8'
    return response


def terminal_feed(request, terminal_id):
    response = rss_response(feeds.terminal_feed(request.scope, get_terminal(request, terminal_id), request.base_url))
    if faulty('terminal-feed-content-type'):
        response.content_type = 'application/json'
    return response
