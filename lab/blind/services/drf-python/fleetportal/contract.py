"""The machine-readable contract: integration catalog, public OpenAPI document, branding status."""

from .faults import faulty

TX = [('limit', 'integer'), ('offset', 'integer'), ('terminal_id', 'string'), ('group_id', 'string'),
      ('sort_by', 'string'), ('sort_dir', 'string')]
PAGE = TX[:2]
# method, path, family, summary, query parameters, media type, schema
ENDPOINTS = [
    ('GET', '/v1/portal', 'account', 'Scoped portal snapshot of the current user', [], 'json', 'PortalSnapshot'),
    ('GET', '/v1/integrations/catalog', 'account', 'Inventory of the integration surface', [], 'json', 'IntegrationCatalog'),
    ('GET', '/v1/integrations/public-openapi.json', 'account', 'This document', [], 'json', None),
    ('GET', '/v1/transactions', 'transactions', 'Normalised transaction rows with a summary', TX, 'json', 'TransactionList'),
    ('GET', '/v1/transactions/{transaction_id}/timeline', 'transactions', 'Timeline of one transaction', [], 'json', 'Timeline'),
    ('GET', '/v1/settlements', 'settlements', 'ACH settlement batches', PAGE, 'json', 'SettlementList'),
    ('POST', '/v1/settlements/derive', 'settlements', 'Derive batches from unbatched transactions', [], 'json', 'DeriveResult'),
    ('GET', '/v1/disputes', 'settlements', 'Dispute cases', PAGE, 'json', 'DisputeList'),
    ('POST', '/v1/disputes', 'settlements', 'Raise a dispute', [], 'json', 'Dispute'),
    ('GET', '/v1/locations', 'terminals', 'Locations', PAGE, 'json', 'LocationList'),
    ('GET', '/v1/locations/{terminal_id}', 'terminals', 'Location of one terminal', [], 'json', 'Location'),
    ('GET', '/v1/terminals/{terminal_id}/status-monitoring', 'terminals', 'Status and telemetry', [], 'json', 'StatusMonitoring'),
    ('GET', '/v1/terminals/{terminal_id}/transactions', 'transactions', 'Transactions of one terminal', TX, 'json', 'TransactionList'),
    ('GET', '/v1/connectors', 'rms', 'Connectors', PAGE, 'json', 'ConnectorList'),
    ('GET', '/v1/connectors/{connector_id}/status', 'rms', 'Status of one connector', [], 'json', 'ConnectorStatus'),
    ('GET', '/v1/terminal-groups', 'account', 'Terminal groups', PAGE, 'json', 'TerminalGroupList'),
    ('GET', '/v1/terminals/{terminal_id}/commands', 'rms', 'Commands of one terminal', PAGE, 'json', 'CommandList'),
    ('GET', '/v1/terminals/{terminal_id}/provisioning-payload', 'rms', 'Provisioning payload', [], 'json', 'ProvisioningPayload'),
    ('GET', '/v1/terminals/{terminal_id}/provisioning-export', 'rms', 'Provisioning export', [], 'json', 'ProvisioningExport'),
    ('GET', '/v1/feeds/account.xml', 'account', 'Account RSS feed', [], 'rss', None),
    ('GET', '/v1/feeds/terminals/{terminal_id}.xml', 'terminals', 'RSS feed of one terminal', [], 'rss', None),
    ('GET', '/v1/public/branding-status', 'account', 'Branding and docs-host readiness', [], 'json', 'BrandingStatus'),
]
PUBLIC_PATHS = {'/v1/integrations/public-openapi.json', '/v1/public/branding-status'}

FAMILIES = {
    'account': ('Account and fleet snapshot', ['dashboard', 'organisation', 'users', 'groups'],
                ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
                'The portal snapshot is the safest first call.'),
    'terminals': ('Terminals, locations, telemetry', ['terminals', 'locations', 'monitoring'],
                  ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration',
                   'location_risk_change'], 'Telemetry is as recent as the last heartbeat.'),
    'transactions': ('Transactions and processor activity', ['transactions', 'reports'],
                     ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity',
                      'repeated_same_card_attempt'], 'Rows never carry card data.'),
    'rms': ('RMS, commands, connectors, provisioning', ['commands', 'connectors', 'provisioning'],
            ['command_failed', 'provisioning_failed'], 'Commands are queued in the portal.'),
    'settlements': ('Settlements, payouts, disputes', ['settlements', 'disputes'], ['settlement_mismatch'],
                    'Deriving batches needs an administrator; raising disputes needs a manager.'),
    'compliance': ('Compliance vault and onboarding', ['compliance_vault', 'onboarding', 'documents', 'videos'],
                   ['compliance_expiration', 'location_risk_change'],
                   'Available through the portal snapshot only; there are no dedicated endpoints.'),
}
FEEDS_OF = {'account': ['/v1/feeds/account.xml'],
            'terminals': ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
            'transactions': ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
            'rms': ['/v1/feeds/terminals/{terminal_id}.xml']}


