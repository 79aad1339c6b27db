"""Representation of the domain objects. Money is a string with two decimals, moments are ISO 8601."""

from datetime import timedelta

from .faults import faulty
from .models import isoformat, local_isoformat


def money(value):
    return f'{value:.2f}'


def account(a):
    return {'id': a.id, 'name': a.name, 'parent': a.parent, 'contact_email': a.contact_email, 'phone': a.phone,
            'opened_on': a.opened_on}


def user(u):
    return {'id': u.id, 'name': u.name, 'email': u.email, 'account': u.account, 'role': u.role,
            'last_login': isoformat(u.last_login)}


def terminal(t):
    return {'id': t.id, 'label': t.label, 'account': t.account, 'group': t.group, 'connector': t.connector,
            'location': t.location, 'model': t.model, 'serial_number': t.serial_number,
            'software_version': t.software_version, 'state': t.state, 'last_heartbeat': isoformat(t.last_heartbeat)}


def location(loc, scope):
    here = [t.id for t in scope.terminals.values() if t.location == loc.id]
    if faulty('location-lists-hidden-neighbours') or faulty('locations-all-tenants'):
        here = [t.id for t in scope.store.terminals.values() if t.location == loc.id]
    return {'id': loc.id, 'name': loc.name, 'street': loc.street, 'city': loc.city, 'region': loc.region,
            'postal_code': loc.postal_code, 'country': 'US', 'latitude': loc.latitude, 'longitude': loc.longitude,
            'opening_hours': loc.opening_hours, 'risk_rating': loc.risk_rating, 'terminals': here}


def group(g, scope):
    visible = {row.id for row in scope.groups()}
    members = sorted(scope.group_terminals(g.id))
    return {'id': g.id, 'name': g.name, 'account': g.account, 'parent': g.parent if g.parent in visible else None,
            'terminal_count': len(members), 'terminals': members}


def connector(c, scope):
    return {'id': c.id, 'name': c.name, 'processor': c.processor, 'protocol': c.protocol, 'state': c.state,
            'terminal_count': sum(1 for t in scope.terminals.values() if t.connector == c.id)}


def connector_status(c, scope):
    routed = [t for t in scope.terminals.values() if t.connector == c.id]
    return {'connector': c.id, 'state': c.state, 'endpoint': c.host, 'latency_ms': c.latency_ms,
            'last_handshake': isoformat(c.last_handshake), 'terminals_total': len(routed),
            'terminals_online': sum(1 for t in routed if t.state == 'online')}


def transaction(t):
    row = {'id': t.id, 'terminal': t.terminal, 'terminal_date_time': local_isoformat(t.occurred_at, t.utc_offset),
           'transaction_type': t.transaction_type, 'sequence_number': t.sequence_number, 'account_type': t.account_type}
    if t.emv is not None:
        row['emv'] = t.emv
    if faulty('pan-in-rows'):
        row['card_number'] = card_number(t)
    row.update(response={'code': t.response_code, 'text': t.response_text},
               amount_requested=money(t.amount_requested), amount_completed=money(t.amount_completed),
               surcharge_requested=money(t.surcharge_requested), surcharge_completed=money(t.surcharge_completed))
    return row


def summary(rows):
    surcharge, withdrawn = sum(t.surcharge_completed for t in rows), sum(t.amount_completed for t in rows)
    if faulty('summary-totals-swapped'):
        surcharge, withdrawn = withdrawn, surcharge
    return {'total_surcharge': money(surcharge), 'total_withdrawn': money(withdrawn)}


def settlement(b):
    credit, debit, net = b.credit_total, b.debit_total, b.credit_total - b.debit_total
    if faulty('credit-debit-swapped'):
        credit, debit = debit, credit
    if faulty('net-payout-adds-debits'):
        net = b.credit_total + b.debit_total
    return {'id': b.id, 'account': b.account, 'funding_group': b.group, 'status': b.status, 'currency': 'USD',
            'credit_entry_count': b.credit_entry_count, 'debit_entry_count': b.debit_entry_count,
            'entry_count': b.credit_entry_count + b.debit_entry_count, 'credit_total': money(credit),
            'debit_total': money(debit), 'net_payout': money(net), 'terminals': b.terminals,
            'period_start': isoformat(b.period_start), 'period_end': isoformat(b.period_end),
            'created_at': isoformat(b.created_at), 'submitted_at': isoformat(b.submitted_at),
            'settled_at': isoformat(b.settled_at)}


