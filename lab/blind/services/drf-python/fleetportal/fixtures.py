"""Demo data. Deterministic for a fixed seed; every moment is relative to the start of the process."""

import random
from datetime import timedelta
from decimal import Decimal

from .models import (Account, Alert, Command, Connector, Dispute, Group, JournalEntry, Location,
                     Organisation, ProvisioningJob, Record, Store, Terminal, Transaction, User)

SEED = 20417

TENANTS = {
    'harbourlight': {
        'organisation': ('Harbourlight Cash Services', '#0B3C5D', '#F2B134', 'active'),
        'accounts': [('ACC-1000', 'Harbourlight Cash Services', None),
                     ('ACC-1010', 'Quayside Retail', 'ACC-1000'),
                     ('ACC-1020', 'Fenwick Hospitality', 'ACC-1000')],
        'groups': [('GRP-101', 'Eastern Seaboard', 'ACC-1000', None),
                   ('GRP-102', 'Boston Transit', 'ACC-1000', 'GRP-101'),
                   ('GRP-103', 'Providence Campus', 'ACC-1000', 'GRP-101'),
                   ('GRP-110', 'Quayside Stores', 'ACC-1010', None),
                   ('GRP-111', 'Quayside North', 'ACC-1010', 'GRP-110'),
                   ('GRP-112', 'Quayside South', 'ACC-1010', 'GRP-110'),
                   ('GRP-113', 'Quayside North Kiosks', 'ACC-1010', 'GRP-111'),
                   ('GRP-120', 'Fenwick Hotels', 'ACC-1020', None)],
        'fleet': [('GRP-101', 2), ('GRP-102', 4), ('GRP-103', 3), ('GRP-111', 4), ('GRP-112', 4),
                  ('GRP-113', 3), ('GRP-120', 6)],
        'connectors': [('CON-01', 'Columbus Switch East', 'Columbus Data', 'ISO 8583', 'up'),
                       ('CON-02', 'Switch Commerce Primary', 'Switch Commerce', 'ISO 8583', 'up'),
                       ('CON-03', 'Cardtronics Sponsor Link', 'Cardtronics', 'TCP/TLS Std 3', 'degraded')],
        'routes': {'GRP-101': 'CON-01', 'GRP-102': 'CON-01', 'GRP-103': 'CON-01', 'GRP-111': 'CON-02',
                   'GRP-113': 'CON-02', 'GRP-112': 'CON-03', 'GRP-120': 'CON-03'},
        'users': [
            ('USR-501', 'Helen Marsh', 'ACC-1000', 'administrator', None, None, 'administrator'),
            ('USR-502', 'Owen Pryce', 'ACC-1000', 'auditor', None, None, 'auditor'),
            ('USR-503', 'Priya Nair', 'ACC-1010', 'area_manager', ['GRP-111'], None, 'area_manager'),
            ('USR-504', 'Gareth Lloyd', 'ACC-1000', 'technician', [], [0, 3, 7, 10, 14, 21], 'technician'),
            ('USR-505', 'Sophie Arden', 'ACC-1020', 'administrator', None, None, None),
            ('USR-506', 'Callum Reid', 'ACC-1010', 'technician', ['GRP-112'], None, None)],
        'cities': [('Boston', 'MA', '021', 42.36, -71.06, -5), ('Providence', 'RI', '029', 41.82, -71.41, -5),
                   ('Hartford', 'CT', '061', 41.76, -72.67, -5), ('Portland', 'ME', '041', 43.66, -70.26, -5)],
        'prefix': 'HL', 'first': 20417, 'transactions': 520,
    },
    'pennine': {
        'organisation': ('Pennine ATM Group', '#3A5A40', '#A3B18A', 'pending_verification'),
        'accounts': [('ACC-2000', 'Pennine ATM Group', None)],
        'groups': [('GRP-301', 'Lakeside', 'ACC-2000', None),
                   ('GRP-302', 'Lakeside Casinos', 'ACC-2000', 'GRP-301'),
                   ('GRP-310', 'Prairie Fuel Stops', 'ACC-2000', None)],
        'fleet': [('GRP-301', 3), ('GRP-302', 5), ('GRP-310', 6)],
        'connectors': [('CON-21', 'Worldpay Central', 'Worldpay', 'ISO 8583', 'up'),
                       ('CON-22', 'FIS Midwest', 'FIS', 'ISO 8583', 'up')],
        'routes': {'GRP-301': 'CON-21', 'GRP-302': 'CON-21', 'GRP-310': 'CON-22'},
        'users': [
            ('USR-801', 'Martin Holroyd', 'ACC-2000', 'administrator', None, None, 'administrator'),
            ('USR-802', 'Beth Calloway', 'ACC-2000', 'auditor', ['GRP-310'], None, 'branch_auditor'),
            ('USR-803', 'Imran Sadiq', 'ACC-2000', 'technician', ['GRP-302'], None, None)],
        'cities': [('Chicago', 'IL', '606', 41.88, -87.63, -6), ('Milwaukee', 'WI', '532', 43.04, -87.91, -6),
                   ('Des Moines', 'IA', '503', 41.59, -93.62, -6)],
        'prefix': 'PN', 'first': 70130, 'transactions': 290,
    },
}