def catalog():
    services = {}
    for slug, (title, surfaces, events, note) in FAMILIES.items():
        endpoints = [{'method': method, 'path': path, 'summary': text, 'requires_key': path not in PUBLIC_PATHS}
                     for method, path, family, text, *_ in ENDPOINTS if family == slug]
        if slug == 'compliance':
            endpoints = [{'method': 'GET', 'path': '/v1/portal', 'summary': ENDPOINTS[0][3], 'requires_key': True}]
            if faulty('catalog-compliance-events-dropped'):
                events = ['compliance_expiration']
        services[slug] = {'title': title, 'portal_surfaces': surfaces, 'api_endpoints': endpoints,
                          'webhook_events': events, 'rss_feeds': FEEDS_OF.get(slug, []), 'notes': [note]}
    return {'version': 'v1', 'services': services}


def _string(**more):
    return {'type': 'string', **more}


def _object(names, optional=(), **special):
    properties = {n: special.get(n, _string()) for n in list(names) + list(optional)}
    return {'type': 'object', 'properties': properties, 'required': list(names)}


def _ref(name):
    return {'$ref': f'#/components/schemas/{name}'}


def _array(items):
    return {'type': 'array', 'items': items}


ANY, INT, MONEY, MOMENT = {'type': 'object'}, {'type': 'integer'}, _string(format='decimal'), _string(format='date-time')
MAYBE, MAYBE_MOMENT = _string(nullable=True), _string(format='date-time', nullable=True)
TEXTS = _array(_string())


def _schemas():
    schemas = {
        'Transaction': _object(
            ['id', 'terminal', 'terminal_date_time', 'transaction_type', 'sequence_number', 'account_type', 'response',
             'amount_requested', 'amount_completed', 'surcharge_requested', 'surcharge_completed'], ['emv'],
            terminal_date_time=MOMENT, emv={'type': 'boolean'}, response=_object(['code', 'text']), amount_requested=MONEY,
            amount_completed=MONEY, surcharge_requested=MONEY, surcharge_completed=MONEY),
        'TransactionSummary': _object(['total_surcharge', 'total_withdrawn'], total_surcharge=MONEY, total_withdrawn=MONEY),
        'Settlement': _object(
            ['id', 'account', 'funding_group', 'status', 'currency', 'credit_entry_count', 'debit_entry_count',
             'entry_count', 'credit_total', 'debit_total', 'net_payout', 'terminals', 'period_start', 'period_end',
             'created_at', 'submitted_at', 'settled_at'],
            status=_string(enum=['pending', 'submitted', 'settled', 'returned']), credit_entry_count=INT,
            debit_entry_count=INT, entry_count=INT, credit_total=MONEY, debit_total=MONEY, net_payout=MONEY, terminals=TEXTS,
            period_start=MOMENT, period_end=MOMENT, created_at=MOMENT, submitted_at=MAYBE_MOMENT, settled_at=MAYBE_MOMENT),
        'Dispute': _object(
            ['id', 'status', 'reason_code', 'transaction', 'terminal', 'amount', 'opened_at', 'due_date', 'assigned_team',
             'assigned_at', 'resolution', 'resolved_at', 'notes'], ['reviewer'],
            status=_string(enum=['open', 'under_review', 'accepted', 'rejected']), amount=MONEY, opened_at=MOMENT,
            due_date=_string(format='date'), assigned_team=MAYBE, assigned_at=MAYBE_MOMENT, resolution=MAYBE,
            resolved_at=MAYBE_MOMENT, reviewer=_object(['name', 'reviewed_at'], reviewed_at=MOMENT)),
        'Location': _object(['id', 'name', 'street', 'city', 'region', 'postal_code', 'country', 'latitude', 'longitude',
                             'opening_hours', 'risk_rating', 'terminals'], latitude={'type': 'number'},
                            longitude={'type': 'number'}, terminals=TEXTS),
        'TerminalGroup': _object(['id', 'name', 'account', 'parent', 'terminal_count', 'terminals'], parent=MAYBE,
                                 terminal_count=INT, terminals=TEXTS),
        'Connector': _object(['id', 'name', 'processor', 'protocol', 'state', 'terminal_count'], terminal_count=INT),
        'ConnectorStatus': _object(['connector', 'state', 'endpoint', 'latency_ms', 'last_handshake', 'terminals_total',
                                    'terminals_online'], latency_ms=INT, last_handshake=MOMENT, terminals_total=INT,
                                   terminals_online=INT),
        'Command': _object(['id', 'terminal', 'command', 'status', 'queued_at', 'completed_at', 'result'],
                           queued_at=MOMENT, completed_at=MAYBE_MOMENT, result=MAYBE),
        'Timeline': _object(['transaction', 'events'], transaction=_ref('Transaction'),
                            events=_array(_object(['at', 'stage', 'detail'], at=MOMENT))),
        'StatusMonitoring': _object(['terminal', 'state', 'last_heartbeat', 'software_version', 'telemetry', 'cassettes',
                                     'open_alerts'], last_heartbeat=MOMENT, telemetry=ANY, cassettes=_array(ANY),
                                    open_alerts=_array(ANY)),
        'ProvisioningPayload': _object(['terminal', 'payload_version', 'host', 'display', 'surcharge', 'cassettes',
                                        'heartbeat_interval_seconds'], host=ANY, display=ANY, surcharge=ANY,
                                       cassettes=_array(ANY), heartbeat_interval_seconds=INT),
        'ProvisioningExport': _object(['terminal', 'exported_at', 'payload', 'jobs'], exported_at=MOMENT,
                                      payload=_ref('ProvisioningPayload'), jobs=_array(ANY)),
        'DeriveResult': _object(['created', 'results'], created=INT, results=_array(_ref('Settlement'))),
        'DisputeCreate': _object(['transaction', 'reason_code'], ['amount', 'notes'], amount=MONEY),
        'SettlementDerive': _object([], ['period_start', 'period_end', 'funding_group'], period_start=MOMENT, period_end=MOMENT),
        'PortalSnapshot': _object(
            ['principal', 'account', 'organisation', 'access', 'users', 'terminals', 'groups', 'connectors',
             'recent_transactions', 'recent_commands', 'forms', 'report_catalogue', 'compliance_vault', 'onboarding',
             'documents', 'videos'], principal=ANY, account=ANY, organisation=ANY, access=ANY, users=_array(ANY),
            terminals=_array(ANY), groups=_array(_ref('TerminalGroup')), connectors=_array(_ref('Connector')),
            recent_transactions=_array(_ref('Transaction')), recent_commands=_array(_ref('Command')), forms=_array(ANY),
            report_catalogue=_array(ANY), compliance_vault=_array(ANY), onboarding=_array(ANY), documents=_array(ANY),
            videos=_array(ANY)),
        'IntegrationCatalog': _object(['version', 'services'], services={
            'type': 'object', 'additionalProperties': _object(
                ['title', 'portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'],
                portal_surfaces=TEXTS, api_endpoints=_array(ANY), webhook_events=TEXTS, rss_feeds=TEXTS, notes=TEXTS)}),
        'BrandingStatus': _object(['branding', 'docs_host'], branding=ANY, docs_host=ANY),
        'Error': _object([], ['detail']),
    }
    for name in ('Transaction', 'Settlement', 'Dispute', 'Location', 'TerminalGroup', 'Connector', 'Command'):
        extra = {'summary': _ref('TransactionSummary')} if name == 'Transaction' else {}
        schemas[f'{name}List'] = _object(['count', 'next', 'previous', 'results', *extra], count=INT, next=MAYBE,
                                         previous=MAYBE, results=_array(_ref(name)), **extra)
    return schemas


