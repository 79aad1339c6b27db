# frozen_string_literal: true

module Guichet
  # Integration catalog, public OpenAPI document, public branding status.
  module Documentation
    RSS = { account: { path: '/v1/feeds/account.xml', content_type: 'application/rss+xml', description: 'Condensé du compte' },
            terminal: { path: '/v1/feeds/terminals/{terminal_id}.xml', content_type: 'application/rss+xml', description: 'Flux par guichet' } }.freeze

    # id, name, surfaces, endpoints, events, feeds, notes
    SERVICES = [
      ['account_fleet', 'Compte et parc', %w[dashboard account users branding],
       ['GET /v1/portal', 'GET /v1/integrations/catalog', 'GET /v1/integrations/public-openapi.json', 'GET /v1/public/branding-status', 'GET /v1/terminal-groups'],
       %w[heartbeat_stale processor_outage communication_flapping], %i[account], ['Commencer par GET /v1/portal.']],
      ['terminals_locations', 'Guichets, emplacements et télémétrie', %w[terminals map monitoring],
       ['GET /v1/locations', 'GET /v1/locations/{terminal_id}', 'GET /v1/terminals/{terminal_id}/status-monitoring'],
       %w[heartbeat_stale cash_low cash_out dispenser_fault compliance_expiration location_risk_change], %i[account terminal], ['Seuls les guichets visibles sont retournés.']],
      ['transactions', 'Transactions et processeurs', %w[transactions reports],
       ['GET /v1/transactions', 'GET /v1/transactions/{transaction_id}/timeline', 'GET /v1/terminals/{terminal_id}/transactions'],
       %w[decline_spike approval_rate_drop reversal_spike high_decline_velocity repeated_same_card_attempt], %i[account terminal], ['Aucun NAP, piste ni bloc NIP.']],
      ['rms_provisioning', 'RMS, commandes, connecteurs et approvisionnement', %w[commands connectors provisioning],
       ['GET /v1/connectors', 'GET /v1/connectors/{connector_id}/status', 'GET /v1/terminals/{terminal_id}/commands',
        'GET /v1/terminals/{terminal_id}/provisioning-payload', 'GET /v1/terminals/{terminal_id}/provisioning-export'],
       %w[command_failed provisioning_failed], %i[terminal], ['Aucune clé cryptographique dans les exports.']],
      ['settlements_disputes', 'Règlements, versements et litiges', %w[settlements disputes],
       ['GET /v1/settlements', 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
       %w[settlement_mismatch], [], ['Écritures réservées aux rôles habilités.']],
      ['compliance_onboarding', 'Coffre de conformité et intégration', %w[compliance_vault onboarding documents videos],
       ['GET /v1/portal'], %w[compliance_expiration location_risk_change], [], ['Disponible uniquement dans le portail.']]
    ].freeze

    FEEDS_SERVICE = ['feeds', 'Flux RSS', %w[rss], ['GET /v1/feeds/account.xml', 'GET /v1/feeds/terminals/{terminal_id}.xml'], [],
                     %i[account terminal], ['Lecture seule, pour interrogation périodique.']].freeze

    def self.catalog
      (SERVICES + [FEEDS_SERVICE]).map do |id, name, surfaces, endpoints, events, feeds, notes|
        events -= %w[location_risk_change] if id == 'compliance_onboarding' && Faults.on?('catalog-compliance-event-missing')
        { type: 'service_groups', id: id, attributes: {
          name: name, portal_surfaces: surfaces, webhook_events: events,
          api_endpoints: endpoints.map { |e| e.split.then { |m, p| { method: m, path: catalog_path(p), summary: OPERATIONS.dig(e, 0) } } },
          rss_feeds: feeds.map { |f| RSS.fetch(f) }, notes: notes
        } }
      end
    end

    def self.catalog_path(path) = Faults.on?('catalog-paths-unversioned') ? path.delete_prefix('/v1') : path

    def self.branding
      { type: 'branding_statuses', id: 'platform', attributes: { branding: 'ready', docs_host: 'docs.guichetplus.ca', docs_host_state: 'ready', tls: 'issued' } }
    end

    # endpoint => [summary, response schema or media, list?, query parameters]
    OPERATIONS = {
      'GET /v1/portal' => ['Instantané du portail', 'PortalSnapshot', false],
      'GET /v1/integrations/catalog' => ["Catalogue d'intégration", 'ServiceGroup', true],
      'GET /v1/integrations/public-openapi.json' => ['Document OpenAPI public', nil, false],
      'GET /v1/transactions' => ['Transactions normalisées', 'Transaction', true, %w[limit page[number] terminal_id group_id sort_by sort_dir]],
      'GET /v1/transactions/{transaction_id}/timeline' => ["Chronologie d'une transaction", 'TimelineEvent', true],
      'GET /v1/settlements' => ['Lots ACH', 'SettlementBatch', true, %w[limit page[number]]],
      'POST /v1/settlements/derive' => ['Calculer les lots des transactions non réglées', 'SettlementBatch', true],
      'GET /v1/disputes' => ['Litiges', 'Dispute', true, %w[limit page[number]]],
      'POST /v1/disputes' => ['Ouvrir un litige', 'Dispute', false],
      'GET /v1/locations' => ['Emplacements', 'Location', true, %w[limit page[number]]],
      'GET /v1/locations/{terminal_id}' => ["Emplacement d'un guichet", 'Location', false],
      'GET /v1/terminals/{terminal_id}/status-monitoring' => ['État et télémétrie', 'StatusMonitoring', false],
      'GET /v1/terminals/{terminal_id}/transactions' => ["Transactions d'un guichet", 'Transaction', true, %w[limit page[number] sort_by sort_dir]],
      'GET /v1/connectors' => ['Connecteurs', 'Connector', true, %w[limit page[number]]],
      'GET /v1/connectors/{connector_id}/status' => ["État d'un connecteur", 'ConnectorStatus', false],
      'GET /v1/terminal-groups' => ['Groupes de guichets', 'TerminalGroup', true, %w[limit page[number]]],
      'GET /v1/terminals/{terminal_id}/commands' => ["Commandes d'un guichet", 'Command', true, %w[limit page[number]]],
      'GET /v1/terminals/{terminal_id}/provisioning-payload' => ["Charge d'approvisionnement", 'ProvisioningPayload', false],
      'GET /v1/terminals/{terminal_id}/provisioning-export' => ["Export d'approvisionnement", 'ProvisioningExport', false],
      'GET /v1/feeds/account.xml' => ['Flux RSS du compte', :rss, false],
      'GET /v1/feeds/terminals/{terminal_id}.xml' => ["Flux RSS d'un guichet", :rss, false],
      'GET /v1/public/branding-status' => ['État public de la marque', 'BrandingStatus', false]
    }.freeze

    PUBLIC = ['GET /v1/integrations/public-openapi.json', 'GET /v1/public/branding-status'].freeze
    SORTS = %w[date amt_comp amt_req sur_comp sur_req seq terminal response].freeze

    # s string, d date-time, D date, m money, i integer, n number, b boolean, o object, a array; ? = optional
    SCHEMAS = {
      'PortalSnapshot' => 'principal:o account:o branding:o access_flags:o visible_users:a visible_terminals:a visible_groups:a visible_connectors:a recent_transactions:a recent_commands:a recent_forms:a report_catalog:a compliance_vault:a onboarding:a documents:a videos:a open_alerts:a counts:o',
      'ServiceGroup' => 'name:s portal_surfaces:a api_endpoints:a webhook_events:a rss_feeds:a notes:a',
      'Transaction' => 'terminal_datetime:d transaction_type:s sequence_number:s account_type:s emv:s? response:s response_code:s amount_requested:m amount_completed:m surcharge_requested:m surcharge_completed:m currency:s',
      'TimelineEvent' => 'event:s occurred_at:d description:s',
      'SettlementBatch' => 'status:s credit_entry_count:i debit_entry_count:i entry_count:i credit_total:m debit_total:m net_payout:m currency:s window_start:d window_end:d derived_at:d submitted_at:d? effective_date:D? settled_at:d?',
      'Dispute' => 'status:s reason_code:s transaction_id:s terminal_id:s amount:m currency:s opened_at:d due_date:D note:s? assignment:o resolution:o reviewer:o?',
      'Location' => 'terminal_id:s site_name:s address:s city:s province:s country:s postal_code:s latitude:n longitude:n site_type:s risk_level:s opening_hours:s',
      'StatusMonitoring' => 'state:s last_heartbeat_at:d signal_dbm:i firmware:s printer:s dispenser:s card_reader:s door:s temperature_c:i uptime_pct:n cassettes:a open_alerts:a',
      'Connector' => 'name:s kind:s protocol:s state:s terminal_count:i',
      'ConnectorStatus' => 'state:s message:s last_sync_at:d latency_ms:i error_rate_pct:n terminals_total:i terminals_online:i terminals_degraded:i terminals_offline:i',
      'TerminalGroup' => 'name:s kind:s terminal_count:i terminal_ids:a',
      'Command' => 'name:s status:s source:s queued_at:d completed_at:d? result:s?',
      'ProvisioningPayload' => 'config_version:i language:s time_zone:s currency:s host:o surcharge:m cassettes:a receipt:o remote_key_loading:o',
      'ProvisioningExport' => 'format:s generated_at:d lines:a checksum:s jobs:a',
      'BrandingStatus' => 'branding:s docs_host:s docs_host_state:s tls:s'
    }.freeze

    TYPES = { 's' => { type: 'string' }, 'd' => { type: 'string', format: 'date-time' }, 'D' => { type: 'string', format: 'date' },
              'm' => { type: 'string', pattern: '^-?\d+\.\d{2}$' }, 'i' => { type: 'integer' }, 'n' => { type: 'number' },
              'b' => { type: 'boolean' }, 'o' => { type: 'object' }, 'a' => { type: 'array', items: {} } }.freeze

    BODIES = {
      'POST /v1/disputes' => { type: 'object', required: %w[transaction_id reason_code],
                               properties: { transaction_id: { type: 'string' }, reason_code: { type: 'string', enum: %w[NO_CASH PARTIAL_CASH DUPLICATE UNRECOGNIZED OTHER] },
                                             amount: { type: 'string', pattern: '^\d+\.\d{2}$' }, note: { type: 'string' } } },
      'POST /v1/settlements/derive' => { type: 'object', properties: { group_id: { type: 'string' } } }
    }.freeze

    def self.openapi
      paths = Hash.new { |h, k| h[k] = {} }
      OPERATIONS.each { |endpoint, spec| endpoint.split.then { |verb, path| paths[path][verb.downcase] = operation(endpoint, path, *spec) } }
      { openapi: '3.0.3', info: { title: 'API GuichetPlus', version: '1.0.0', description: 'Surface publique pour les clients.' },
        servers: [{ url: '/' }], security: [{ ApiKey: [] }], paths: paths,
        components: { securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
                      schemas: SCHEMAS.to_h { |name, text| [name, schema(text)] } } }
    end

    def self.schema(text)
      members = text.split.map { |m| m.split(':') }
      { type: 'object', required: %w[type id attributes], properties: {
        type: { type: 'string' }, id: { type: 'string' }, relationships: { type: 'object' },
        attributes: { type: 'object', required: members.reject { |_, t| t.end_with?('?') }.map(&:first),
                      properties: members.to_h { |n, t| [n, t.end_with?('?') ? TYPES[t[0]].merge(nullable: true) : TYPES[t]] } }
      } }
    end

    def self.operation(endpoint, path, summary, schema, list, query = [])
      op = { summary: summary, operationId: endpoint.downcase.gsub(/[^a-z0-9]+/, '_').delete_suffix('_'),
             parameters: path.scan(/\{(\w+)\}/).map { |n,| { name: n, in: 'path', required: true, schema: { type: 'string' } } } + query.map { |q| query_parameter(q) },
             responses: { (endpoint == 'POST /v1/disputes' ? '201' : '200') => { description: 'OK', content: content(schema, list, query) } } }
      op[:responses].merge!('401' => { description: 'Clé absente ou invalide' }, '403' => { description: 'Droits insuffisants' }, '404' => { description: 'Introuvable' }) unless PUBLIC.include?(endpoint)
      op[:responses]['201'] = op[:responses]['200'].merge(description: 'Lots créés') if endpoint == 'POST /v1/settlements/derive'
      op[:responses].merge!('409' => { description: 'Litige déjà ouvert' }, '422' => { description: 'Données invalides' }) if endpoint == 'POST /v1/disputes'
      op[:security] = [] if PUBLIC.include?(endpoint)
      op[:requestBody] = { required: endpoint.end_with?('disputes'), content: { 'application/json' => { schema: BODIES[endpoint] } } } if BODIES[endpoint]
      op
    end

    def self.query_parameter(name)
      schema = case name
               when 'limit', 'page[number]' then { type: 'integer', minimum: 1 }
               when 'sort_by' then { type: 'string', enum: SORTS }
               when 'sort_dir' then { type: 'string', enum: %w[asc desc] }
               else { type: 'string' }
               end
      { name: name, in: 'query', required: false, schema: schema }
    end

    def self.content(schema, list, query)
      return { 'application/rss+xml' => { schema: { type: 'string' } } } if schema == :rss
      return { 'application/json' => { schema: { type: 'object' } } } if schema.nil?

      ref = { '$ref': "#/components/schemas/#{schema}" }
      data = list ? { type: 'array', items: ref } : ref
      document = { data: data }
      document.merge!(meta: { type: 'object' }, links: { type: 'object' }) unless query.empty?
      { 'application/vnd.api+json' => { schema: { type: 'object', properties: document } } }
    end
  end
end
