# frozen_string_literal: true

require 'digest'
require 'time'

module Guichet
  # db/seeds: deterministic for SEED, every time is relative to the start of the process.
  class Seeds
    SEED = 20_240_624
    DAY = 86_400
    KEYS = {
      'laurentides_admin' => 'glk_live_7Qm2xVt9RaLaurAdm01',
      'laurentides_verification' => 'glk_live_h4Zc8NwPeLaurVer02',
      'saguenay_gestion' => 'glk_live_Ty61sKbUoSaguGes03',
      'laurentides_technique' => 'glk_live_b9Rf3GdXiLaurTec04',
      'estrie_admin' => 'glk_live_M5jw0HqLaEstrAdm05',
      'estrie_commis' => 'glk_live_c2Xn7YvSuEstrCom06'
    }.freeze

    MODELS = ['Genmega Onyx', 'Hyosung Halo II', 'Triton ARGO 15', 'Hantle 1700W'].freeze
    STREETS = ['rue Principale', 'boul. Talbot', 'rue Saint-Georges', 'chemin du Lac', 'rue King Ouest',
               'rue Racine Est', 'boul. Curé-Labelle', 'rue Notre-Dame', 'avenue du Parc'].freeze
    SITES = ['Dépanneur Beau-Soir', 'Marché Tremblay', 'Station Pétro-Nord', 'Bar Le Draveur', 'Pharmacie Gagnon',
             'Hôtel des Cascades', 'Brasserie du Coin', 'Aréna municipal', 'Casse-croûte Chez Lise',
             'Quincaillerie Morin', 'Centre commercial Place du Lac', 'Microbrasserie La Chasse-galerie'].freeze
    COMMANDS = %w[restart sync_config pull_journal update_firmware sync_clock test_dispense].freeze
    ALERTS = {
      'heartbeat_stale' => ['critical', 'Aucun signal de vie depuis plus de 30 minutes'],
      'cash_low' => ['warning', 'Niveau de billets sous le seuil'],
      'cash_out' => ['critical', 'Cassette vide'],
      'dispenser_fault' => ['critical', 'Défaut du distributeur de billets'],
      'communication_flapping' => ['warning', 'Lien de communication instable'],
      'decline_spike' => ['warning', 'Hausse inhabituelle des refus']
    }.freeze
    JOURNAL = {
      'SW-0210' => 'Réponse du commutateur reçue en 1,2 s', 'SW-0420' => 'Message de renversement transmis',
      'SW-0800' => 'Écho réseau réussi', 'SW-0912' => "Délai d'attente de l'émetteur dépassé",
      'SW-0301' => 'Fermeture de lot au commutateur'
    }.freeze

    attr_reader :now, :tenants, :accounts, :groups, :connectors, :terminals, :transactions, :batches, :disputes,
                :commands, :jobs, :alerts, :observations, :status_changes, :forms, :vault, :tasks,
                :documents, :users

    def initialize(now)
      @now = now
      @rng = Random.new(SEED)
      %i[tenants accounts groups connectors terminals transactions batches disputes commands jobs alerts
         observations status_changes forms vault tasks documents users].each { |n| instance_variable_set("@#{n}", []) }
      laurentides
      estrie
      @terminals.each { |t| history_of(t) }
      @tenants.each { |t| settle(t) }
      @tenants.each { |t| open_disputes(t) }
    end

    private

    def pick(list) = list[@rng.rand(list.size)]
    def chance(pct) = @rng.rand(100) < pct
    def uid(prefix) = "#{prefix}_#{@rng.bytes(7).unpack1('H*')}"
    def ago(seconds) = @now - seconds.to_i

    def tenant(slug, name, host, colour)
      t = Tenant.new(slug: slug, name: name, currency: 'CAD',
                     branding: { display_name: name, portal_host: host, primary_colour: colour,
                                 logo_url: "https://#{host}/assets/logo.svg",
                                 dns: { state: 'verified', cname_target: 'edge.guichetplus.ca',
                                        tls: 'issued', checked_at: ago(5400).iso8601 } },
                     videos: [{ title: 'Remplir les cassettes', duration: 312 },
                              { title: 'Remplacer le rouleau de papier', duration: 148 }])
      @tenants << t
      t
    end

    def account(tenant, id, name, city, parent: nil, plan: 'flotte')
      a = Account.new(id: id, tenant: tenant, parent: parent, name: name, legal_name: "#{name} inc.", city: city,
                      neq: (1_160_000_000 + @rng.rand(9_000_000)).to_s, plan: plan,
                      phone: "+1 819 555-01#{10 + @rng.rand(89)}", created_on: (@now - 900 * DAY).to_date)
      @accounts << a
      2.times { |i| @tasks << OnboardingTask.new(id: uid('onb'), account: a, title: ['Signer le contrat ACH', 'Valider le compte bancaire'][i], status: i.zero? ? 'done' : 'in_progress') }
      [['Entente de traitement', 'contract'], ['Relevé mensuel', 'statement'], ["Guide de l'exploitant", 'guide']].each do |title, kind|
        @documents << Document.new(id: uid('doc'), account: a, title: "#{title} — #{name}", kind: kind,
                                   published_on: (@now - (20 + @rng.rand(200)) * DAY).to_date)
      end
      a
    end

    def group(account, id, name, parent: nil, kind: 'circuit')
      g = Group.new(id: id, tenant: account.tenant, account: account, parent: parent, name: name, kind: kind)
      @groups << g
      g
    end

    def connector(tenant, id, name, kind, protocol, state: 'up')
      c = Connector.new(id: id, tenant: tenant, name: name, kind: kind, protocol: protocol, state: state,
                        last_sync_at: ago(20 + @rng.rand(400)), latency_ms: 90 + @rng.rand(300),
                        error_rate: (@rng.rand * 2).round(2),
                        message: state == 'up' ? 'Opérationnel' : 'Délais intermittents')
      @connectors << c
      c
    end

    def user(account, name, email, role, group_ids: nil, key: nil)
      @users << User.new(id: uid('usr'), tenant: account.tenant, account: account, name: name, email: email,
                         role: role, group_ids: group_ids, key: key && KEYS.fetch(key),
                         last_seen_at: ago(60 + @rng.rand(90_000)))
    end

    def install(group, count, prefix, first, connectors, city)
      count.times do |i|
        id = "#{prefix}-#{first + i}"
        site = pick(SITES)
        @terminals << Terminal.new(
          id: id, tenant: group.tenant, account: group.account, group: group, connector: pick(connectors),
          location: Location.new(id: "loc-#{id.downcase}", site_name: site, city: city,
                                 address: "#{10 + @rng.rand(2900)}, #{pick(STREETS)}",
                                 postal_code: "#{pick(%w[G7H G7J J7Z J8H J0Z J1H J1K J2G])} #{@rng.rand(10)}#{pick(%w[A B C E K L])}#{@rng.rand(10)}",
                                 latitude: (45.3 + @rng.rand * 3).round(5), longitude: (-79 + @rng.rand * 8).round(5),
                                 site_type: pick(%w[convenience_store bar gas_station hotel arena]),
                                 risk: pick(%w[low low low medium high]), opening_hours: pick(['24/7', '07:00-23:00', '11:00-03:00'])),
          label: "#{site} (#{city})", model: pick(MODELS), serial: "SN#{100_000 + @rng.rand(899_999)}",
          firmware: pick(%w[7.4.1 7.4.3 7.5.0]), state: 'online', last_heartbeat_at: ago(15 + @rng.rand(200)),
          cassettes: [{ denomination: 20, notes: 150 + @rng.rand(1400), capacity: 1700 },
                      { denomination: 50, notes: 40 + @rng.rand(500), capacity: 800 }].first(chance(40) ? 2 : 1),
          surcharge: pick([250, 275, 300, 350]), installed_on: (@now - (60 + @rng.rand(1200)) * DAY).to_date,
          signal: -1 * (55 + @rng.rand(50)), config_version: 20 + @rng.rand(9),
          telemetry: { printer: pick(%w[ok ok ok paper_low]), dispenser: 'ok', card_reader: 'ok', door: 'closed',
                       temperature_c: 14 + @rng.rand(18), uptime_pct: (96 + @rng.rand * 4).round(2) }
        )
      end
    end

    def laurentides
      t = tenant('laurentides', 'Réseau Guichets Laurentides', 'portail.guichetslaurentides.ca', '#0b5d3b')
      root = account(t, 'acc-1001', 'Réseau Guichets Laurentides', 'Saint-Jérôme', plan: 'entreprise')
      sag = account(t, 'acc-1002', 'Guichets Saguenay–Lac-Saint-Jean', 'Chicoutimi', parent: root)
      abi = account(t, 'acc-1003', 'Guichets Abitibi', "Val-d'Or", parent: root)
      north = group(root, 'grp-101', 'Région Laurentides', kind: 'region')
      jer = group(root, 'grp-102', 'Circuit Saint-Jérôme', parent: north)
      trem = group(root, 'grp-103', 'Circuit Mont-Tremblant', parent: north)
      sagr = group(sag, 'grp-104', 'Région Saguenay', kind: 'region')
      chi = group(sag, 'grp-105', 'Circuit Chicoutimi', parent: sagr)
      alma = group(sag, 'grp-106', 'Circuit Alma', parent: sagr)
      val = group(abi, 'grp-107', "Circuit Val-d'Or")
      interac = connector(t, 'con-201', 'Commutateur Boréal', 'processor', 'ISO8583')
      relais = connector(t, 'con-202', 'Relais Nordique', 'processor', 'ISO8583', state: 'degraded')
      abilink = connector(t, 'con-203', 'Passerelle Abitibi', 'processor', 'TDN-TLS')
      connector(t, 'con-204', 'Export comptable Acomba', 'accounting', 'SFTP')
      install(jer, 5, 'GL', 1001, [interac], 'Saint-Jérôme')
      install(trem, 4, 'GL', 1011, [interac, relais], 'Mont-Tremblant')
      install(chi, 5, 'GL', 1021, [interac, relais], 'Chicoutimi')
      install(alma, 4, 'GL', 1031, [relais], 'Alma')
      install(val, 4, 'GL', 1041, [abilink], "Val-d'Or")
      user(root, 'Geneviève Lachance', 'g.lachance@guichetslaurentides.ca', 'administrator', key: 'laurentides_admin')
      user(root, 'Marc-André Pelletier', 'ma.pelletier@guichetslaurentides.ca', 'auditor', key: 'laurentides_verification')
      user(sag, 'Josée Bouchard', 'j.bouchard@guichetssaguenay.ca', 'manager', key: 'saguenay_gestion')
      user(sag, 'Éric Simard', 'e.simard@guichetssaguenay.ca', 'clerk', group_ids: %w[grp-106])
      user(root, 'Steeve Gauthier', 's.gauthier@guichetslaurentides.ca', 'technician', group_ids: %w[grp-102 grp-105], key: 'laurentides_technique')
      user(abi, 'Nathalie Cyr', 'n.cyr@guichetsabitibi.ca', 'manager')
    end

    def estrie
      t = tenant('estrie', 'Estrie Libre-Service', 'portail.estrielibreservice.ca', '#243a73')
      root = account(t, 'acc-2001', 'Estrie Libre-Service', 'Sherbrooke', plan: 'entreprise')
      sher = group(root, 'grp-301', 'Sherbrooke', kind: 'region')
      ville = group(root, 'grp-302', 'Sherbrooke Centre-ville', parent: sher)
      campus = group(root, 'grp-303', 'Sherbrooke Campus', parent: sher)
      magog = group(root, 'grp-304', 'Circuit Magog')
      granby = group(root, 'grp-305', 'Circuit Granby')
      a = connector(t, 'con-401', 'Réseau Cantons', 'processor', 'ISO8583')
      b = connector(t, 'con-402', 'Hôte Haute-Yamaska', 'processor', 'ISO8583')
      connector(t, 'con-403', 'Export Sage 50', 'accounting', 'SFTP')
      install(ville, 4, 'ES', 501, [a], 'Sherbrooke')
      install(campus, 3, 'ES', 511, [a], 'Sherbrooke')
      install(magog, 4, 'ES', 521, [a], 'Magog')
      install(granby, 4, 'ES', 531, [b], 'Granby')
      user(root, 'Sylvain Roy', 'sroy@estrielibreservice.ca', 'administrator', key: 'estrie_admin')
      user(root, 'Maude Thibault', 'mthibault@estrielibreservice.ca', 'clerk', group_ids: %w[grp-303 grp-304], key: 'estrie_commis')
      user(root, 'Kevin O’Brien', 'kobrien@estrielibreservice.ca', 'technician', group_ids: %w[grp-302 grp-303])
    end

    def history_of(term)
      sell(term)
      operate(term)
      watch(term)
    end

    def sell(term)
      seq = 2000 + @rng.rand(5000)
      ages = Array.new(17 + @rng.rand(9)) { 400 + @rng.rand(27 * DAY) }.sort.reverse
      ages.each { |age| @transactions << sale(term, ago(age), seq += 1 + @rng.rand(3)) }
    end

    def sale(term, at, seq)
      inquiry = chance(8)
      asked = inquiry ? 0 : 20 * (1 + @rng.rand(chance(20) ? 25 : 10)) * 100
      fee = inquiry ? 100 : term.surcharge
      roll = @rng.rand(100)
      response, code, paid, fee_paid =
        if roll < 76 || (inquiry && roll < 88) then ['approved', '00', asked, fee]
        elsif roll < 86 || inquiry then ['declined', pick(%w[51 55 61 05]), 0, 0]
        elsif roll < 92 && asked > 2000 then ['partial', '10', 2000 * (1 + @rng.rand(asked / 2000 - 1)), fee]
        elsif roll < 92 then ['approved', '00', asked, fee]
        else ['reversed', '68', 0, 0]
        end
      Transaction.new(id: uid('txn'), terminal: term, at: at, type: inquiry ? 'balance_inquiry' : 'withdrawal',
                      sequence: format('%06d', seq), account_type: pick(%w[chequing chequing savings credit]),
                      emv: chance(85) ? pick(%w[chip chip contactless]) : nil, response: response, response_code: code,
                      requested: asked, completed: paid, surcharge_requested: fee, surcharge_completed: fee_paid)
    end

    def operate(term)
      (3 + @rng.rand(3)).times do |i|
        queued = ago(i.zero? ? 120 + @rng.rand(900) : 4000 + @rng.rand(15 * DAY))
        status = i.zero? ? 'queued' : pick(%w[completed completed completed failed])
        @commands << Command.new(id: uid('cmd'), terminal: term, name: pick(COMMANDS), status: status,
                                 source: pick(%w[portal scheduler]), queued_at: queued,
                                 completed_at: status == 'queued' ? nil : queued + 5 + @rng.rand(300),
                                 result: { 'completed' => 'OK', 'failed' => 'TIMEOUT' }[status])
      end
      2.times do |i|
        start = ago(3 * DAY * (i + 1) + @rng.rand(2 * DAY))
        @jobs << Job.new(id: uid('job'), terminal: term, kind: %w[configuration software][i],
                         status: chance(85) ? 'completed' : 'failed', started_at: start,
                         finished_at: start + 40 + @rng.rand(400), config_version: term.config_version - i)
      end
      @forms << Form.new(id: uid('frm'), terminal: term, kind: pick(%w[site_survey cash_load_report address_change]),
                         status: pick(%w[submitted approved]), submitted_at: ago(@rng.rand(20 * DAY)))
      2.times { |i| @vault << VaultItem.new(id: uid('vlt'), terminal: term, kind: %w[pin_security_attestation site_insurance][i], status: chance(85) ? 'valid' : 'expiring', expires_on: (@now + (10 + @rng.rand(300)) * DAY).to_date) }
    end

    def watch(term)
      (1 + @rng.rand(3)).times do |i|
        event = pick(ALERTS.keys)
        severity, text = ALERTS[event]
        opened = ago(900 + @rng.rand(9 * DAY))
        closed = i.zero? && chance(45) ? nil : opened + 600 + @rng.rand(5000)
        closed = nil if closed && closed > @now
        @alerts << Alert.new(id: uid('alr'), terminal: term, event: event, severity: severity, opened_at: opened,
                             closed_at: closed, text: text)
        next unless closed.nil?

        term.state = event == 'heartbeat_stale' ? 'offline' : 'degraded' unless term.state == 'offline'
        term.last_heartbeat_at = opened - 1800 if event == 'heartbeat_stale'
        term.telemetry[:dispenser] = 'fault' if event == 'dispenser_fault'
        term.cassettes.first[:notes] = { 'cash_out' => 0, 'cash_low' => 45 }[event] || term.cassettes.first[:notes]
      end
      3.times do
        code = pick(JOURNAL.keys)
        @observations << Observation.new(id: uid('jrn'), terminal: term, at: ago(300 + @rng.rand(6 * DAY)), code: code, text: JOURNAL[code])
      end
      states = term.state == 'online' ? %w[online degraded online] : ['degraded', 'online', term.state]
      states.each_cons(2).with_index do |(from, to), i|
        @status_changes << StatusChange.new(id: uid('sts'), terminal: term, at: ago(3000 + (1 - i) * DAY + @rng.rand(DAY)),
                                            from: from, to: to)
      end
    end

    def settle(tenant)
      leaves = @terminals.select { |t| t.tenant == tenant }.map(&:group).uniq
      [[28, 21], [21, 14], [14, 7], [7, 2]].each_with_index do |(from, to), week|
        leaves.each do |g|
          rows = @transactions.select { |x| x.terminal.group == g && x.at >= ago(from * DAY) && x.at < ago(to * DAY) }
          batch = Settlement.derive(g, rows, ago(from * DAY), ago(to * DAY), uid('bat')) or next
          batch.derived_at = ago(to * DAY) + 3600
          batch.status = week == 3 ? 'submitted' : (chance(6) ? 'returned' : 'settled')
          batch.submitted_at = batch.derived_at + 7200
          batch.effective_on = (batch.submitted_at + DAY).to_date
          batch.settled_at = batch.submitted_at + DAY + 18_000 if batch.status == 'settled'
          @batches << batch
        end
      end
    end

    def open_disputes(tenant)
      pool = @transactions.select { |x| x.terminal.tenant == tenant && x.withdrawal? && x.response != 'declined' && x.at < ago(DAY) }
      pool.shuffle(random: @rng).first(14).each_with_index do |txn, i|
        status = %w[open under_review resolved_accepted resolved_denied][i % 4]
        opened = txn.at + 1800 + @rng.rand(18_000)
        d = Dispute.new(id: uid('dsp'), transaction: txn, terminal: txn.terminal, status: status,
                        reason_code: pick(%w[NO_CASH PARTIAL_CASH DUPLICATE UNRECOGNIZED]),
                        amount: txn.response == 'partial' ? txn.requested - txn.completed : txn.requested,
                        opened_at: opened, due_on: (opened + 30 * DAY).to_date, queue: 'litiges-niveau-1')
        d.assignee, d.assigned_at = 'Équipe Litiges GuichetPlus', opened + 900 unless status == 'open'
        if d.resolved?
          d.outcome = status == 'resolved_accepted' ? 'cardholder_credited' : 'claim_denied'
          d.resolved_at = opened + 14_400
          d.resolution_note = d.outcome == 'claim_denied' ? 'Journal conforme, billets présentés' : 'Surplus confirmé au comptage'
          d.reviewer, d.reviewed_at = pick(['Isabelle Fortin', 'Yves Desrosiers']), d.resolved_at - 600
        end
        @disputes << d
      end
    end
  end

  # Builds one ACH batch of a terminal group from its transactions.
  module Settlement
    FEE_PER_TERMINAL = 450
    FEE_PER_APPROVAL = 22

    def self.derive(group, rows, from, to, id)
      paid = rows.select { |x| x.completed + x.surcharge_completed > 0 }
      return if paid.empty?

      terminals = paid.map(&:terminal).uniq
      rows.each { |x| x.batch_id = id }
      Batch.new(id: id, group: group, status: 'derived', window_start: from, window_end: to,
                credit_entries: terminals.size, debit_entries: terminals.size,
                credit_total: paid.sum { |x| x.completed + x.surcharge_completed },
                debit_total: terminals.size * FEE_PER_TERMINAL + paid.size * FEE_PER_APPROVAL)
    end
  end
end
