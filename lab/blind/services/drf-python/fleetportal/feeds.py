"""RSS 2.0 digests of the account and of single terminals."""

from email.utils import format_datetime
from xml.sax.saxutils import escape

from .faults import faulty
from .serialisers import money

PER_CATEGORY = 20


def _newest(rows, moment):
    return sorted(rows, key=moment, reverse=True)[:PER_CATEGORY]


def _status(terminals):
    return [('terminal_status', f'status-{t.id}', f'{t.id} is {t.state}', f'Last heartbeat of {t.label}', t.last_heartbeat, t.id)
            for t in _newest(terminals, lambda t: t.last_heartbeat)]


def _transactions(rows):
    return [('transaction', t.id, f'{t.terminal}: {t.transaction_type} {t.response_text.lower()}',
             f'Sequence {t.sequence_number}, completed {money(t.amount_completed)} USD', t.occurred_at, t.terminal)
            for t in _newest(rows, lambda t: t.occurred_at)]


def _alerts(rows):
    return [('alert', a.id, f'{a.terminal}: {a.event} ({a.severity})',
             a.message + ('' if a.cleared_at is None else ' (cleared)'), a.raised_at, a.terminal)
            for a in _newest(rows, lambda a: a.raised_at)]


def _journal(rows):
    return [('switch_journal', j.id, f'{j.terminal}: switch journal', j.message, j.observed_at, j.terminal)
            for j in _newest(rows, lambda j: j.observed_at)]


def _commands(rows):
    return [('command', c.id, f'{c.terminal}: {c.command} {c.status}', c.result or 'Waiting for the terminal',
             c.completed_at or c.queued_at, c.terminal) for c in _newest(rows, lambda c: c.queued_at)]


def _jobs(rows):
    return [('provisioning', j.id, f'{j.terminal}: {j.kind} {j.status}', f'Package {j.package}',
             j.finished_at or j.created_at, j.terminal) for j in _newest(rows, lambda j: j.created_at)]


def account_feed(scope, base_url):
    store = scope.store
    items = (_status(scope.terminals.values()) + _transactions(scope.transactions())
             + _alerts(scope.of_visible_terminals(store.alerts)) + _journal(scope.of_visible_terminals(store.journal)))
    if faulty('account-feed-one-terminal'):
        only = next(iter(scope.terminals))
        items = [item for item in items if item[5] == only]
    name = store.accounts[scope.user.account].name
    return _render(store, f'{name}: fleet digest', f'{base_url}/v1/feeds/account.xml',
                   f'Activity of {len(scope.terminals)} terminals', items)


def terminal_feed(scope, terminal, base_url):
    store = scope.store

    def own(rows):
        return [row for row in rows if row.terminal == terminal.id]

    items = (_status([terminal]) + _transactions(own(scope.transactions())) + _journal(own(store.journal))
             + _commands(own(store.commands)) + _jobs(own(store.jobs)) + _alerts(own(store.alerts)))
    return _render(store, f'{terminal.id}: {terminal.label}', f'{base_url}/v1/feeds/terminals/{terminal.id}.xml',
                   f'Activity of terminal {terminal.id}', items)


def _render(store, title, link, description, items):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<rss version="2.0">', '<channel>',
             f'<title>{escape(title)}</title>', f'<link>{escape(link)}</link>',
             f'<description>{escape(description)}</description>', '<language>en-gb</language>',
             f'<lastBuildDate>{format_datetime(store.now)}</lastBuildDate>', '<ttl>5</ttl>']
    for category, guid, heading, text, moment, _terminal in sorted(items, key=lambda item: item[4], reverse=True):
        lines.append(f'<item><title>{escape(heading)}</title><description>{escape(text)}</description>'
                     f'<category>{category}</category><guid isPermaLink="false">{escape(guid)}</guid>'
                     f'<pubDate>{format_datetime(moment)}</pubDate></item>')
    return '\n'.join(lines + ['</channel>', '</rss>', '']).encode()