def dispute(d, scope):
    terminal_id = d.terminal
    if faulty('dispute-terminal-mismatch'):
        terminal_id = next((t for t in scope.terminals if t != d.terminal), d.terminal)
    row = {'id': d.id, 'status': d.status, 'reason_code': d.reason_code, 'transaction': d.transaction,
           'terminal': terminal_id, 'amount': money(d.amount), 'opened_at': isoformat(d.opened_at),
           'due_date': d.due_date, 'assigned_team': d.assigned_team, 'assigned_at': isoformat(d.assigned_at),
           'resolution': d.resolution, 'resolved_at': isoformat(d.resolved_at), 'notes': d.notes}
    if d.resolved_at is not None:
        row['reviewer'] = {'name': d.reviewed_by, 'reviewed_at': isoformat(d.reviewed_at)}
    elif faulty('reviewer-on-open-cases'):
        row['reviewer'] = {'name': d.assigned_team or 'Disputes desk', 'reviewed_at': isoformat(d.assigned_at or d.opened_at)}
    return row


def command(c):
    return {'id': c.id, 'terminal': c.terminal, 'command': c.command, 'status': c.status,
            'queued_at': isoformat(c.queued_at), 'completed_at': isoformat(c.completed_at), 'result': c.result}


def job(j):
    return {'id': j.id, 'terminal': j.terminal, 'kind': j.kind, 'status': j.status, 'package': j.package,
            'created_at': isoformat(j.created_at), 'finished_at': isoformat(j.finished_at)}


def alert(a):
    return {'id': a.id, 'terminal': a.terminal, 'event': a.event, 'severity': a.severity, 'message': a.message,
            'raised_at': isoformat(a.raised_at), 'cleared_at': isoformat(a.cleared_at)}


def record(r):
    return {'id': r.id, 'title': r.title, 'status': r.status, 'account': r.account, 'terminal': r.terminal,
            'updated_at': isoformat(r.updated_at), **r.extra}


def status_monitoring(t, scope):
    alerts = [a for a in scope.store.alerts if a.terminal == t.id and a.cleared_at is None]
    return {'terminal': t.id, 'state': t.state, 'last_heartbeat': isoformat(t.last_heartbeat),
            'software_version': t.software_version,
            'telemetry': {'signal_dbm': t.signal_dbm, 'temperature_c': t.temperature_c, 'uptime_hours': t.uptime_hours},
            'cassettes': t.cassettes, 'open_alerts': [alert(a) for a in alerts]}


def provisioning_payload(t, scope):
    return {'terminal': t.id, 'payload_version': t.software_version,
            'host': {'connector': t.connector, 'endpoint': scope.store.connectors[t.connector].host, 'tls': True},
            'display': {'label': t.label, 'languages': ['en', 'es'], 'screen_pack': f'{scope.tenant}-standard'},
            'surcharge': {'amount': money(t.surcharge), 'currency': 'USD'},
            'cassettes': [{'cassette': c['cassette'], 'denomination': c['denomination']} for c in t.cassettes],
            'heartbeat_interval_seconds': 300}


def timeline(t, scope):
    """Steps of one transaction, in the order in which they happened."""
    steps = [('started', 'Card inserted and transaction selected', 0), ('requested', f'Request {t.sequence_number} sent to the host', 4),
             ('answered', f'Host answered {t.response_code} {t.response_text}', 6)]
    if t.response_code in ('00', '10') and t.amount_completed:
        steps.append(('dispensed', f'{money(t.amount_completed)} USD dispensed', 14))
    if t.response_code == '68':
        steps += [('dispense_failed', 'Notes were not presented', 15), ('reversed', 'Reversal accepted by the host', 22)]
    steps.append(('closed', 'Receipt offered and session closed', 30))
    events = [{'at': isoformat(t.occurred_at + timedelta(seconds=s)), 'stage': stage, 'detail': detail}
              for stage, detail, s in steps]
    if faulty('timeline-pan-on-reversal') and t.response_code == '68':
        events[1]['detail'] += f' for card {card_number(t)}'
    return {'transaction': transaction(t), 'events': events}


def card_number(t):
    """What the vault reference resolves to, with its Luhn digit. No response may contain it."""
    body, total = '453201' + t.card_ref, 0
    for index, digit in enumerate(reversed(body)):
        value = int(digit) * (2 if index % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return f'{body}{-total % 10}'
