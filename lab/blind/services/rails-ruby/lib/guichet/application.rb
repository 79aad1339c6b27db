# frozen_string_literal: true

require 'json'
require 'uri'
require 'webrick'

module Guichet
  class HttpError < StandardError
    attr_reader :status, :code, :source

    def initialize(status, code, detail, source = nil)
      super(detail)
      @status = status
      @code = code
      @source = source
    end
  end

  # Routes and actions; one instance per request.
  class Application
    JSON_API = 'application/vnd.api+json; charset=utf-8'
    DEFAULT_LIMIT = 50
    MAX_LIMIT = 200
    ID = '([^/]+)'
    ROUTES = [
      ['GET', '/v1/portal', :portal], ['GET', '/v1/integrations/catalog', :catalog],
      ['GET', '/v1/integrations/public-openapi.json', :openapi, :public], ['GET', '/v1/public/branding-status', :branding, :public],
      ['GET', '/v1/transactions', :transactions], ['GET', "/v1/transactions/#{ID}/timeline", :timeline],
      ['GET', '/v1/settlements', :settlements], ['POST', '/v1/settlements/derive', :derive_settlements],
      ['GET', '/v1/disputes', :disputes], ['POST', '/v1/disputes', :create_dispute],
      ['GET', '/v1/locations', :locations], ['GET', "/v1/locations/#{ID}", :location],
      ['GET', "/v1/terminals/#{ID}/status-monitoring", :status_monitoring], ['GET', "/v1/terminals/#{ID}/transactions", :terminal_transactions],
      ['GET', "/v1/terminals/#{ID}/commands", :terminal_commands], ['GET', "/v1/terminals/#{ID}/provisioning-payload", :provisioning_payload],
      ['GET', "/v1/terminals/#{ID}/provisioning-export", :provisioning_export],
      ['GET', '/v1/connectors', :connectors], ['GET', "/v1/connectors/#{ID}/status", :connector_status],
      ['GET', '/v1/terminal-groups', :terminal_groups],
      ['GET', '/v1/feeds/account.xml', :account_feed], ['GET', "/v1/feeds/terminals/#{ID}\\.xml", :terminal_feed]
    ].map { |verb, pattern, action, access| [verb, /\A#{pattern.sub('.json', '\.json').sub('account.xml', 'account\.xml')}\z/, action, access == :public] }.freeze

    SORTS = {
      'date' => ->(x) { x.at }, 'amt_comp' => ->(x) { x.completed }, 'amt_req' => ->(x) { x.requested },
      'sur_comp' => ->(x) { x.surcharge_completed }, 'sur_req' => ->(x) { x.surcharge_requested },
      'seq' => ->(x) { x.sequence }, 'terminal' => ->(x) { x.terminal.id }, 'response' => ->(x) { x.response }
    }.freeze

    def self.call(store, req, res)
      new(store, req, res).dispatch
    end

    def initialize(store, req, res)
      @store = store
      @req = req
      @res = res
      @params = URI.decode_www_form(req.query_string.to_s).to_h
    rescue ArgumentError
      @params = {}
    end

    def dispatch
      path = @req.path
      found = ROUTES.select { |_, pattern, _, _| pattern.match?(path) }
      raise HttpError.new(404, 'not_found', 'Ressource introuvable') if found.empty? && authenticate!

      verb = @req.request_method == 'HEAD' ? 'GET' : @req.request_method
      _, pattern, action, open = found.find { |v, _, _, _| v == verb } || (raise HttpError.new(405, 'method_not_allowed', 'Méthode non permise'))
      authenticate! unless open?(action, open)
      @store.lock.synchronize do
        cached(verb) { send(action, *pattern.match(path).captures) }
      end
    rescue HttpError => e
      error(e)
    rescue StandardError => e
      warn "#{e.class}: #{e.message}\n#{e.backtrace.first(5).join("\n")}"
      error(HttpError.new(500, 'internal_error', 'Erreur interne'))
    end

    private

    attr_reader :viewer, :params

    def open?(action, open)
      return true if action == :catalog && Faults.on?('catalog-open-without-key')
      return false if action == :openapi && Faults.on?('openapi-needs-key')
      return false if action == :branding && Faults.on?('branding-status-needs-key')

      open
    end

    def cached(verb)
      return yield unless Faults.on?('response-reused-for-next-key')

      cache = (@@cache ||= {})
      cache.clear unless verb == 'GET'
      at, body, type = cache[@req.unparsed_uri]
      if at && Time.now - at < 10
        @res.body = body
        return @res['Content-Type'] = type
      end
      yield
      cache[@req.unparsed_uri] = [Time.now, @res.body, @res['Content-Type']] if verb == 'GET' && @res.status == 200
    end

    def authenticate!
      user = @store.user_by_key(@req['X-API-Key'])
      raise HttpError.new(401, 'unauthorized', 'Clé API absente ou invalide') unless user

      @viewer = Viewer.new(user, @store)
    end

    # --- actions -------------------------------------------------------------------------

    def portal = render(data: Portal.new(viewer).as_json)
    def catalog = render(data: Documentation.catalog, meta: { api_version: 'v1' })
    def branding = render({ data: Documentation.branding }, cache: 60)

    def openapi
      render(Documentation.openapi, cache: 3600, type: 'application/json; charset=utf-8')
    end

    def transactions
      authorize!(:money)
      rows = viewer.transactions
      transaction_list(filter(rows), filter(summary_rows))
    end

    def filter(rows)
      rows = rows.select { |x| terminal_matches?(x) } if given?('terminal_id') && !(given?('group_id') && Faults.on?('terminal-filter-dropped-with-group'))
      rows = rows.select { |x| group_matches?(x) } if given?('group_id')
      rows
    end

    def terminal_matches?(x)
      same = x.terminal.id == params['terminal_id']
      Faults.on?('terminal-filter-inverted') && viewer.terminal(params['terminal_id']) ? !same : same
    end

    def group_matches?(x)
      if Faults.on?('child-group-filter-returns-siblings')
        wanted = viewer.groups.find { |g| g.id == params['group_id'] }
        return !wanted.nil? && x.terminal.group.self_and_ancestors.last == wanted.self_and_ancestors.last
      end
      x.terminal.group.self_and_ancestors.any? { |g| g.id == params['group_id'] }
    end

    def summary_rows
      return viewer.transactions unless Faults.on?('summary-over-whole-tenant')

      @store.seeds.transactions.select { |x| x.terminal.tenant == viewer.user.tenant }
    end

    def terminal_transactions(id)
      authorize!(:money)
      t = terminal!(id)
      transaction_list(viewer.transactions.select { |x| Faults.on?('terminal-transactions-of-whole-circuit') ? x.terminal.group == t.group : x.terminal == t })
    end

    def timeline(id)
      authorize!(:money)
      x = viewer.transaction(id)
      x ||= @store.seeds.transactions.find { |y| y.id == id } if Faults.on?('foreign-timeline')
      not_found! unless x
      render(data: serializer.timeline(x))
    end

    def settlements
      authorize!(:money)
      rows = viewer.batches
      rows = @store.seeds.batches.select { |b| b.group.tenant == viewer.user.tenant } if Faults.on?('settlements-by-tenant')
      rows = rows.select { |b| b.status == 'settled' } if Faults.on?('settlements-one-status-only')
      list(rows.sort_by { |b| [b.window_end, b.id] }.reverse) { |b| serializer.batch(b) }
    end

    def derive_settlements
      authorize!(:derive_settlements)
      group_id = body['group_id']
      now = @store.now
      made = viewer.terminals.map(&:group).uniq.filter_map do |g|
        next if group_id && g.self_and_ancestors.none? { |x| x.id == group_id }

        rows = viewer.transactions.select { |x| x.terminal.group == g && x.batch_id.nil? }
        next if rows.empty?

        batch = Settlement.derive(g, rows, rows.map(&:at).min, now, "bat_#{SecureRandom.hex(7)}") or next
        batch.derived_at = now
        @store.seeds.batches << batch
        batch
      end
      render({ data: made.map { |b| serializer.batch(b) }, meta: { derived: made.size } }, status: made.empty? ? 200 : 201)
    end

    def disputes
      authorize!(:money)
      list(viewer.disputes.sort_by { |d| [d.opened_at, d.id] }.reverse) { |d| serializer.dispute(d) }
    end

    def create_dispute
      authorize!(Faults.on?('readonly-opens-disputes') ? :money : :open_disputes)
      form = body
      x = viewer.transaction(form['transaction_id'].to_s) || raise(HttpError.new(422, 'invalid', 'Transaction introuvable', '/transaction_id'))
      reason = form['reason_code'].to_s
      raise HttpError.new(422, 'invalid', 'reason_code est requis', '/reason_code') unless Documentation::BODIES['POST /v1/disputes'][:properties][:reason_code][:enum].include?(reason)
      raise HttpError.new(409, 'conflict', 'Un litige est déjà ouvert', '/transaction_id') if viewer.disputes.any? { |d| d.transaction == x && !d.resolved? }

      now = @store.now
      d = Dispute.new(id: "dsp_#{SecureRandom.hex(7)}", transaction: x, terminal: x.terminal, status: 'open', reason_code: reason,
                      amount: amount_of(form, x), opened_at: now, due_on: (now + 30 * 86_400).to_date, queue: 'litiges-niveau-1',
                      note: form['note']&.to_s&.slice(0, 500))
      @store.seeds.disputes << d unless Faults.on?('new-dispute-never-listed')
      render({ data: serializer.dispute(d) }, status: 201)
    end

    def locations
      rows = viewer.terminals
      rows = account_terminals if Faults.on?('location-list-ignores-user-visibility')
      list(rows) { |t| serializer.location(t) }
    end

    def account_terminals
      user = viewer.user
      @store.seeds.terminals.select { |t| t.tenant == user.tenant && (user.account.root? || t.account == user.account) }
    end

    def location(id)
      t = @store.terminal(id) if Faults.on?('location-lookup-by-tenant')
      t = terminal!(id) unless t && t.tenant == viewer.user.tenant
      render(data: serializer.location(t))
    end

    def status_monitoring(id) = render(data: serializer.monitoring(terminal!(id)))
    def provisioning_payload(id) = render(data: serializer.provisioning_payload(terminal!(id)))

    def provisioning_export(id)
      t = terminal!(id)
      t = viewer.terminals[viewer.terminals.index(t) - 1] if Faults.on?('export-of-another-terminal')
      render(data: serializer.provisioning_export(t))
    end

    def connectors
      rows = viewer.connectors
      rows = @store.seeds.connectors.select { |c| c.tenant == viewer.user.tenant } if Faults.on?('connectors-list-whole-tenant')
      list(rows) { |c| serializer.connector(c) }
    end

    def terminal_groups
      list(Faults.on?('terminal-groups-cross-account') ? @store.seeds.groups : viewer.groups) { |g| serializer.group(g) }
    end

    def connector_status(id)
      c = viewer.connectors.find { |x| x.id == id } || not_found!
      render(data: serializer.connector_status(c))
    end

    def terminal_commands(id)
      foreign = Faults.on?('foreign-commands')
      t = foreign ? @store.terminal(id) || not_found! : terminal!(id)
      list((foreign ? @store.seeds.commands : viewer.commands).select { |c| c.terminal == t }.sort_by(&:queued_at).reverse) { |c| serializer.command(c) }
    end

    def account_feed = rss(feeds.account)
    def terminal_feed(id) = rss(feeds.terminal(terminal!(id)))

    # --- helpers -------------------------------------------------------------------------

    def serializer = @serializer ||= Serializer.new(viewer)
    def feeds = Feeds.new(viewer, "http://#{@req['Host'] || '127.0.0.1'}")
    def given?(name) = !params[name].to_s.empty?
    def terminal!(id) = viewer.terminal(id) || not_found!
    def not_found! = raise(HttpError.new(404, 'not_found', 'Ressource introuvable'))

    def authorize!(grant)
      raise HttpError.new(403, 'forbidden', 'Votre rôle ne permet pas cette opération') unless viewer.can?(grant)
    end

    def body
      @body ||= begin
        raw = @req['Content-Length'] || @req['Transfer-Encoding'] ? @req.body.to_s : ''
        json = raw.strip.empty? ? {} : JSON.parse(raw.dup.force_encoding('UTF-8'))
        raise HttpError.new(400, 'bad_request', 'Objet JSON attendu') unless json.is_a?(Hash)

        flatten(json)
      end
    rescue JSON::ParserError
      raise HttpError.new(400, 'bad_request', 'Corps JSON invalide')
    end

    # JSON:API document or plain attributes.
    def flatten(json)
      data = json['data'].is_a?(Hash) ? json['data'] : nil
      return json unless data

      related = data['relationships'].is_a?(Hash) ? data['relationships'].dig('transaction', 'data', 'id') : nil
      { 'transaction_id' => related }.compact.merge(data['attributes'].is_a?(Hash) ? data['attributes'] : {})
    end

    def amount_of(form, x)
      return x.requested if form['amount'].nil?

      cents = (Float(form['amount'].to_s) * 100).round
      raise ArgumentError if cents <= 0 || cents > x.requested + x.surcharge_requested

      cents
    rescue ArgumentError, FloatDomainError
      raise HttpError.new(422, 'invalid', 'Montant invalide', '/amount')
    end

    def transaction_list(rows, counted = rows)
      by = given?('sort_by') ? params['sort_by'] : 'date'
      key = SORTS[by] || raise(HttpError.new(400, 'invalid_parameter', "sort_by inconnu : #{by}", 'sort_by'))
      dir = given?('sort_dir') ? params['sort_dir'].downcase : 'desc'
      raise HttpError.new(400, 'invalid_parameter', 'sort_dir doit être asc ou desc', 'sort_dir') unless %w[asc desc].include?(dir)

      key = ->(x) { Serializer.money(x.completed) } if by == 'amt_comp' && Faults.on?('amt-comp-sorted-as-text')
      key = SORTS['amt_req'] if by == 'amt_comp' && Faults.on?('sort-by-requested')
      sorted = rows.sort_by { |x| [key.(x), x.at, x.id] }
      sorted.reverse! if dir == 'desc'
      list(sorted, summary: serializer.summary(counted)) { |x| serializer.transaction(x) }
    end

    def list(rows, **meta, &block)
      size = positive('limit', DEFAULT_LIMIT).clamp(1, MAX_LIMIT)
      size = DEFAULT_LIMIT if given?('sort_by') && Faults.on?('limit-ignored-when-sorted')
      size = DEFAULT_LIMIT if given?('group_id') && Faults.on?('limit-lost-with-group')
      page = positive('page[number]', 1)
      shown = rows[(page - 1) * size, size] || []
      pages = [(rows.size.to_f / size).ceil, 1].max
      links = { self: page_link(page), first: page_link(1), last: page_link(pages) }
      links[:prev] = page_link(page - 1) if page > 1
      links[:next] = page_link(page + 1) if page < pages
      render(data: shown.map(&block), meta: { total_count: rows.size, page: page, page_size: size, total_pages: pages, **meta }, links: links)
    end

    def page_link(number) = "#{@req.path}?#{URI.encode_www_form(params.merge('page[number]' => number))}"

    def positive(name, default)
      return default unless given?(name)

      value = Integer(params[name], 10, exception: false)
      raise HttpError.new(400, 'invalid_parameter', "#{name} doit être un entier positif", name) unless value&.positive?

      value
    end

    def render(document = nil, status: 200, type: JSON_API, cache: nil, **members)
      @res.status = status
      @res['Content-Type'] = type
      @res['Cache-Control'] = cache ? "public, max-age=#{cache}" : 'private, no-store'
      @res.body = JSON.generate(document || members)
      return unless cache

      @res['ETag'] = %("#{Digest::SHA256.hexdigest(@res.body)[0, 20]}")
      return unless @req['If-None-Match'] == @res['ETag']

      @res.status = 304
      @res.body = ''
    end

    def rss(xml)
      @res.status = 200
      @res['Content-Type'] = 'application/rss+xml; charset=utf-8'
      @res['Cache-Control'] = 'private, no-store'
      @res.body = xml
    end

    def error(e)
      entry = { status: e.status.to_s, code: e.code, detail: e.message }
      entry[:source] = e.source.start_with?('/') ? { pointer: e.source } : { parameter: e.source } if e.source
      render({ errors: [entry] }, status: e.status)
    end
  end
end