STREETS = ['Atlantic Avenue', 'Congress Street', 'Union Street', 'Maple Avenue', 'Mill Lane', 'Canal Street',
           'Station Road', 'Market Square', 'Thames Street', 'Orchard Drive']
SITES = ['South Station', 'Corner Market', 'Harbour Deli', 'Student Union', 'Grand Lobby', 'Fuel & Go',
         'Ferry Terminal', 'Bowling Centre', 'Late Shop', 'Concourse B', 'Sports Bar', 'Arcade']
MODELS = ['Hyosung Halo II', 'Genmega G2500', 'Hantle 1700W', 'NCR SelfServ 22']
JOURNAL = ['0800 network management request answered in {n} ms', 'Host link re-established after {n} s',
           'TLS session renewed, cipher unchanged', 'Message authentication retry {n} of 3',
           'Working key exchange completed', 'Day close acknowledged by the switch']
ALERTS = [('heartbeat_stale', 'warning', 'No heartbeat for more than 20 minutes'),
          ('cash_low', 'warning', 'Cassette 1 is below the replenishment threshold'),
          ('cash_out', 'critical', 'All cassettes are empty'),
          ('dispenser_fault', 'critical', 'Dispenser reports a pick failure'),
          ('communication_flapping', 'warning', 'Link went up and down repeatedly'),
          ('decline_spike', 'warning', 'Share of declined transactions is above the usual band')]
COMMANDS = ['reboot', 'load_configuration', 'sync_clock', 'collect_journal', 'update_screens', 'close_day']
DECLINES = [('51', 'Insufficient funds'), ('55', 'Incorrect PIN'), ('61', 'Exceeds withdrawal limit'),
            ('91', 'Issuer unavailable')]
ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'


def build_store(now):
    store = Store(now)
    rng = random.Random(SEED)
    for slug, spec in TENANTS.items():
        _build_tenant(store, rng, slug, spec)
    store.users_by_key = {u.key: u for u in store.users.values() if u.key}
    return store


def _code(rng, length):
    return ''.join(rng.choice(ALPHABET) for _ in range(length))


def _build_tenant(store, rng, slug, spec):
    now = store.now
    name, primary, accent, dns_state = spec['organisation']
    store.organisations[slug] = Organisation(slug, name, slug, primary, accent, f'portal.{slug}.example',
                                             f'docs.{slug}.example', dns_state, f'support@{slug}.example')
    for account_id, account_name, parent in spec['accounts']:
        store.accounts[account_id] = Account(
            account_id, account_name, slug, parent, f'accounts+{account_id.lower()}@{slug}.example',
            f'+1 617 555 01{rng.randint(10, 99)}', (now - timedelta(days=rng.randint(400, 1500))).date().isoformat())
    for group_id, group_name, account, parent in spec['groups']:
        store.groups[group_id] = Group(group_id, group_name, slug, account, parent)
    for connector_id, label, processor, protocol, state in spec['connectors']:
        store.connectors[connector_id] = Connector(
            connector_id, label, slug, processor, protocol, f'{connector_id.lower()}.switch.example:8443', state,
            rng.randint(38, 190), now - timedelta(seconds=rng.randint(10, 240)))
    terminals = _build_terminals(store, rng, slug, spec)
    for user_id, full_name, account, role, groups, picks, key in spec['users']:
        store.users[user_id] = User(
            user_id, full_name, full_name.lower().replace(' ', '.') + f'@{slug}.example', slug, account, role, groups,
            None if picks is None else [terminals[i].id for i in picks],
            None if key is None else f'tfp_{slug[:4]}_{_code(rng, 28)}',
            now - timedelta(minutes=rng.randint(3, 9000)))
    _build_transactions(store, rng, slug, spec, terminals)
    _build_settlements(store, rng, slug, spec)
    _build_disputes(store, rng, slug)
    _build_activity(store, rng, slug, terminals)
    _build_records(store, rng, slug, spec, terminals)


