"""Domain objects. Plain dataclasses; the Store plays the part of the database."""

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Optional


@dataclass
class Account:
    id: str
    name: str
    tenant: str
    parent: Optional[str]
    contact_email: str
    phone: str
    opened_on: str


@dataclass
class Organisation:
    tenant: str
    name: str
    slug: str
    primary_colour: str
    accent_colour: str
    portal_host: str
    docs_host: str
    dns_state: str
    support_email: str


@dataclass
class User:
    id: str
    name: str
    email: str
    tenant: str
    account: str
    role: str                      # administrator | area_manager | auditor | technician
    groups: Optional[list] = None  # None: not restricted by group
    terminals: Optional[list] = None
    key: Optional[str] = None
    last_login: Optional[datetime] = None


@dataclass
class Group:
    id: str
    name: str
    tenant: str
    account: str
    parent: Optional[str] = None


@dataclass
class Connector:
    id: str
    name: str
    tenant: str
    processor: str
    protocol: str
    host: str
    state: str
    latency_ms: int
    last_handshake: datetime


@dataclass
class Location:
    id: str
    tenant: str
    name: str
    street: str
    city: str
    region: str
    postal_code: str
    latitude: float
    longitude: float
    utc_offset: int
    opening_hours: str
    risk_rating: str


@dataclass
class Terminal:
    id: str
    tenant: str
    account: str
    group: str
    connector: str
    location: str
    label: str
    model: str
    serial_number: str
    software_version: str
    state: str
    last_heartbeat: datetime
    surcharge: Decimal
    utc_offset: int
    cassettes: list
    signal_dbm: int
    temperature_c: float
    uptime_hours: int


@dataclass
class Transaction:
    id: str
    tenant: str
    terminal: str
    occurred_at: datetime
    utc_offset: int
    transaction_type: str
    sequence_number: str
    account_type: str
    emv: Optional[bool]
    response_code: str
    response_text: str
    amount_requested: Decimal
    amount_completed: Decimal
    surcharge_requested: Decimal
    surcharge_completed: Decimal
    card_ref: str = ''             # vault reference; never serialised
    batch: Optional[str] = None


@dataclass
class SettlementBatch:
    id: str
    tenant: str
    account: str
    group: str
    status: str
    credit_entry_count: int
    debit_entry_count: int
    credit_total: Decimal
    debit_total: Decimal
    period_start: datetime
    period_end: datetime
    created_at: datetime
    submitted_at: Optional[datetime] = None
    settled_at: Optional[datetime] = None
    terminals: list = field(default_factory=list)


@dataclass
class Dispute:
    id: str
    tenant: str
    transaction: str
    terminal: str
    status: str
    reason_code: str
    amount: Decimal
    opened_at: datetime
    due_date: str
    assigned_team: Optional[str] = None
    assigned_at: Optional[datetime] = None
    resolution: Optional[str] = None
    resolved_at: Optional[datetime] = None
    reviewed_by: Optional[str] = None
    reviewed_at: Optional[datetime] = None
    notes: str = ''


@dataclass
class Command:
    id: str
    tenant: str
    terminal: str
    command: str
    status: str
    queued_at: datetime
    completed_at: Optional[datetime]
    result: Optional[str]


@dataclass
class ProvisioningJob:
    id: str
    tenant: str
    terminal: str
    kind: str
    status: str
    created_at: datetime
    finished_at: Optional[datetime]
    package: str


@dataclass
class Alert:
    id: str
    tenant: str
    terminal: str
    event: str
    severity: str
    message: str
    raised_at: datetime
    cleared_at: Optional[datetime]


@dataclass
class JournalEntry:
    id: str
    tenant: str
    terminal: str
    observed_at: datetime
    message: str


@dataclass
class Record:
    """Portal-only material: forms, compliance vault, onboarding, documents, videos."""
    id: str
    tenant: str
    section: str
    title: str
    status: str
    terminal: Optional[str]
    account: str
    updated_at: datetime
    extra: dict = field(default_factory=dict)


class Store:
    def __init__(self, now):
        self.now = now
        self.lock = threading.RLock()
        self.organisations = {}
        self.accounts, self.users, self.groups, self.connectors = {}, {}, {}, {}
        self.locations, self.terminals, self.transactions = {}, {}, {}
        self.settlements, self.disputes = {}, {}
        self.commands, self.jobs, self.alerts, self.journal, self.records = [], [], [], [], []
        self.users_by_key = {}
        self._serial = 0

    def next_serial(self):
        self._serial += 1
        return self._serial

    def account_tree(self, account_id):
        found = [account_id]
        for current in found:
            found.extend(a.id for a in self.accounts.values() if a.parent == current)
        return found

    def group_tree(self, group_id):
        found = [group_id]
        for current in found:
            found.extend(g.id for g in self.groups.values() if g.parent == current)
        return found

    # -- settlement derivation ------------------------------------------------
    PROCESSING_FEE = Decimal('0.35')

    def derive_batch(self, group_id, period_start, period_end, batch_id, created_at, status='pending'):
        """Sweep the unbatched, funded transactions of one funding group into an ACH batch."""
        rows = [t for t in self.transactions.values()
                if t.batch is None and t.amount_completed > 0
                and period_start <= t.occurred_at < period_end
                and self.terminals[t.terminal].group == group_id]
        if not rows:
            return None
        group = self.groups[group_id]
        terminals = sorted({t.terminal for t in rows})
        credit = sum((t.amount_completed + t.surcharge_completed for t in rows), Decimal('0.00'))
        batch = SettlementBatch(
            id=batch_id, tenant=group.tenant, account=group.account, group=group_id, status=status,
            credit_entry_count=len(terminals), debit_entry_count=len(terminals),
            credit_total=credit, debit_total=self.PROCESSING_FEE * len(rows),
            period_start=period_start, period_end=period_end, created_at=created_at, terminals=terminals)
        for row in rows:
            row.batch = batch.id
        self.settlements[batch.id] = batch
        return batch


def utc_now():
    return datetime.now(timezone.utc).replace(microsecond=0)


def isoformat(moment):
    return None if moment is None else moment.strftime('%Y-%m-%dT%H:%M:%SZ')


def local_isoformat(moment, utc_offset):
    return moment.astimezone(timezone(timedelta(hours=utc_offset))).isoformat()