def openapi():
    paths = {}
    for method, path, family, text, query, media, schema in ENDPOINTS:
        names = [part.split('}')[0] for part in path.split('{')[1:]]
        parameters = [{'name': n, 'in': 'path', 'required': True, 'schema': _string()} for n in names]
        parameters += [{'name': n, 'in': 'query', 'required': False, 'schema': {'type': kind}} for n, kind in query]
        content = {'application/rss+xml': {'schema': _string()}} if media == 'rss' else {
            'application/json': {'schema': _ref(schema) if schema else ANY}}
        operation = {'operationId': f'{method.lower()}_' + path[4:].replace('/', '_').replace('-', '_').replace('.', '_').replace('{', '').replace('}', ''),
                     'summary': text, 'tags': [family], 'parameters': parameters,
                     'responses': {'201' if method == 'POST' else '200': {'description': 'Success', 'content': content}}}
        if path in PUBLIC_PATHS:
            operation['security'] = []
        else:
            for status, meaning in (('401', 'No valid key'), ('403', 'Not permitted'), ('404', 'Not found')):
                operation['responses'][status] = {'description': meaning, 'content': {
                    'application/json': {'schema': _ref('Error')}}}
        if method == 'POST':
            body = 'DisputeCreate' if path.endswith('disputes') else 'SettlementDerive'
            operation['requestBody'] = {'content': {'application/json': {'schema': _ref(body)}}}
        paths.setdefault(path[3:] if faulty('openapi-paths-without-version') else path, {})[method.lower()] = operation
    if faulty('openapi-lists-compliance-endpoint'):
        paths['/v1/compliance-vault'] = {'get': {
            'operationId': 'get_compliance_vault', 'summary': 'Compliance vault', 'tags': ['compliance'], 'parameters': [],
            'responses': {'200': {'description': 'Success', 'content': {'application/json': {'schema': ANY}}}}}}
    return {'openapi': '3.0.3',
            'info': {'title': 'Terminal Fleet Portal Data Service', 'version': '1.0.0'},
            'servers': [{'url': '/'}], 'security': [{'ApiKey': []}], 'paths': paths,
            'components': {'securitySchemes': {'ApiKey': {'type': 'apiKey', 'in': 'header', 'name': 'X-API-Key'}},
                           'schemas': _schemas()}}


def branding_status():
    return {'branding': {'product_name': 'Tillview Portal', 'theme_published': True, 'status': 'ready'},
            'docs_host': {'hostname': 'docs.tillview.example', 'dns_verified': True, 'certificate': 'issued', 'status': 'ready'}}