def _build_terminals(store, rng, slug, spec):
    now, terminals, location = store.now, [], None
    groups = {g[0]: g for g in spec['groups']}
    group_ids = [group for group, size in spec['fleet'] for _ in range(size)]
    for index, group_id in enumerate(group_ids):
        if location is None or index % 3 != 1:  # every third terminal shares the site of its predecessor
            city, region, postcode, latitude, longitude, offset = spec['cities'][index % len(spec['cities'])]
            location = Location(
                f'LOC-{spec["first"] // 100 + index}', slug, f'{SITES[index % len(SITES)]}, {city}',
                f'{rng.randint(2, 940)} {rng.choice(STREETS)}', city, region, f'{postcode}{rng.randint(10, 49)}',
                round(latitude + rng.uniform(-.05, .05), 5), round(longitude + rng.uniform(-.05, .05), 5), offset,
                rng.choice(['24 hours', '06:00-23:00', '08:00-22:00']), rng.choice(['low', 'low', 'medium', 'high']))
            store.locations[location.id] = location
        state = rng.choices(['online', 'offline', 'maintenance'], [8, 1, 1])[0]
        stale = timedelta(minutes=rng.randint(40, 2000)) if state == 'offline' else timedelta(seconds=rng.randint(5, 290))
        terminal = Terminal(
            f'{spec["prefix"]}-{spec["first"] + index * 7}', slug, groups[group_id][2], group_id,
            spec['routes'][group_id], location.id, f'{location.name} #{index + 1}', rng.choice(MODELS),
            _code(rng, 10), rng.choice(['7.4.1', '7.4.3', '8.0.0']), state, now - stale,
            Decimal(rng.choice(['2.50', '2.95', '3.25', '3.50', '3.95'])), location.utc_offset,
            [{'cassette': 1, 'denomination': 20, 'notes_remaining': rng.randint(40, 1900)},
             {'cassette': 2, 'denomination': 50, 'notes_remaining': rng.randint(0, 700)}],
            -rng.randint(51, 104), round(rng.uniform(18, 34), 1), rng.randint(2, 1400))
        store.terminals[terminal.id] = terminal
        terminals.append(terminal)
    return terminals


def _build_transactions(store, rng, slug, spec, terminals):
    zero = Decimal('0.00')
    sequence = {t.id: rng.randint(1200, 8800) for t in terminals}
    minutes = sorted((rng.randint(2, 24 * 60 * 24) for _ in range(spec['transactions'])), reverse=True)
    for minute in minutes:
        terminal = rng.choice(terminals)
        sequence[terminal.id] += rng.randint(1, 3)
        kind = rng.choices(['withdrawal', 'balance_inquiry', 'cash_advance'], [16, 2, 2])[0]
        requested = zero if kind == 'balance_inquiry' else Decimal(rng.choice([20, 40, 60, 80, 100, 120, 160, 200, 300, 400]))
        surcharge = zero if kind == 'balance_inquiry' else terminal.surcharge
        outcome = rng.choices(['approved', 'declined', 'partial', 'reversed'], [76, 13, 5, 6])[0]
        if kind == 'balance_inquiry' and outcome != 'declined':
            outcome = 'approved'
        if outcome == 'partial' and requested < 60:
            outcome = 'approved'
        completed, fee, response = requested, surcharge, ('00', 'Approved')
        if outcome == 'declined':
            completed, fee, response = zero, zero, rng.choice(DECLINES)
        elif outcome == 'partial':
            completed, response = requested - 20 * rng.randint(1, int(requested) // 40), ('10', 'Partial dispense')
        elif outcome == 'reversed':
            completed, fee, response = zero, zero, ('68', 'Reversed')
        transaction = Transaction(
            f'TX-{_code(rng, 10)}', slug, terminal.id,
            store.now - timedelta(minutes=minute, seconds=rng.randint(0, 59)), terminal.utc_offset, kind,
            f'{sequence[terminal.id]:06d}',
            'credit' if kind == 'cash_advance' else rng.choice(['checking', 'checking', 'savings']),
            rng.choices([True, False, None], [7, 1, 2])[0], *response,
            requested.quantize(zero), completed.quantize(zero), surcharge, fee,
            card_ref=''.join(rng.choice('0123456789') for _ in range(9)))
        store.transactions[transaction.id] = transaction


def _build_settlements(store, rng, slug, spec):
    for week in (3, 2, 1):  # the last three days stay unbatched until somebody derives
        start = store.now - timedelta(days=3 + 7 * week)
        end = start + timedelta(days=7)
        for group_id, _ in spec['fleet']:
            number, returned = _code(rng, 7), rng.random() < .15
            batch = store.derive_batch(group_id, start, end, f'ACH-{number}', end + timedelta(hours=2))
            if batch is None:
                continue
            batch.submitted_at = end + timedelta(hours=6)
            batch.status = 'submitted'
            if week > 1:
                batch.status = 'returned' if returned else 'settled'
                batch.settled_at = end + timedelta(days=2, hours=9) if batch.status == 'settled' else None


def _build_disputes(store, rng, slug):
    rows = [t for t in store.transactions.values() if t.tenant == slug and t.amount_requested > 0]
    weeks_old = [t for t in rows if t.occurred_at < store.now - timedelta(days=4)]
    chosen = rng.sample(weeks_old, 22 if slug == 'harbourlight' else 14)
    reviewers = [u.name for u in store.users.values() if u.tenant == slug and u.role == 'administrator']
    for row in chosen:
        opened = row.occurred_at + timedelta(hours=rng.randint(5, 70))
        status = rng.choice(['open', 'under_review', 'accepted', 'rejected', 'accepted'])
        amount = row.amount_completed or row.amount_requested
        dispute = Dispute(
            f'DSP-{_code(rng, 6)}', slug, row.id, row.terminal, status,
            rng.choice(['cash_not_dispensed', 'partial_dispense', 'duplicate_charge', 'not_recognised']),
            amount, opened, (opened + timedelta(days=30)).date().isoformat(), notes='Raised by the card issuer')
        if status != 'open':
            dispute.assigned_team, dispute.assigned_at = 'Disputes desk', opened + timedelta(hours=3)
        if status in ('accepted', 'rejected'):
            dispute.resolution = 'cardholder_refunded' if status == 'accepted' else 'journal_confirms_dispense'
            dispute.resolved_at = min(opened + timedelta(hours=rng.randint(8, 40)), store.now - timedelta(minutes=9))
            dispute.reviewed_by, dispute.reviewed_at = rng.choice(reviewers), dispute.resolved_at
        store.disputes[dispute.id] = dispute


def _build_activity(store, rng, slug, terminals):
    def ago(low, high):
        return store.now - timedelta(minutes=rng.randint(low, high))

    for terminal in terminals:
        for _ in range(rng.randint(2, 5)):
            queued = ago(4, 14000)
            done = None if queued > store.now - timedelta(minutes=90) else queued + timedelta(seconds=rng.randint(8, 900))
            failed = done is not None and rng.random() < .12
            store.commands.append(Command(
                f'CMD-{_code(rng, 7)}', slug, terminal.id, rng.choice(COMMANDS),
                'queued' if done is None else 'completed', queued, done,
                None if done is None else 'failed: terminal busy' if failed else 'ok'))
        if rng.random() < .6:
            store.commands.append(Command(f'CMD-{_code(rng, 7)}', slug, terminal.id, rng.choice(COMMANDS), 'queued',
                                          ago(1, 60), None, None))
        for _ in range(rng.randint(1, 2)):
            created = ago(300, 30000)
            finished = created + timedelta(minutes=rng.randint(2, 45))
            store.jobs.append(ProvisioningJob(
                f'JOB-{_code(rng, 6)}', slug, terminal.id, rng.choice(['initial_load', 'parameter_update', 'screen_pack']),
                rng.choices(['succeeded', 'failed'], [7, 1])[0], created, finished,
                f'{terminal.software_version}-{_code(rng, 4)}'))
        for _ in range(rng.randint(1, 3)):
            event, severity, message = rng.choice(ALERTS)
            raised = ago(10, 9000)
            cleared = raised + timedelta(minutes=rng.randint(5, 300))
            store.alerts.append(Alert(f'ALR-{_code(rng, 6)}', slug, terminal.id, event, severity, message, raised,
                                      None if cleared > store.now or rng.random() < .3 else cleared))
        for _ in range(rng.randint(2, 4)):
            store.journal.append(JournalEntry(f'JRN-{_code(rng, 7)}', slug, terminal.id, ago(3, 5000),
                                              rng.choice(JOURNAL).format(n=rng.randint(1, 3))))


def _build_records(store, rng, slug, spec, terminals):
    def add(section, title, status, terminal, account, **extra):
        store.records.append(Record(f'{section[:3].upper()}-{_code(rng, 5)}', slug, section, title, status,
                                    terminal, account, store.now - timedelta(minutes=rng.randint(30, 40000)), extra))

    for terminal in terminals[::2]:
        add('forms', rng.choice(['Terminal relocation request', 'Cash loading schedule', 'Surcharge change request']),
            rng.choice(['draft', 'submitted', 'approved']), terminal.id, terminal.account)
    for terminal in terminals[1::3]:
        add('compliance_vault', rng.choice(['PCI PTS attestation', 'ADA site survey', 'EMV kernel certificate']),
            rng.choice(['valid', 'expiring']), terminal.id, terminal.account,
            expires_on=(store.now + timedelta(days=rng.randint(12, 500))).date().isoformat())
    for account_id, account_name, _ in spec['accounts']:
        add('onboarding', f'Sponsor bank paperwork: {account_name}', rng.choice(['complete', 'in_progress']), None, account_id)
        add('onboarding', f'Settlement account check: {account_name}', 'complete', None, account_id)
        add('documents', f'Services agreement: {account_name}', 'signed', None, account_id, pages=rng.randint(9, 40))
        add('videos', f'Replenishing safely: {account_name}', 'published', None, account_id, duration_seconds=rng.randint(90, 600))
