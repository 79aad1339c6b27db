// Generated from spec/openapi.yaml by spec/generate.ts. Do not edit.

export interface paths {
    readonly "/v1/portal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Portal snapshot of the current user
         * @description Returns everything that the user of the key sees in the portal, in one document. A good first call: it changes nothing, needs no parameter, and shows who you are, what you may do and which ids you can use. Compliance documents, onboarding, documents and videos are available only here.
         */
        readonly get: operations["getPortal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/integrations/catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Integration catalog
         * @description Returns the portal pages, endpoints, webhook events and feeds, grouped by service family. It describes the current contract, and shows for each endpoint whether your key may use it.
         */
        readonly get: operations["getIntegrationCatalog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/integrations/public-openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Public OpenAPI document
         * @description Returns an OpenAPI document of all operations for customers, with or without a key. The bytes are the same for every caller and may be cached.
         */
        readonly get: operations["getPublicOpenapi"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Transactions of your terminals
         * @description Returns normalized transaction rows, with a summary over all matching rows. Parameters can be combined. Rows of terminals out of your scope are never returned, with any filters; a filter by an id out of your scope matches nothing. Newest first by default.
         */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions/{transaction_id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Timeline of one transaction
         * @description Returns the steps of one transaction at the terminal, the switch and the network, oldest first, with its reversal and dispute if any.
         */
        readonly get: operations["getTransactionTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/settlements": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Settlement batches
         * @description Returns ACH settlement batches of visible accounts, latest business date first, with a summary over all matching batches.
         */
        readonly get: operations["listSettlements"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/settlements/derive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Derive settlement batches
         * @description Computes the payout of an account for a business date and stores it as a batch. No money moves before the batch is approved and submitted. `{}` derives the last closed business date of your own account. A batch of the same account, date and funding type that is still `derived` or `held` is derived again under the same id.
         */
        readonly post: operations["deriveSettlements"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Dispute cases
         * @description Returns dispute cases of visible terminals, latest opened first, with a summary over all matching cases.
         */
        readonly get: operations["listDisputes"];
        readonly put?: never;
        /**
         * Open a dispute case
         * @description Opens a case about one approved withdrawal. Terminal, status and due date are derived from the transaction. A transaction has at most one unresolved case.
         */
        readonly post: operations["createDispute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/locations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Locations
         * @description Returns locations with at least one visible terminal, by name.
         */
        readonly get: operations["listLocations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/locations/{terminal_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Location of one terminal
         * @description Returns the location of one terminal. The path contains the id of the terminal, not of the location.
         */
        readonly get: operations["getLocation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{terminal_id}/status-monitoring": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Status and telemetry of one terminal
         * @description Returns the current line, cash, devices, uptime, software and open alerts of one terminal. For a terminal that has never reported, the response is 200 with these parts empty.
         */
        readonly get: operations["getTerminalStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{terminal_id}/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Transactions of one terminal
         * @description Returns the rows of one terminal, with the same members and summary as the list of all transactions.
         */
        readonly get: operations["listTerminalTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/connectors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Connectors
         * @description Returns the links that your terminals depend on, by name.
         */
        readonly get: operations["listConnectors"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/connectors/{connector_id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Status of one connector
         * @description Returns current echo tests, traffic, certificates and key exchange of one connector.
         */
        readonly get: operations["getConnectorStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminal-groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Terminal groups
         * @description Returns groups with at least one visible terminal, by name; users who see a whole account also see its empty groups. Counts and ids cover visible terminals only.
         */
        readonly get: operations["listTerminalGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{terminal_id}/commands": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Commands of one terminal
         * @description Returns sent and queued commands of one terminal, newest first. A terminal fetches them when it connects, so long waiting times are normal.
         */
        readonly get: operations["listTerminalCommands"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{terminal_id}/provisioning-payload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Provisioning payload of one terminal
         * @description Returns the configuration of one terminal as pushed by the management system. It contains no secret.
         */
        readonly get: operations["getProvisioningPayload"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{terminal_id}/provisioning-export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Provisioning export of one terminal
         * @description Returns the same configuration as a sheet for the installer. It contains no secret.
         */
        readonly get: operations["getProvisioningExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feeds/account.xml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Account feed
         * @description Returns a digest of all visible terminals, for people and feed readers: heartbeats and status changes, transaction activity, alerts and switch observations. Newest first. The feed omits everything that your role may not read elsewhere.
         */
        readonly get: operations["getAccountFeed"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feeds/terminals/{terminal_id}.xml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Feed of one terminal
         * @description Returns the activity of one terminal, for people and feed readers: status, single transactions, switch observations, commands, provisioning and alerts. Newest first. The feed omits everything that your role may not read elsewhere.
         */
        readonly get: operations["getTerminalFeed"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/public/branding-status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Branding and documentation readiness
         * @description Returns whether the branding and the documentation host of the portal under this host name are ready. An unknown host name gets the status of the platform.
         */
        readonly get: operations["getBrandingStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly heartbeat_stale: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A terminal has stopped sending heartbeats
         * @description **When.** No heartbeat for more than three heartbeat intervals, and for more than 15 minutes. An interval is 5
         *     minutes, on dial-up lines 60. Sent again as `escalated` when the silence exceeds six intervals and 60 minutes.
         *     Suppressed while `communication_flapping` is open for the terminal. A terminal that has never reported does not
         *     raise it.
         *
         *     **Ends.** Two heartbeats in a row on time. The terminal can raise it again after 30 minutes.
         *
         *     **What to do.** Check power and line with the site before sending a technician. A lack of customers is not the
         *     cause: terminals send heartbeats without customers too.
         */
        readonly post: operations["onHeartbeatStale"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly processor_outage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A processor connector is down
         * @description **When.** Three echo tests in a row fail, 60 seconds apart; or, within 5 minutes and on at least three
         *     terminals, 80% or more of at least ten requests fail for a technical reason, time-outs included.
         *
         *     **Ends.** Three good echo tests in a row, and technical declines below 10% of the requests for 5 minutes. The
         *     connector can raise it again after 15 minutes.
         *
         *     **What to do.** Do not send technicians: the terminals work. Read `failover_active`, and suppress alarms about
         *     declines on this connector.
         */
        readonly post: operations["onProcessorOutage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly communication_flapping: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The line of a terminal is unstable
         * @description **When.** Six or more changes between online and offline within 60 minutes, that is three drops. While it is
         *     open, `heartbeat_stale` is suppressed for the terminal.
         *
         *     **Ends.** At most one change within 60 minutes. The terminal can raise it again after 120 minutes.
         *
         *     **What to do.** Check antenna, cabling and carrier. If several terminals on one connector are affected, check the
         *     gateway.
         */
        readonly post: operations["onCommunicationFlapping"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly cash_low: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A cassette is running low
         * @description **When.** The notes in a cassette are at or below its threshold, 100 by default; or the cash lasts
         *     for 24 hours or less. Raised once per cash load; sent again as `escalated` when 8 hours or less are left.
         *
         *     **Ends.** Notes at one and a half times the threshold or more and cash for 48 hours or more, which in practice
         *     takes a cash load; or, as `superseded`, just before `cash_out` opens.
         *
         *     **What to do.** Plan a cash load before `hours_to_empty` runs out.
         */
        readonly post: operations["onCashLow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly cash_out: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A terminal has run out of cash
         * @description **When.** The dispenser has stopped because its cassettes are empty, or the cash left is less than the
         *     smallest withdrawal. An open `cash_low` of the terminal is closed first, as `superseded`.
         *
         *     **Ends.** A status message that shows at least ten times the smallest withdrawal.
         *
         *     **What to do.** Load cash. Every hour without cash costs withdrawals: `lost_withdrawals_estimate` is their
         *     approximate number.
         */
        readonly post: operations["onCashOut"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly dispenser_fault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A dispenser is faulty
         * @description **When.** One status message with a service-affecting dispenser error; two in a row with a warning; or two
         *     failed dispenses in a row.
         *
         *     **Ends.** Two status messages in a row without a dispenser error, or one successful dispense. The same error can
         *     be raised again after 10 minutes.
         *
         *     **What to do.** Send a technician with `error_code`, `vendor` and `model` if it is service-affecting;
         *     otherwise at the next visit. Expect disputes about the failed dispenses.
         */
        readonly post: operations["onDispenserFault"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly compliance_expiration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A compliance item is expiring
         * @description **When.** At 06:00 local time, 90, 60, 30, 14, 7, 1 and 0 days before the item expires, then every 7 days, at
         *     most eight times. The first notice is `triggered`, each later one `escalated`, all of one incident.
         *
         *     **Ends.** The item is renewed.
         *
         *     **What to do.** Renew or replace the item before `expires_date`, and file the new document in the compliance
         *     vault.
         */
        readonly post: operations["onComplianceExpiration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly location_risk_change: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The risk of a site has changed
         * @description **When.** The band has changed and held for two assessments in a row; the score has moved by 15 points or
         *     more; or, at once, an incident report was filed. At most once in 24 hours per terminal.
         *
         *     **Ends.** It is sent once and has no end. A later fall is a separate event.
         *
         *     **What to do.** On a rise, review anchoring, cameras and cash levels of the site, and of its neighbours:
         *     attacks tend to come in series.
         */
        readonly post: operations["onLocationRiskChange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly decline_spike: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A terminal declines far more than usual
         * @description **When.** At least five declines, at least 40% of the attempts, and at least 25 percentage points above the
         *     baseline. Computed over the last 60 minutes or, if these contain fewer than eight attempts, over the last eight
         *     within 24 hours. Baseline: the same terminal and hour of the week over 28 days, or 0.13 if that is fewer than
         *     30 attempts.
         *
         *     **Ends.** Over the last eight attempts, less than 10 percentage points above the baseline. The terminal can raise
         *     it again after 120 minutes.
         *
         *     **What to do.** Read `top_responses`: business codes indicate the cards or the configuration, technical codes the
         *     host. The rows are in `GET /v1/terminals/{terminal_id}/transactions`.
         */
        readonly post: operations["onDeclineSpike"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly approval_rate_drop: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The approval rate of an account has dropped
         * @description **When.** Over 4 hours with at least 50 attempts, the approval rate is below 75% and at least 15 percentage
         *     points below the baseline.
         *
         *     **Ends.** At most 5 percentage points below the baseline in two hourly checks. Account and connector can raise it
         *     again after 6 hours.
         *
         *     **What to do.** If `network` is not null, call the processor. Otherwise many business declines indicate fraud, or
         *     a change at the issuers.
         */
        readonly post: operations["onApprovalRateDrop"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly reversal_spike: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Withdrawals at a terminal are being reversed
         * @description **When.** Within 2 hours, three or more reversals that make up at least 15% of the approved withdrawals; or
         *     two withdrawals in a row reversed.
         *
         *     **Ends.** Five withdrawals in a row are not reversed, or none is reversed for 24 hours. The terminal can raise it
         *     again after 4 hours.
         *
         *     **What to do.** Read `reversal_codes`: time-outs indicate the line, misdispense and hardware codes the dispenser. `GET /v1/transactions/{transaction_id}/timeline` shows each case.
         */
        readonly post: operations["onReversalSpike"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly high_decline_velocity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Declines of several cards in quick succession
         * @description **When.** Eight or more declines on one terminal within 10 minutes, from three or more cards. Typical of tests of
         *     stolen cards.
         *
         *     **Ends.** Fewer than two declines within 15 minutes. The terminal can raise it again after 30 minutes.
         *
         *     **What to do.** Treat it as card testing: check the camera, inform the processor, and
         *     consider closing the terminal.
         */
        readonly post: operations["onHighDeclineVelocity"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly repeated_same_card_attempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * One card is used repeatedly
         * @description **When.** By one card: four or more attempts on one terminal within 15 minutes, at least three of them
         *     declined; three or more approved withdrawals within 10 minutes; or five or more attempts on two or more
         *     terminals within 60 minutes. At most once in 60 minutes per card and terminal.
         *
         *     **Ends.** It is sent once and has no end.
         *
         *     **What to do.** Read `pattern`. `retry_after_decline` is mostly a forgotten PIN and harmless;
         *     report the others to the processor.
         */
        readonly post: operations["onRepeatedSameCardAttempt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly command_failed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A command to a terminal has failed
         * @description **When.** A command ends as `failed`, `rejected` or, if the terminal does not fetch it within 24 hours,
         *     `expired`. A waiting command emits nothing.
         *
         *     **Ends.** It is sent once and has no end.
         *
         *     **What to do.** Read `result_code`. After `terminal_offline` or `expired`, check the line first. After `busy`,
         *     queue the command again.
         */
        readonly post: operations["onCommandFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly provisioning_failed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Provisioning a terminal has failed
         * @description **When.** A provisioning job ends as `failed` or `rolled_back`.
         *
         *     **Ends.** It is sent once and has no end.
         *
         *     **What to do.** Correct the fault in `failure_stage` and `result_code`, then start a new job.
         *     `rolled_back_to_version` is not null if the terminal continues with its previous configuration.
         */
        readonly post: operations["onProvisioningFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly settlement_mismatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The figures of a settlement batch do not agree
         * @description **When.** Ledger, host totals and terminal totals differ by any amount when a batch is derived; the amount
         *     settled differs from the one submitted; or the number of entries differs.
         *
         *     **Ends.** The batch is derived again without variance (`recovered`), or approved with an override
         *     (`acknowledged`).
         *
         *     **What to do.** Compare the journals of `variance_terminal_ids` with their transactions. A batch that is
         *     `held` is not paid out until you act.
         */
        readonly post: operations["onSettlementMismatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One flag per privilege of the user, and `is_read_only`. */
        readonly AccessFlags: {
            /** @description See terminals, locations and groups. */
            readonly can_view_terminals: boolean;
            /** @description See connectors and their status. */
            readonly can_view_connectors: boolean;
            /** @description See transactions and timelines. */
            readonly can_view_transactions: boolean;
            /** @description See settlement batches. */
            readonly can_view_settlements: boolean;
            /** @description See the bank account of a batch. */
            readonly can_view_payout_account: boolean;
            /** @description Derive settlement batches. */
            readonly can_derive_settlements: boolean;
            /** @description See dispute cases. */
            readonly can_view_disputes: boolean;
            /** @description Open dispute cases. */
            readonly can_create_disputes: boolean;
            /** @description See terminal commands. */
            readonly can_view_commands: boolean;
            /** @description See provisioning payload and export. */
            readonly can_view_provisioning: boolean;
            /** @description See the compliance vault and onboarding. */
            readonly can_view_compliance: boolean;
            /** @description See documents. */
            readonly can_view_documents: boolean;
            /** @description Manage users, in the portal. */
            readonly can_manage_users: boolean;
            /** @description Change configuration, such as branding and webhook destinations. */
            readonly can_manage_configuration: boolean;
            /** @description Whether the role cannot write. */
            readonly is_read_only: boolean;
        };
        /**
         * @description Account identifier.
         * @example acct_northway
         */
        readonly AccountId: string;
        /**
         * @description Kind of business of the account. `iso` is an independent sales organization.
         * @enum {string}
         */
        readonly AccountKind: "iso" | "affiliate" | "merchant" | "vault_cash_provider";
        /**
         * @description The cardholder's account that was used. `ebt_cash` is a cash benefit account.
         * @enum {string}
         */
        readonly AccountType: "default" | "savings" | "checking" | "credit" | "universal" | "ebt_cash";
        /** @description A notification of change: the bank of the payee posted the entry, and requests other details from the next one on. */
        readonly AchChangeNotice: {
            /** @description Trace number of the entry. */
            readonly trace_number: string;
            /**
             * @description ACH change code.
             * @example C02
             */
            readonly change_code: string;
            /** @description English label of `change_code`. Never contains the corrected details. */
            readonly change_text: string;
            /**
             * Format: date-time
             * @description When the notification arrived.
             */
            readonly received_at: string;
            /** @description Terminal the entry was for; `null` for an entry of the whole account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
        };
        /** @description How the batch appears in the ACH file. */
        readonly AchDetail: {
            /**
             * @description `CCD` for a business account, `PPD` for a personal one.
             * @enum {string}
             */
            readonly sec_code: "CCD" | "PPD";
            /**
             * @description 200 credits and debits, 220 credits only, 225 debits only.
             * @enum {integer}
             */
            readonly service_class_code: 200 | 220 | 225;
            /** @description Text on the bank statement of the payee. */
            readonly company_entry_description: string;
            /** @description Number of the batch in its file; `null` until submitted. */
            readonly ach_batch_number: number | null;
            /** @description Whether it settles on the day of submission. */
            readonly same_day: boolean;
            /**
             * @description Deadline of the same-day window in Eastern time; `null` unless `same_day`.
             * @enum {string|null}
             */
            readonly same_day_window: "10:30" | "14:45" | "16:45" | null;
        };
        /** @description One returned entry. */
        readonly AchReturn: {
            /** @description Trace number of the entry. */
            readonly trace_number: string;
            /**
             * @description ACH return reason code.
             * @example R03
             */
            readonly return_code: string;
            /** @description English label of `return_code`. */
            readonly return_text: string;
            /** @description Amount of the entry. */
            readonly amount: components["schemas"]["Money"];
            readonly entry_side: components["schemas"]["EntrySide"];
            /**
             * Format: date-time
             * @description When the return arrived.
             */
            readonly returned_at: string;
            /** @description Terminal the entry was for; `null` for an entry of the whole account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
        };
        /** @description Postal address. */
        readonly Address: {
            /** @description Street and number. */
            readonly line1: string;
            /** @description Unit or floor. */
            readonly line2: string | null;
            /** @description City. */
            readonly city: string;
            /** @description State or territory, two letters. */
            readonly region: string;
            /** @description Postal code. */
            readonly postal_code: string;
            /** @description ISO 3166-1 alpha-2 country code. */
            readonly country: string;
        };
        /** @description Information about the key of this request. Never the key itself. */
        readonly ApiKeyProfile: {
            /** @description First characters of the key, to distinguish keys. */
            readonly prefix: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it expires; `null` if never.
             */
            readonly expires_at: string | null;
            /**
             * @description State of the key. Only active keys are accepted.
             * @enum {string}
             */
            readonly state: "active" | "expired" | "revoked";
        };
        /**
         * ApprovalRateDropEvent
         * @description Fewer transactions than usual are approved over a connector, or the rate is normal again.
         */
        readonly ApprovalRateDropEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "approval_rate_drop";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a connector of the account, and several terminals.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated attempts of the account. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Attempts in the window. */
                readonly attempts: components["schemas"]["EventCount"];
                /** @description Approved attempts. */
                readonly approved: components["schemas"]["EventCount"];
                /** @description Approvals per attempt. */
                readonly approval_rate: components["schemas"]["EventRate"];
                /** @description The usual rate. */
                readonly baseline_rate: components["schemas"]["EventRate"];
                readonly connector_id: components["schemas"]["ConnectorId"];
                /** @description The network with most of the declines, null if there is none. */
                readonly network: string | null;
                /** @description Declines because of the card or account. */
                readonly business_declines: components["schemas"]["EventCount"];
                /** @description Declines because of the terminal, network or host. */
                readonly technical_declines: components["schemas"]["EventCount"];
                /** @description Terminals of the account with a decline in the window. */
                readonly affected_terminal_count: components["schemas"]["EventCount"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Settlement batch identifier. It stays the same when the batch is derived again.
         * @example ach_01K8X0AZ5R7S9T1V3W5X7Y9Z2B
         */
        readonly BatchId: string;
        /** @description Readiness of the branding. */
        readonly BrandingReadiness: {
            /** @description Whether it is ready. */
            readonly ready: boolean;
            /** @description Name under which the portal appears. */
            readonly product_name: string;
            /** @description Increases with every change of the theme. */
            readonly theme_version: number;
        };
        /** @description Whether the branding and the documentation host of a portal are ready. The host name of the request selects the portal; an unknown host name gets the status of the platform. */
        readonly BrandingStatus: {
            /**
             * @description `ready` when both parts are; `pending` while one is being set up; `degraded` when one stopped working.
             * @enum {string}
             */
            readonly status: "ready" | "pending" | "degraded";
            readonly branding: components["schemas"]["BrandingReadiness"];
            readonly docs_host: components["schemas"]["DocsHostReadiness"];
            /**
             * Format: date-time
             * @description When this was last checked.
             */
            readonly checked_at: string;
        };
        /** @description One card application. */
        readonly CardApplication: {
            /**
             * @description Application identifier in hexadecimal. Public, and the same on every card of the scheme.
             * @example A0000000031010
             */
            readonly aid: string;
            /** @description Name of the application. */
            readonly label: string;
        };
        /**
         * CashLowEvent
         * @description A cassette is running low, or has been filled.
         */
        readonly CashLowEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "cash_low";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description High if it will be empty in 8 hours or less.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The cassette, and the cash of the terminal. Figures as of `timestamp`. */
            readonly data: {
                readonly cassette: components["schemas"]["CassettePosition"];
                /** @description Value of one note. */
                readonly denomination: components["schemas"]["Money"];
                /** @description Notes left in the cassette. */
                readonly notes_remaining: components["schemas"]["EventCount"];
                /** @description Threshold of the cassette. */
                readonly low_threshold_notes: components["schemas"]["EventCount"];
                /** @description Cash left in all cassettes of the terminal. */
                readonly amount_remaining: components["schemas"]["Money"];
                /** @description Daily average of dispensed cash over the last 14 days in service. */
                readonly average_daily_dispense: components["schemas"]["Money"];
                /** @description Whole hours until the terminal is empty at that rate, null if it dispenses nothing. */
                readonly hours_to_empty: number | null;
                /** @description The latest cash load, null if none is known. */
                readonly last_loaded_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * CashOutEvent
         * @description A terminal has run out of cash, or has cash again.
         */
        readonly CashOutEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "cash_out";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description Always critical.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description Cash left in all cassettes. */
                readonly amount_remaining: components["schemas"]["Money"];
                /** @description The smallest withdrawal the terminal offers. */
                readonly min_withdrawal: components["schemas"]["Money"];
                /** @description Every cassette of the terminal, by position. */
                readonly cassettes: readonly {
                    readonly position: components["schemas"]["CassettePosition"];
                    /** @description Value of one note. */
                    readonly denomination: components["schemas"]["Money"];
                    /** @description Notes left. */
                    readonly notes_remaining: components["schemas"]["EventCount"];
                    /**
                     * @description State of the cassette itself. An empty one is `ok`.
                     * @enum {string}
                     */
                    readonly status: "ok" | "inoperative" | "missing" | "not_configured" | "manipulated";
                }[];
                /** @description Since when withdrawals are impossible because there is no cash, null once they are possible. */
                readonly empty_since: components["schemas"]["EventInstantOrNull"];
                /** @description Estimated number of withdrawals lost since the incident opened. */
                readonly lost_withdrawals_estimate: components["schemas"]["EventCount"];
                /** @description The latest cash load, null if none is known. */
                readonly last_loaded_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One cassette. */
        readonly Cassette: {
            readonly position: components["schemas"]["CassettePosition"];
            /** @description Value of one note. */
            readonly denomination: components["schemas"]["Money"];
            /** @description Notes it can hold. */
            readonly capacity_notes: number;
            /** @description Notes in it after the last load. */
            readonly loaded_notes: number;
            /** @description Notes in it now. */
            readonly notes_remaining: number;
            /** @description The cassette is low at or below this number of notes. */
            readonly low_threshold_notes: number;
            /**
             * @description Fill level.
             * @enum {string}
             */
            readonly replenishment_status: "ok" | "full" | "high" | "low" | "empty";
            /**
             * @description Whether it works.
             * @enum {string}
             */
            readonly status: "ok" | "inoperative" | "missing" | "not_configured" | "manipulated";
        };
        /**
         * @description Letter of the cassette, `A` on top.
         * @example A
         */
        readonly CassettePosition: string;
        /** @description How to authenticate. */
        readonly CatalogAuth: {
            /**
             * @description Header that carries the key.
             * @constant
             */
            readonly header: "X-API-Key";
            /** @description Paths that need no key. */
            readonly public_paths: readonly string[];
        };
        /** @description An endpoint. */
        readonly CatalogEndpoint: {
            /**
             * @description HTTP method.
             * @enum {string}
             */
            readonly method: "GET" | "POST";
            /** @description Path, with placeholders in braces. */
            readonly path: string;
            /**
             * @description Whether it needs a key.
             * @enum {string}
             */
            readonly auth: "api_key" | "public";
            /**
             * @description Whether it only reads.
             * @enum {string}
             */
            readonly access: "read" | "write";
            readonly required_privilege: components["schemas"]["RequiredPrivilege"];
            /** @description Whether your key may use it. */
            readonly is_available: boolean;
        };
        /** @description A feed, and its categories in this family. */
        readonly CatalogFeed: {
            /**
             * @description Which of the two feeds.
             * @enum {string}
             */
            readonly feed_id: "account" | "terminal";
            /** @description Path of the feed. */
            readonly path: string;
            /** @description Categories of its items that belong to this family. */
            readonly categories: readonly components["schemas"]["FeedCategory"][];
        };
        /** @description A page of the user portal. */
        readonly CatalogPortalSurface: {
            /** @description Identifier of the page. */
            readonly surface_id: string;
            /** @description Title of the page. */
            readonly title: string;
            /** @description Path of the page. */
            readonly path: string;
        };
        /** @description One service family. */
        readonly CatalogService: {
            readonly service_id: components["schemas"]["ServiceFamily"];
            /** @description Title of the family. */
            readonly title: string;
            /** @description Pages of the user portal. */
            readonly portal_surfaces: readonly components["schemas"]["CatalogPortalSurface"][];
            /** @description Endpoints. Every endpoint except the two feeds is in exactly one family. */
            readonly api_endpoints: readonly components["schemas"]["CatalogEndpoint"][];
            /** @description Webhook events. An event may be in more than one family. */
            readonly webhook_events: readonly components["schemas"]["CatalogWebhookEvent"][];
            /** @description Feeds with items of this family. */
            readonly rss_feeds: readonly components["schemas"]["CatalogFeed"][];
            /** @description Remarks for integrators. */
            readonly notes: readonly string[];
        };
        /** @description A webhook event. */
        readonly CatalogWebhookEvent: {
            readonly type: components["schemas"]["EventType"];
            /** @description Levels of a subscription to it. */
            readonly levels: readonly components["schemas"]["SubscriptionLevel"][];
        };
        /**
         * CommandFailedEvent
         * @description A command did not succeed at its terminal.
         */
        readonly CommandFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "command_failed";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "rms_commands_connectors_provisioning"
            ];
            /**
             * @description Medium for commands about keys or software and for `open`, else low.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The command as it ended. */
            readonly data: {
                /** @description The command. */
                readonly command_id: components["schemas"]["CommandId"];
                /** @description Kind of the command. */
                readonly command_type: components["schemas"]["CommandType"];
                /**
                 * @description Final state. `rejected`: the terminal rejected it.
                 * @enum {string}
                 */
                readonly final_state: "failed" | "rejected" | "expired";
                /**
                 * @description Reason.
                 * @enum {string}
                 */
                readonly result_code: "timeout_no_ack" | "timeout_running" | "device_error" | "not_supported" | "busy" | "bad_parameters" | "checksum_mismatch" | "terminal_offline" | "key_exchange_failed" | "expired";
                /** @description The same for people, null if there are no details. */
                readonly result_detail: string | null;
                /** @description Number of times it was sent to the terminal. */
                readonly attempt_count: components["schemas"]["EventCount"];
                /** @description When it was queued. */
                readonly queued_at: components["schemas"]["EventInstant"];
                /** @description When it ended. */
                readonly completed_at: components["schemas"]["EventInstant"];
                /** @description Who requested it, null if it was scheduled. */
                readonly requested_by_user_id: components["schemas"]["UserId"] | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Terminal command identifier.
         * @example cmd_01K8Z5C7D9E1F3G5H7J9K1M3NP
         */
        readonly CommandId: string;
        /** @description Who requested the command. */
        readonly CommandRequester: {
            /** @description The user; `null` for commands of the system. */
            readonly user_id: components["schemas"]["UserId"] | null;
            /** @description Display name. */
            readonly display_name: string;
        };
        /**
         * @description How the command ended.
         * @enum {string}
         */
        readonly CommandResultCode: "ok" | "timeout_no_ack" | "timeout_running" | "device_error" | "not_supported" | "busy" | "bad_parameters" | "checksum_mismatch" | "terminal_offline" | "key_exchange_failed" | "canceled_by_user" | "expired";
        /**
         * @description `queued`: waiting until the terminal connects, possibly for hours. `sent`: sent to the terminal. `acknowledged`: accepted and in progress. `completed`: successful. `failed`: unsuccessful. `rejected`: rejected by the terminal. `expired`: not collected in time. `canceled`: withdrawn while queued.
         * @enum {string}
         */
        readonly CommandState: "queued" | "sent" | "acknowledged" | "completed" | "failed" | "rejected" | "expired" | "canceled";
        /**
         * @description The requested action. `config_load`: load a full configuration. `config_check`: compare versions. `terminal_resync`: apply edits. `force_settle`: close the totals. `remote_key_load` and `working_key_change`: load new keys, which never appear here. `journal_upload`: send the journal. `status_poll`: report now.
         * @enum {string}
         */
        readonly CommandType: "reboot" | "reset_devices" | "open" | "close" | "config_load" | "config_check" | "terminal_resync" | "force_settle" | "remote_key_load" | "working_key_change" | "surcharge_update" | "screen_update" | "software_update" | "time_sync" | "journal_upload" | "status_poll";
        /**
         * @description `stale`: the heartbeat is late. `offline`: silent for longer. `flapping`: changes between online and offline. `never_seen`: has not reported yet.
         * @enum {string}
         */
        readonly CommsState: "online" | "stale" | "offline" | "flapping" | "never_seen";
        /**
         * CommunicationFlappingEvent
         * @description The line of a terminal changes repeatedly between online and offline, or is stable again.
         */
        readonly CommunicationFlappingEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "communication_flapping";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot"
            ];
            /**
             * @description Always medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description Changes between online and offline within the window. */
                readonly transitions: components["schemas"]["EventCount"];
                /** @description Length of the window, up to `timestamp`. */
                readonly window_minutes: number;
                /** @description Longest time offline within the window. */
                readonly longest_offline_seconds: components["schemas"]["EventCount"];
                readonly link_type: components["schemas"]["LinkType"];
                /** @description Latest radio signal power (RSRP), null on wired links. */
                readonly rsrp_dbm: number | null;
                /** @description The gateway in use, null if the line needs none. */
                readonly connector_id: components["schemas"]["ConnectorId"] | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description Number of items by state. */
        readonly ComplianceCounts: {
            /** @description Valid items. */
            readonly compliant: number;
            /** @description Items that expire soon. */
            readonly expiring: number;
            /** @description Expired items. */
            readonly expired: number;
            /** @description Items that were never submitted. */
            readonly missing: number;
        };
        /**
         * ComplianceExpirationEvent
         * @description A certificate, approval or document is about to expire, has expired or was renewed.
         */
        readonly ComplianceExpirationEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "compliance_expiration";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description `terminal` for an item of a terminal, `account` for one of the company or of a person.
             * @enum {string}
             */
            readonly level: "account" | "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned, null at level `account`. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry",
                "compliance_vault_onboarding"
            ];
            /** @description Low 90 to 31 days ahead, medium 30 to 8, high 7 to 0, critical once expired. */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description The item in the compliance vault. */
                readonly item_id: string;
                /**
                 * @description Kind of item.
                 * @enum {string}
                 */
                readonly item_type: "pci_pts_epp" | "emv_kernel_contact" | "emv_kernel_contactless" | "tr31_key_blocks" | "tr34_remote_key_load" | "tls_certificate" | "pin_security_audit" | "ada_site_survey" | "fee_notice_decal" | "network_sponsorship" | "merchant_agreement" | "vault_cash_agreement" | "insurance_certificate" | "kyc_owner_id" | "w9";
                /**
                 * @description Owner of the item.
                 * @enum {string}
                 */
                readonly scope: "terminal" | "account" | "user";
                /** @description Number of the document, null if it has none. */
                readonly reference: string | null;
                /** @description Last day of validity; the new one after renewal. */
                readonly expires_date: components["schemas"]["EventDate"];
                /** @description Days until then; negative afterwards. */
                readonly days_to_expiry: number;
                /**
                 * @description Notice for this item, null once resolved.
                 * @enum {string|null}
                 */
                readonly notice: "days_90" | "days_60" | "days_30" | "days_14" | "days_7" | "days_1" | "expires_today" | "expired" | null;
                /** @description How to replace it, null if there is no advice. */
                readonly replacement_hint: string | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One compliance item. */
        readonly ComplianceItem: {
            readonly item_id: components["schemas"]["OpaqueId"];
            readonly item_type: components["schemas"]["ComplianceItemType"];
            readonly scope: components["schemas"]["ComplianceScope"];
            /** @description The terminal; `null` unless `scope` is `terminal`. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            readonly status: components["schemas"]["ComplianceStatus"];
            /**
             * Format: date
             * @description Day of issue.
             */
            readonly issued_date: string | null;
            /**
             * Format: date
             * @description Last day of validity; `null` if it does not expire.
             */
            readonly expires_date: string | null;
            /** @description Days until then; negative once it has expired. */
            readonly days_to_expiry: number | null;
            /** @description Number of the certificate or contract. */
            readonly reference: string | null;
        };
        /**
         * @description Kind of requirement.
         * @enum {string}
         */
        readonly ComplianceItemType: "pci_pts_epp" | "emv_kernel_contact" | "emv_kernel_contactless" | "tr31_key_blocks" | "tr34_remote_key_load" | "tls_certificate" | "pin_security_audit" | "ada_site_survey" | "fee_notice_decal" | "network_sponsorship" | "merchant_agreement" | "vault_cash_agreement" | "insurance_certificate" | "kyc_owner_id" | "w9";
        /**
         * @description Whether an item concerns a terminal, the account or a user.
         * @enum {string}
         */
        readonly ComplianceScope: "terminal" | "account" | "user";
        /**
         * @description State of a compliance item. `expiring`: within 90 days.
         * @enum {string}
         */
        readonly ComplianceStatus: "compliant" | "expiring" | "expired" | "missing" | "waived" | "not_applicable";
        /** @description Compliance documents. */
        readonly ComplianceVault: {
            /**
             * Format: date-time
             * @description Instant at which the states were computed.
             */
            readonly as_of: string;
            readonly counts: components["schemas"]["ComplianceCounts"];
            /** @description The items. */
            readonly items: readonly components["schemas"]["ComplianceItem"][];
        };
        /** @description One logical link between terminals, hosts, networks and banks. */
        readonly Connector: {
            readonly connector_id: components["schemas"]["ConnectorId"];
            /** @description Name. */
            readonly name: string;
            readonly connector_type: components["schemas"]["ConnectorType"];
            readonly protocol: components["schemas"]["ConnectorProtocol"];
            /**
             * @description Transport of the messages.
             * @enum {string}
             */
            readonly transport: "tcp_tls" | "tcp" | "ipsec" | "dial" | "https" | "sftp";
            /**
             * @description Direction of the link.
             * @enum {string}
             */
            readonly direction: "terminal_to_host" | "host_to_network" | "host_to_terminal" | "host_to_bank";
            /** @description Whether this is the primary connector. */
            readonly is_primary: boolean;
            /** @description Failover connector when this one is down. */
            readonly failover_connector_id: components["schemas"]["ConnectorId"] | null;
            readonly status: components["schemas"]["ConnectorStatusValue"];
            /** @description Visible terminals that use it. */
            readonly terminal_count: number;
            /** @description Groups of those terminals. */
            readonly group_ids: readonly components["schemas"]["GroupId"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
        };
        /** @description Network echo tests. */
        readonly ConnectorEcho: {
            /**
             * Format: date-time
             * @description Last test with a response.
             */
            readonly last_ok_at: string | null;
            /** @description Duration of that test in milliseconds. */
            readonly round_trip_ms: number | null;
            /** @description Consecutive tests without a response. */
            readonly consecutive_failures: number;
        };
        /**
         * @description Connector identifier.
         * @example con_tritonhost_east
         */
        readonly ConnectorId: string;
        /** @description When and how working keys were last exchanged. Never a key, key block or check value. */
        readonly ConnectorKeyExchange: {
            /**
             * Format: date-time
             * @description Last successful exchange.
             */
            readonly last_ok_at: string | null;
            /**
             * @description Scheme in use.
             * @enum {string}
             */
            readonly scheme: "tr31" | "tr34" | "proprietary" | "manual" | "not_applicable";
        };
        /** @description A page of connectors. */
        readonly ConnectorList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The connectors of this page, by name. */
            readonly data: readonly components["schemas"]["Connector"][];
            readonly page: components["schemas"]["Page"];
            /** @description Always `null`; this list has no summary. */
            readonly summary: null;
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * @description Message protocol on the link.
         * @enum {string}
         */
        readonly ConnectorProtocol: "triton_standard" | "hyosung_standard3" | "iso8583_1987" | "iso8583_1993" | "ndc" | "ddc" | "iso20022_catp" | "rms_https" | "nacha_sftp" | "none";
        /** @description Current status of one connector. */
        readonly ConnectorStatus: {
            readonly connector_id: components["schemas"]["ConnectorId"];
            readonly status: components["schemas"]["ConnectorStatusValue"];
            /** @description Reason why it is not `up`. */
            readonly status_reason: string | null;
            /**
             * Format: date-time
             * @description When it entered this status; `null` if not activated.
             */
            readonly since: string | null;
            /**
             * Format: date-time
             * @description When it was last checked; `null` if not activated.
             */
            readonly checked_at: string | null;
            readonly echo: components["schemas"]["ConnectorEcho"];
            /** @description Requests of the last five minutes from visible terminals; `null` if it carries no transactions. */
            readonly traffic_5m: components["schemas"]["ConnectorTraffic"] | null;
            /** @description TLS on the link; `null` if it has none. */
            readonly tls: components["schemas"]["ConnectorTls"] | null;
            /** @description VPN tunnel under the link; `null` if it has none. */
            readonly tunnel: components["schemas"]["ConnectorTunnel"] | null;
            readonly key_exchange: components["schemas"]["ConnectorKeyExchange"];
            /** @description Visible terminals that depend on it. */
            readonly affected_terminal_count: number;
            /** @description Open alert incident about it. */
            readonly open_incident_id: components["schemas"]["IncidentId"] | null;
        };
        /**
         * @description `not_activated`: configured, but not in use yet.
         * @enum {string}
         */
        readonly ConnectorStatusValue: "up" | "degraded" | "down" | "maintenance" | "unknown" | "not_activated";
        /** @description TLS on the link. */
        readonly ConnectorTls: {
            /**
             * @description Lowest version accepted.
             * @enum {string}
             */
            readonly min_version: "1.2" | "1.3";
            /**
             * Format: date-time
             * @description When the certificate expires.
             */
            readonly certificate_expires_at: string;
            /** @description Whole days until then; negative once it has expired. */
            readonly days_to_expiry: number;
        };
        /** @description Requests of the last five minutes. */
        readonly ConnectorTraffic: {
            /** @description All requests. */
            readonly requests: number;
            /** @description Approved. */
            readonly approved: number;
            /** @description Declined because of the card or account. */
            readonly business_declines: number;
            /** @description Declined because of a technical fault. */
            readonly technical_declines: number;
            /** @description Timed out; also counted as technical declines. */
            readonly timeouts: number;
            /** @description 95th percentile of the response time in milliseconds; `null` without requests. */
            readonly p95_ms: number | null;
        };
        /** @description VPN tunnel under the link. */
        readonly ConnectorTunnel: {
            /**
             * @description State of the tunnel.
             * @enum {string}
             */
            readonly state: "established" | "negotiating" | "down";
            /**
             * Format: date-time
             * @description When it entered that state.
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description When the tunnel last changed its session keys.
             */
            readonly last_rekey_at: string | null;
        };
        /**
         * @description Kind of the remote system.
         * @enum {string}
         */
        readonly ConnectorType: "processor_host" | "eft_network" | "lte_gateway" | "tls_gateway" | "vpn_tunnel" | "rms_server" | "ach_odfi";
        /** @description A claim to open. Terminal, status and due date are derived from the transaction and rejected here. */
        readonly CreateDisputeRequest: {
            /** @description An approved withdrawal or cash advance in your scope, at most 120 days old, without an unresolved dispute. */
            readonly transaction_id: components["schemas"]["OpaqueId"];
            readonly reason_code: components["schemas"]["DisputeReason"];
            /** @description More than `0.00`, and at most `amt_req` plus `sur_req` of the transaction. */
            readonly amount: components["schemas"]["Money"];
            /** @description Card network that raised it. Default is the network of the transaction. */
            readonly network?: string | null;
            /** @description The network's own case number. */
            readonly network_case_ref?: string | null;
            /** @description Description of the claim. A text that looks like a card number is rejected. */
            readonly description?: string | null;
            /** @description Whether the cardholder's account is new, which gives the issuer longer deadlines. Default: `false`. */
            readonly is_new_account?: boolean;
            /** @description A visible user who may handle disputes. */
            readonly assign_to_user_id?: components["schemas"]["OpaqueId"] | null;
        };
        /**
         * @description ISO 4217 currency code.
         * @example USD
         */
        readonly Currency: string;
        /**
         * DeclineSpikeEvent
         * @description A terminal declines far more attempts than usual, or is back to its usual rate.
         */
        readonly DeclineSpikeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "decline_spike";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description High from 70% declined.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated attempts. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Attempts in the window. */
                readonly attempts: components["schemas"]["EventCount"];
                /** @description Declined attempts. */
                readonly declines: components["schemas"]["EventCount"];
                /** @description Declines per attempt. */
                readonly decline_rate: components["schemas"]["EventRate"];
                /** @description The usual rate. */
                readonly baseline_rate: components["schemas"]["EventRate"];
                /** @description Response codes of the declines, most frequent first. */
                readonly top_responses: readonly components["schemas"]["EventResponseCount"][];
                /** @description Declines because of the card or account. */
                readonly business_declines: components["schemas"]["EventCount"];
                /** @description Declines because of the terminal, network or host. */
                readonly technical_declines: components["schemas"]["EventCount"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The transactions it was derived from. */
        readonly DerivationSource: {
            /** @description Number of rows with that business date. */
            readonly transaction_count: number;
            /**
             * Format: date-time
             * @description `terminal_datetime` of the earliest row.
             */
            readonly first_terminal_datetime: string | null;
            /**
             * Format: date-time
             * @description `terminal_datetime` of the latest row.
             */
            readonly last_terminal_datetime: string | null;
        };
        /** @description One warning. */
        readonly DerivationWarning: {
            /**
             * @description `no_settleable_activity`: nothing to settle on that date. `terminal_totals_missing`: a terminal sent no day close.
             * @enum {string}
             */
            readonly code: "no_settleable_activity" | "terminal_totals_missing";
            /** @description The same, for people. */
            readonly detail: string;
        };
        /** @description The account, the date and options. All members are optional: `{}` derives the last closed business date of your own account. */
        readonly DeriveSettlementsRequest: {
            /**
             * Format: date
             * @description Banking day whose cut-off is past, at most 35 days ago. Default: the last closed one.
             */
            readonly business_date?: string;
            /** @description An account in your scope. Default is your own. */
            readonly account_id?: components["schemas"]["OpaqueId"];
            /** @description Returns the result without storing it or sending an event. Default: `false`. */
            readonly dry_run?: boolean;
            /** @description Funding type of the batch. Default: `combined`. */
            readonly funding_type?: components["schemas"]["FundingType"];
            /** @description Settle today; rejected if no same-day window is open. Default: `false`. */
            readonly same_day?: boolean;
            /** @description Include resolved disputes that are not yet adjusted. Default: `true`. */
            readonly include_adjustments?: boolean;
            /** @description Only these terminals, in a dry run. `null` means all. */
            readonly terminal_ids?: readonly components["schemas"]["OpaqueId"][] | null;
            /** @description Note for the record. A text that looks like a card number is rejected. */
            readonly memo?: string | null;
        };
        /** @description A newly derived settlement batch. It has no identifier if nothing was stored. */
        readonly DerivedBatch: {
            /** @description `null` in a dry run. */
            readonly batch_id: components["schemas"]["BatchId"] | null;
            /** @description The payee. */
            readonly account_id: components["schemas"]["AccountId"];
            readonly status: components["schemas"]["SettlementStatus"];
            /** @description Why it is held, rejected or canceled. */
            readonly status_reason: string | null;
            /** @description Number of derivations of this batch, from 1. */
            readonly revision: number;
            /**
             * Format: date
             * @description Banking day that is settled.
             */
            readonly business_date: string;
            readonly funding_type: components["schemas"]["FundingType"];
            /** @description Currency of every amount in this batch. */
            readonly currency: components["schemas"]["Currency"];
            /** @description Credit and debit entries together. */
            readonly entry_count: number;
            /** @description Entries that pay the payee. */
            readonly credit_entry_count: number;
            /** @description Entries that charge the payee. */
            readonly debit_entry_count: number;
            /** @description Addenda records. */
            readonly addenda_count: number;
            /** @description `entry_count` plus `addenda_count`, as in the ACH file. */
            readonly entry_addenda_count: number;
            /** @description Sum of the credits to the payee. */
            readonly credit_total: components["schemas"]["Money"];
            /** @description Sum of the debits to the payee. */
            readonly debit_total: components["schemas"]["Money"];
            /** @description `credit_total` minus `debit_total`. Negative: the payee owes. */
            readonly net_payout: components["schemas"]["SignedMoney"];
            readonly breakdown: components["schemas"]["SettlementBreakdown"];
            readonly ach: components["schemas"]["AchDetail"];
            /** @description Returned entries, oldest first. */
            readonly returns: readonly components["schemas"]["AchReturn"][];
            /** @description Notifications of change, oldest first. They do not change the status. */
            readonly notifications_of_change: readonly components["schemas"]["AchChangeNotice"][];
            /** @description Terminal totals minus ledger. If this is not `0.00`, the batch starts as `held` and a `settlement_mismatch` event is sent. */
            readonly variance_amount: components["schemas"]["SignedMoney"];
            readonly timing: components["schemas"]["SettlementTiming"];
            /** @description Bank account of the payee; `null` without the privilege `view_payout_account`. */
            readonly payout_account: components["schemas"]["PayoutAccount"] | null;
        } & (unknown & unknown & unknown & unknown);
        /**
         * @description Condition of a device. The values depend on the device: jams and bins on the dispenser, paper on the printer, locks on doors, charge on the battery.
         * @enum {string}
         */
        readonly DeviceCondition: "ok" | "not_applicable" | "shutter_jammed" | "transport_inoperative" | "stacker_not_empty" | "reject_bin_full" | "cassette_missing" | "cassette_manipulated" | "paper_low" | "paper_out" | "paper_jammed" | "closed" | "open" | "locked" | "bolted" | "tampered" | "low" | "engaged" | "powering" | "recovered";
        /**
         * @description A device of a terminal. `epp` is the PIN pad.
         * @enum {string}
         */
        readonly DeviceName: "cash_dispenser" | "card_reader" | "contactless_reader" | "epp" | "receipt_printer" | "safe_door" | "cabinet_door" | "ups" | "display";
        /**
         * @description State of a device.
         * @enum {string}
         */
        readonly DeviceState: "online" | "offline" | "power_off" | "no_device" | "hardware_error" | "user_error" | "device_busy" | "fraud_attempt" | "potential_fraud" | "starting";
        /**
         * @description Result of dispensing. `unknown`: approved, but not confirmed by the terminal. `not_applicable`: no cash was requested.
         * @enum {string}
         */
        readonly DispenseStatus: "full_dispense" | "under_dispense" | "reversed" | "no_dispense" | "unknown" | "not_applicable";
        /**
         * DispenserFaultEvent
         * @description A dispenser reports a fault, or works again.
         */
        readonly DispenserFaultEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "dispenser_fault";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description Critical if the fault is service-affecting, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The fault, and figures as of `timestamp`. */
            readonly data: {
                /**
                 * @description The device concerned.
                 * @constant
                 */
                readonly device: "cash_dispenser";
                /** @description The vendor's error code, null if there are only failed dispenses. */
                readonly error_code: string | null;
                /** @description Meaning of the code. */
                readonly error_text: string | null;
                /** @description Maker of the terminal. */
                readonly vendor: string;
                /** @description Model of the terminal. */
                readonly model: string;
                /**
                 * @description Condition of the dispenser, `ok` once resolved.
                 * @enum {string}
                 */
                readonly condition: "ok" | "shutter_jammed" | "transport_inoperative" | "stacker_not_empty" | "reject_bin_full" | "cassette_missing" | "cassette_manipulated";
                /** @description Whether the fault prevents the terminal from dispensing. */
                readonly is_service_affecting: boolean;
                /** @description Failed dispenses since the latest success. */
                readonly failed_dispense_count: components["schemas"]["EventCount"];
                /** @description The latest successful dispense, null if none is known. */
                readonly last_success_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description Assignment of the case. */
        readonly DisputeAssignment: {
            /** @description The user, if it is assigned to one. */
            readonly user_id: components["schemas"]["UserId"] | null;
            /** @description The team. */
            readonly team: string | null;
            /**
             * Format: date-time
             * @description When it was assigned.
             */
            readonly assigned_at: string;
        };
        /** @description A cardholder's claim about one transaction. `reviewer` is present once the case is resolved, and absent until then. */
        readonly DisputeCase: components["schemas"]["UnresolvedDispute"] | components["schemas"]["ResolvedDispute"];
        /** @description Deadlines of the card issuer under Regulation E. For information only. */
        readonly DisputeDeadlines: {
            /**
             * Format: date
             * @description Last day for a decision or a provisional credit.
             */
            readonly provisional_credit_by: string;
            /**
             * Format: date
             * @description Last day for the final decision.
             */
            readonly final_determination_by: string;
        };
        /** @description One piece of evidence. */
        readonly DisputeEvidence: {
            /**
             * @description Kind.
             * @enum {string}
             */
            readonly kind: "journal" | "host_record" | "terminal_totals" | "cash_count" | "video" | "statement";
            /**
             * Format: date-time
             * @description When it was received.
             */
            readonly received_at: string;
            /** @description Note; `null` for roles that may not see how the case is handled. */
            readonly note: string | null;
        };
        /**
         * @description Dispute case identifier.
         * @example dsp_01K8Y3M6P8Q0R2S4T6V8W0X2YZ
         */
        readonly DisputeId: string;
        /** @description A page of dispute cases, with a summary. */
        readonly DisputeList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cases of this page, latest opened first. */
            readonly data: readonly components["schemas"]["DisputeCase"][];
            readonly page: components["schemas"]["Page"];
            readonly summary: components["schemas"]["DisputeSummary"];
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * @description `upheld`: the cardholder is paid in full. `partial`: the cardholder is paid in part. `denied`: the journal proves the dispense. `withdrawn`: the issuer withdrew the claim. `expired_no_response`: lost because there was no response in time.
         * @enum {string}
         */
        readonly DisputeOutcome: "upheld" | "partial" | "denied" | "withdrawn" | "expired_no_response";
        /**
         * @description The claim of the cardholder. `cash_not_dispensed`: no cash. `partial_dispense`: too little cash. `amount_mismatch`: another amount was posted. `duplicate_debit`: posted twice. `reversal_not_posted`: a reversal was never credited. `surcharge_error`: fee wrong or not shown. `late_presentment`: posted too late. `not_recognized`: the cardholder does not know it. `unauthorized`: fraud with the card. `counterfeit_fallback`: a counterfeit stripe at a terminal that did not read the chip.
         * @enum {string}
         */
        readonly DisputeReason: "cash_not_dispensed" | "partial_dispense" | "amount_mismatch" | "duplicate_debit" | "reversal_not_posted" | "surcharge_error" | "late_presentment" | "not_recognized" | "unauthorized" | "counterfeit_fallback";
        /** @description How the case ended. */
        readonly DisputeResolution: {
            readonly outcome: components["schemas"]["DisputeOutcome"];
            /**
             * Format: date-time
             * @description When it was closed.
             */
            readonly resolved_at: string;
            /** @description Amount charged to the operator. */
            readonly adjusted_amount: components["schemas"]["Money"];
            /** @description Settlement batch with the adjustment; `null` before. */
            readonly adjustment_batch_id: components["schemas"]["BatchId"] | null;
            /** @description Stated reason. */
            readonly note: string | null;
        };
        /** @description Who reviewed the decision. */
        readonly DisputeReviewer: {
            /** @description The reviewer; `null` for roles that may not see how the case is handled. */
            readonly user_id: components["schemas"]["UserId"] | null;
            /** @description Name of the reviewer. */
            readonly display_name: string;
            /**
             * Format: date-time
             * @description When the decision was reviewed.
             */
            readonly reviewed_at: string;
        };
        /**
         * @description `open`: received. `evidence_requested`: the journal was requested and the deadline runs. `under_review`: the evidence has arrived. `escalated`: with the network. `resolved`: closed, see `resolution`.
         * @enum {string}
         */
        readonly DisputeStatus: "open" | "evidence_requested" | "under_review" | "escalated" | "resolved";
        /** @description Totals over all cases in your scope that match the filters. */
        readonly DisputeSummary: {
            /** @description Unresolved cases in any status. */
            readonly open_count: number;
            /** @description Unresolved cases whose due date is past. */
            readonly overdue_count: number;
            /** @description Resolved cases. */
            readonly resolved_count: number;
            /** @description Sum of `amount` over the unresolved cases. */
            readonly open_amount: components["schemas"]["Money"];
            readonly currency: components["schemas"]["Currency"];
        };
        /**
         * @description State of a name in the DNS.
         * @enum {string}
         */
        readonly DnsStatus: "not_configured" | "pending" | "verified" | "misconfigured";
        /** @description Readiness of the documentation host. */
        readonly DocsHostReadiness: {
            /** @description Whether it is ready. */
            readonly ready: boolean;
            /**
             * Format: hostname
             * @description Host name of the documentation; `null` if none is set.
             */
            readonly hostname: string | null;
            readonly dns_status: components["schemas"]["DnsStatus"];
            readonly tls_status: components["schemas"]["TlsStatus"];
        };
        /**
         * @description How the card was read. `fallback`: the stripe of a chip card was read after the chip failed. `magstripe`: a card with only a stripe.
         * @enum {string}
         */
        readonly EntryMode: "chip" | "contactless" | "fallback" | "magstripe";
        /**
         * @description From the perspective of the payee.
         * @enum {string}
         */
        readonly EntrySide: "credit" | "debit";
        /**
         * @description Version of the interface in which the event is written.
         * @constant
         */
        readonly EventApiVersion: "v1";
        /** @description A count. */
        readonly EventCount: number;
        /**
         * Format: date
         * @description Calendar date, RFC 3339.
         */
        readonly EventDate: string;
        /** @description Id of the event: the same on every attempt, replay and destination. Deliveries can be repeated, so store ids to drop repeats. */
        readonly EventId: string;
        /** @description The incident this event belongs to. Events of one incident share `incident_id` and `type`, and can arrive out of order. */
        readonly EventIncident: components["schemas"]["EventIncidentOpen"] | components["schemas"]["EventIncidentResolved"];
        /** @description Subject of the incident. At most one incident per key is open at a time. */
        readonly EventIncidentKey: string;
        /** @description An incident that is open. */
        readonly EventIncidentOpen: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /**
             * @description `triggered`: it has just opened. `escalated`: it has become more serious, or this is another notice.
             * @enum {string}
             */
            readonly state: "triggered" | "escalated";
            readonly sequence: components["schemas"]["EventIncidentSequence"];
            readonly dedupe_key: components["schemas"]["EventIncidentKey"];
            /** @description When it opened. */
            readonly opened_at: components["schemas"]["EventInstant"];
            /** @description Null while it is open. */
            readonly resolved_at: null;
            /** @description Null while it is open. */
            readonly resolution: null;
        };
        /** @description An incident that is closed. It never reopens; the next one has another id. */
        readonly EventIncidentResolved: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /**
             * @description It is closed.
             * @constant
             */
            readonly state: "resolved";
            readonly sequence: components["schemas"]["EventIncidentSequence"];
            readonly dedupe_key: components["schemas"]["EventIncidentKey"];
            /** @description When it opened. */
            readonly opened_at: components["schemas"]["EventInstant"];
            /** @description When it was resolved. */
            readonly resolved_at: components["schemas"]["EventInstant"];
            /**
             * @description How it was resolved. In order: the cause is gone, a more serious incident replaced it, a person accepted it, it expired, or maintenance began.
             * @enum {string}
             */
            readonly resolution: "recovered" | "superseded" | "acknowledged" | "auto_closed" | "maintenance";
        };
        /** @description 1 for the first event of the incident, then increasing by one. Ignore an event with a lower number than the latest that you received for its incident. */
        readonly EventIncidentSequence: number;
        /**
         * Format: date-time
         * @description Instant in UTC, RFC 3339.
         */
        readonly EventInstant: string;
        /**
         * Format: date-time
         * @description Instant in UTC, RFC 3339, or null.
         */
        readonly EventInstantOrNull: string | null;
        /**
         * @description Present only on a sample sent to test a destination. Acknowledge it and do nothing else.
         * @constant
         */
        readonly EventIsTest: true;
        /** @description A fraction from 0 to 1, rounded to four decimals; 0 if the divisor is 0. */
        readonly EventRate: number;
        /** @description A response code and its number of occurrences. */
        readonly EventResponseCount: {
            readonly response: components["schemas"]["ResponseCode"];
            /** @description Meaning of the code. */
            readonly response_text: string;
            /** @description Number of occurrences. */
            readonly count: number;
        };
        /**
         * @description Name of a webhook event.
         * @enum {string}
         */
        readonly EventType: "heartbeat_stale" | "processor_outage" | "communication_flapping" | "cash_low" | "cash_out" | "dispenser_fault" | "compliance_expiration" | "location_risk_change" | "decline_spike" | "approval_rate_drop" | "reversal_spike" | "high_decline_velocity" | "repeated_same_card_attempt" | "command_failed" | "provisioning_failed" | "settlement_mismatch";
        /** @description One line of the sheet. */
        readonly ExportItem: {
            /** @description Kind. */
            readonly label: string;
            /** @description Its value. */
            readonly value: string;
        };
        /** @description One section of the sheet. */
        readonly ExportSection: {
            /** @description Heading. */
            readonly title: string;
            /** @description Lines, in order. */
            readonly items: readonly components["schemas"]["ExportItem"][];
        };
        /**
         * @description Category of a feed item.
         * @enum {string}
         */
        readonly FeedCategory: "heartbeat" | "status" | "transaction" | "alert" | "switch-journal" | "command" | "provisioning";
        /**
         * @description Funding type of the batch. `combined` is cash dispensed and surcharge together.
         * @enum {string}
         */
        readonly FundingType: "vault_cash" | "surcharge" | "combined" | "adjustment" | "monthly_residual";
        /**
         * @description Terminal group identifier.
         * @example grp_nw_boston
         */
        readonly GroupId: string;
        /**
         * @description Purpose of the group.
         * @enum {string}
         */
        readonly GroupKind: "region" | "affiliate" | "merchant_chain" | "vault_route" | "technician_route" | "custom";
        /**
         * @description How much attention a terminal needs. `critical`: offline or its connector is down. `high`: cannot dispense. `medium`: an open medium alert or a poor signal. `low`: late heartbeat. `idle`: no transaction for seven days. `unknown`: never reported.
         * @enum {string}
         */
        readonly Health: "normal" | "low" | "medium" | "high" | "critical" | "idle" | "suspended" | "unknown";
        /**
         * HeartbeatStaleEvent
         * @description A terminal has stopped sending heartbeats, or sends them again.
         */
        readonly HeartbeatStaleEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "heartbeat_stale";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot",
                "terminals_locations_telemetry"
            ];
            /**
             * @description Critical once escalated.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description The latest heartbeat received. */
                readonly last_heartbeat_at: components["schemas"]["EventInstant"];
                /** @description Expected time between two heartbeats. */
                readonly heartbeat_interval_seconds: number;
                /** @description Whole minutes since the latest heartbeat. */
                readonly minutes_silent: components["schemas"]["EventCount"];
                /** @description The latest transaction, null if there was none yet. */
                readonly last_transaction_at: components["schemas"]["EventInstantOrNull"];
                readonly link_type: components["schemas"]["LinkType"];
                /** @description Radio signal at the last heartbeat, null on wired links. */
                readonly signal_quality: components["schemas"]["SignalQuality"] | null;
                /** @description Name of the site. */
                readonly location_name: string;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * HighDeclineVelocityEvent
         * @description Declines of several cards occur in quick succession, or have stopped.
         */
        readonly HighDeclineVelocityEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "high_decline_velocity";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated declines, and their burst. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Declines in the window. */
                readonly declines: components["schemas"]["EventCount"];
                /** @description Different cards among them. */
                readonly distinct_cards: components["schemas"]["EventCount"];
                /** @description Response codes of the declines, most frequent first. */
                readonly top_responses: readonly components["schemas"]["EventResponseCount"][];
                /** @description The first decline of the burst. */
                readonly first_transaction_id: components["schemas"]["TransactionId"];
                /** @description Its latest decline so far. */
                readonly last_transaction_id: components["schemas"]["TransactionId"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One host. */
        readonly HostAddress: {
            /** @description Host name. */
            readonly address: string;
            /** @description TCP port. */
            readonly port: number;
            readonly connector_id: components["schemas"]["ConnectorId"];
        };
        /** @description TLS towards the host. */
        readonly HostTls: {
            /** @description Whether TLS is used. */
            readonly enabled: boolean;
            /**
             * @description Lowest version; `null` without TLS.
             * @enum {string|null}
             */
            readonly min_version: "1.2" | "1.3" | null;
            /** @description Required name in the certificate. */
            readonly server_name: string | null;
            /** @description Name of the trusted authority. A reference, not the certificate. */
            readonly trust_anchor_ref: string | null;
        };
        /**
         * @description Alert incident identifier, shared by status monitoring, feeds and webhook events.
         * @example inc_01K8Z7A1B3C5D7E9F1G3H5J7KM
         */
        readonly IncidentId: string;
        /** @description The integration surface, grouped by service family. The structure is the same for every caller; `is_available` shows what your key may use. */
        readonly IntegrationCatalog: {
            /** @description Version of the contract; equals `info.version` of the public OpenAPI document. */
            readonly catalog_version: string;
            /**
             * Format: uri
             * @description Base address of the paths in this catalog.
             */
            readonly base_url: string;
            readonly auth: components["schemas"]["CatalogAuth"];
            /** @description The six service families. */
            readonly services: readonly components["schemas"]["CatalogService"][];
        };
        /**
         * @description Provisioning job identifier.
         * @example prv_01K8W2B4C6D8E0F2G4H6J8K0MN
         */
        readonly JobId: string;
        /**
         * @description How the terminal reaches the host.
         * @enum {string}
         */
        readonly LinkType: "lte" | "ethernet" | "wifi" | "dial" | "vsat";
        /** @description A location with at least one visible terminal. */
        readonly Location: {
            readonly location_id: components["schemas"]["LocationId"];
            /** @description The visible terminals at this location. */
            readonly terminal_ids: readonly components["schemas"]["TerminalId"][];
            /** @description Name of the site. May contain any character; escape it for display. */
            readonly name: string;
            readonly site_type: components["schemas"]["SiteType"];
            readonly placement: components["schemas"]["Placement"];
            readonly address: components["schemas"]["Address"];
            /** @description Degrees north. */
            readonly latitude: number;
            /** @description Degrees east. */
            readonly longitude: number;
            /** @description IANA time zone of the site and of its terminals. */
            readonly timezone: components["schemas"]["TimeZone"];
            /**
             * @description When the public can reach the terminal, as in OpenStreetMap's `opening_hours`.
             * @example Mo-Su 06:00-23:00
             */
            readonly access_hours: string;
            /** @description Surcharge for a withdrawal here; the flat part if it combines a percentage and a flat amount. */
            readonly surcharge_amount: components["schemas"]["Money"];
            /** @description Contact on site; `null` for the roles `auditor` and `vault_cash`. */
            readonly contact: components["schemas"]["SiteContact"] | null;
            readonly risk: components["schemas"]["SiteRisk"];
            readonly ada: components["schemas"]["SiteAccessibility"];
            /** @description Account that owns the terminals. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Groups of those terminals. */
            readonly group_ids: readonly components["schemas"]["GroupId"][];
        };
        /**
         * @description Location identifier.
         * @example loc_7GQ2M4T9XA
         */
        readonly LocationId: string;
        /** @description A page of locations. */
        readonly LocationList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The locations of this page, by name. */
            readonly data: readonly components["schemas"]["Location"][];
            readonly page: components["schemas"]["Page"];
            /** @description Always `null`; this list has no summary. */
            readonly summary: null;
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * LocationRiskChangeEvent
         * @description The risk assessment of a site has changed.
         */
        readonly LocationRiskChangeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "location_risk_change";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry",
                "compliance_vault_onboarding"
            ];
            /**
             * @description High when the site enters the band `high`, medium for any other rise, low for a fall.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The assessment before and after. */
            readonly data: {
                /** @description The location assessed. */
                readonly location_id: components["schemas"]["LocationId"];
                /** @description Name of the site. */
                readonly location_name: string;
                /** @description Band before. It equals `new_band` if only the score moved. */
                readonly previous_band: components["schemas"]["RiskBand"];
                /** @description Band now: low 0 to 29, moderate 30 to 54, elevated 55 to 74, high 75 to 100. */
                readonly new_band: components["schemas"]["RiskBand"];
                /** @description Score before. */
                readonly previous_score: number;
                /** @description Score now; higher is worse. */
                readonly new_score: number;
                /** @description Factors behind the new score, most important first. */
                readonly drivers: readonly components["schemas"]["RiskDriver"][];
                /** @description When it was assessed. */
                readonly assessed_at: components["schemas"]["EventInstant"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Amount in major units with exactly two decimals, never negative. Each response states the currency once. Sort and add it as a number, not as text.
         * @example 60.00
         */
        readonly Money: string;
        /** @description Progress of the onboarding. */
        readonly Onboarding: {
            readonly status: components["schemas"]["OnboardingStatus"];
            /** @description Share of steps done, in percent. */
            readonly percent_complete: number;
            /** @description The steps, in order. */
            readonly steps: readonly components["schemas"]["OnboardingStep"][];
        };
        /**
         * @description State of a step, or of the whole onboarding.
         * @enum {string}
         */
        readonly OnboardingStatus: "not_started" | "in_progress" | "blocked" | "done";
        /** @description One step. */
        readonly OnboardingStep: {
            /**
             * @description Task of the step.
             * @enum {string}
             */
            readonly step: "application" | "owner_kyc" | "bank_account" | "site_survey" | "agreements" | "terminal_setup" | "key_load" | "test_transaction" | "go_live";
            readonly status: components["schemas"]["OnboardingStatus"];
            /**
             * Format: date-time
             * @description When it was done.
             */
            readonly completed_at: string | null;
            /** @description Why it is blocked. */
            readonly blocked_reason: string | null;
        };
        /** @description Any identifier as a client may send it. Treat it as opaque; case matters. */
        readonly OpaqueId: string;
        /** @description An alert incident that is open. */
        readonly OpenAlert: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /** @description Event of the incident. */
            readonly type: components["schemas"]["EventType"];
            readonly severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @description When it opened.
             */
            readonly opened_at: string;
        };
        /**
         * @description `in_service`: works. `degraded`: can dispense, something else is broken. `out_of_service`: online, but cannot dispense. `supervisor`: operator menu or safe open. `closed`: closed by command. `offline`: no contact. `never_reported`: has not reported yet. `suspended`: plan or account on hold. `decommissioned`: removed from the fleet.
         * @enum {string}
         */
        readonly OperationalState: "in_service" | "degraded" | "out_of_service" | "supervisor" | "closed" | "offline" | "never_reported" | "suspended" | "decommissioned";
        /** @description Branding of the portal. */
        readonly OrganizationBranding: {
            /** @description Name under which the portal appears. */
            readonly product_name: string;
            /**
             * Format: uri-reference
             * @description Address of the logo.
             */
            readonly logo_url: string | null;
            /** @description Main color. */
            readonly primary_color: string | null;
            /**
             * Format: email
             * @description Email address for customers.
             */
            readonly support_email: string | null;
            /** @description Telephone number for customers. */
            readonly support_phone: string | null;
            /**
             * @description Whether the branding is ready for use.
             * @enum {string}
             */
            readonly status: "ready" | "pending" | "degraded";
        };
        /** @description State of the organization's own host names. */
        readonly OrganizationDns: {
            /**
             * Format: hostname
             * @description Host name of the portal.
             */
            readonly custom_domain: string | null;
            /**
             * Format: hostname
             * @description Host name of the documentation.
             */
            readonly docs_host: string | null;
            /**
             * @description Kind of DNS record to set.
             * @enum {string|null}
             */
            readonly record_type: "CNAME" | "A" | null;
            /** @description Value the record must have. */
            readonly expected_target: string | null;
            readonly status: components["schemas"]["DnsStatus"];
            readonly tls_status: components["schemas"]["TlsStatus"];
            /**
             * Format: date-time
             * @description When the record was last looked up.
             */
            readonly last_checked_at: string | null;
        };
        /** @description Position of this page in the list. */
        readonly Page: {
            /** @description The limit that was applied. */
            readonly limit: number;
            /** @description Number of rows in `data`. */
            readonly returned: number;
            /** @description Number of rows in your scope that match the filters, over all pages. */
            readonly matched: number;
            /** @description Whether there is a next page. */
            readonly has_more: boolean;
            /** @description Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
            readonly next_cursor: string | null;
        };
        /** @description Bank account of the payee. */
        readonly PayoutAccount: {
            /** @description Name of the bank. */
            readonly bank_name: string;
            /**
             * @description Kind of bank account.
             * @enum {string}
             */
            readonly account_type: "checking" | "savings";
            /** @description Last four digits of the bank account number (not of a card). */
            readonly last4: string;
        };
        /**
         * @description Position of the terminal on the site.
         * @enum {string}
         */
        readonly Placement: "indoor_lobby" | "indoor_counter" | "through_the_wall" | "drive_up" | "freestanding_outdoor" | "mobile";
        /** @description The user's account. */
        readonly PortalAccount: {
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Display name. */
            readonly name: string;
            /** @description Legal name. */
            readonly legal_name: string;
            readonly account_kind: components["schemas"]["AccountKind"];
            /** @description Parent account; `null` at the top level, or if it is not visible to you. */
            readonly parent_account_id: components["schemas"]["AccountId"] | null;
            /**
             * @description State of the account.
             * @enum {string}
             */
            readonly status: "onboarding" | "active" | "on_hold" | "closed";
            /** @description Visible accounts below it. */
            readonly sub_account_count: number;
            /** @description Time zone of the account. */
            readonly timezone: components["schemas"]["TimeZone"];
            /** @description Currency of every amount in this response. */
            readonly currency: components["schemas"]["Currency"];
            /** @description Bank that sponsors it in the networks. */
            readonly sponsor_bank: string | null;
            /** @description Processor that drives its terminals. */
            readonly processor: string | null;
            /**
             * @description Time of day at which a business date ends, in the time zone of the top account.
             * @example 14:00
             */
            readonly settlement_cutoff_local: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            readonly created_at: string;
        };
        /** @description Summary of a connector. */
        readonly PortalConnector: {
            readonly connector_id: components["schemas"]["ConnectorId"];
            /** @description Name. */
            readonly name: string;
            readonly connector_type: components["schemas"]["ConnectorType"];
            readonly status: components["schemas"]["ConnectorStatusValue"];
        };
        /** @description A document. */
        readonly PortalDocument: {
            readonly document_id: components["schemas"]["OpaqueId"];
            /**
             * @description Kind of document.
             * @example agreement
             */
            readonly document_type: string;
            /** @description Title. */
            readonly title: string;
            /** @description Media type of the file. */
            readonly content_type: string;
            /** @description Size of the file. */
            readonly size_bytes: number;
            /**
             * Format: date-time
             * @description When it was uploaded.
             */
            readonly uploaded_at: string;
            /**
             * Format: date
             * @description Last day of validity.
             */
            readonly expires_date: string | null;
        };
        /** @description A submitted or draft form. */
        readonly PortalForm: {
            readonly form_id: components["schemas"]["OpaqueId"];
            /**
             * @description Kind of form.
             * @enum {string}
             */
            readonly form_type: "terminal_add" | "terminal_move" | "terminal_close" | "surcharge_change" | "bank_account_change" | "cassette_change" | "site_survey" | "w9" | "vault_cash_agreement";
            /** @description Title. */
            readonly title: string;
            /**
             * @description State of the form.
             * @enum {string}
             */
            readonly status: "draft" | "submitted" | "in_review" | "approved" | "rejected";
            /** @description Terminal that it concerns, if any. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /** @description User who filled it in; `null` if that user is not visible to you. */
            readonly submitted_by: components["schemas"]["UserId"] | null;
            /**
             * Format: date-time
             * @description When it was submitted; `null` for a draft.
             */
            readonly submitted_at: string | null;
            /**
             * Format: date-time
             * @description When it was approved or rejected.
             */
            readonly decided_at: string | null;
        };
        /** @description Summary of a terminal group. */
        readonly PortalGroup: {
            readonly group_id: components["schemas"]["GroupId"];
            /** @description Name. */
            readonly name: string;
            readonly group_kind: components["schemas"]["GroupKind"];
            /** @description Visible terminals in it. */
            readonly terminal_count: number;
        };
        /** @description Branding and host names of the portal. */
        readonly PortalOrganization: {
            readonly branding: components["schemas"]["OrganizationBranding"];
            readonly dns: components["schemas"]["OrganizationDns"];
        };
        /** @description The user that owns the key. */
        readonly PortalPrincipal: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description Display name. */
            readonly display_name: string;
            /**
             * Format: email
             * @description Email address.
             */
            readonly email: string;
            readonly role: components["schemas"]["Role"];
            /** @description Account to which the user belongs. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The user's own time zone. */
            readonly timezone: components["schemas"]["TimeZone"];
            /**
             * @description Language and region, as in BCP 47.
             * @example en-US
             */
            readonly locale: string;
            readonly api_key: components["schemas"]["ApiKeyProfile"];
        };
        /** @description A report. */
        readonly PortalReport: {
            readonly report_id: components["schemas"]["OpaqueId"];
            /** @description Title. */
            readonly title: string;
            /**
             * @description Subject.
             * @example settlements
             */
            readonly category: string;
            /** @description Current sandbox time. */
            readonly description: string;
            /** @description Available formats. */
            readonly formats: readonly ("csv" | "xlsx" | "pdf")[];
            /**
             * @description How often it is generated.
             * @enum {string}
             */
            readonly frequency: "on_demand" | "daily" | "weekly" | "monthly";
            readonly required_privilege: components["schemas"]["RequiredPrivilege"];
        };
        /** @description The portal as the user of the key sees it. A section that the role may not see is present, but empty or `null`; `access_flags` shows which. Lists of recent items have at most 25 entries. */
        readonly PortalSnapshot: {
            readonly principal: components["schemas"]["PortalPrincipal"];
            readonly account: components["schemas"]["PortalAccount"];
            readonly organization: components["schemas"]["PortalOrganization"];
            readonly access_flags: components["schemas"]["AccessFlags"];
            /** @description Visible users, including yourself. */
            readonly users: readonly components["schemas"]["PortalUser"][];
            /** @description Visible terminals. */
            readonly terminals: readonly components["schemas"]["PortalTerminal"][];
            /** @description Visible terminal groups, by name. */
            readonly groups: readonly components["schemas"]["PortalGroup"][];
            /** @description Visible connectors, by name. Empty without `can_view_connectors`. */
            readonly connectors: readonly components["schemas"]["PortalConnector"][];
            /** @description Newest first. Empty without `can_view_transactions`. */
            readonly recent_transactions: readonly components["schemas"]["TransactionRow"][];
            /** @description Newest first. Empty without `can_view_commands`. */
            readonly recent_commands: readonly components["schemas"]["TerminalCommand"][];
            /** @description Newest first. */
            readonly recent_forms: readonly components["schemas"]["PortalForm"][];
            /** @description Reports that you may request. */
            readonly report_catalog: readonly components["schemas"]["PortalReport"][];
            /** @description Compliance documents; `null` without `can_view_compliance`. */
            readonly compliance_vault: components["schemas"]["ComplianceVault"] | null;
            /** @description Progress of the account's onboarding; `null` without `can_view_compliance`. */
            readonly onboarding: components["schemas"]["Onboarding"] | null;
            /** @description Documents of the account. Empty without `can_view_documents`. */
            readonly documents: readonly components["schemas"]["PortalDocument"][];
            /** @description Training videos. */
            readonly videos: readonly components["schemas"]["PortalVideo"][];
            /**
             * Format: date-time
             * @description Instant of this snapshot.
             */
            readonly as_of: string;
        };
        /** @description Summary of a terminal. */
        readonly PortalTerminal: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Name. May contain any character; escape it for display. */
            readonly name: string;
            readonly location_id: components["schemas"]["LocationId"];
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Groups that contain it. */
            readonly group_ids: readonly components["schemas"]["GroupId"][];
            readonly operational_state: components["schemas"]["OperationalState"];
            readonly health: components["schemas"]["Health"];
            /**
             * Format: date-time
             * @description When it last reported.
             */
            readonly last_heartbeat_at: string | null;
            /** @description Cash in it; `null` if it has never reported. */
            readonly amount_remaining: components["schemas"]["Money"] | null;
        };
        /** @description A user. */
        readonly PortalUser: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description Display name. */
            readonly display_name: string;
            readonly role: components["schemas"]["Role"];
            readonly account_id: components["schemas"]["AccountId"];
            /**
             * @description State of the user.
             * @enum {string}
             */
            readonly status: "invited" | "active" | "disabled";
            /**
             * Format: date-time
             * @description When the user last signed in.
             */
            readonly last_login_at: string | null;
        };
        /** @description A training video. */
        readonly PortalVideo: {
            readonly video_id: components["schemas"]["OpaqueId"];
            /** @description Title. */
            readonly title: string;
            /**
             * @description Topic.
             * @example cash_loading
             */
            readonly topic: string;
            /** @description Length. */
            readonly duration_seconds: number;
            /** @description Language, as in BCP 47. */
            readonly language: string;
        };
        /**
         * @description A privilege of a role. Each has a flag `can_<privilege>` in the portal snapshot's `access_flags`.
         * @enum {string}
         */
        readonly Privilege: "view_terminals" | "view_connectors" | "view_transactions" | "view_settlements" | "view_payout_account" | "derive_settlements" | "view_disputes" | "create_disputes" | "view_commands" | "view_provisioning" | "view_compliance" | "view_documents" | "manage_users" | "manage_configuration";
        /** @description Why a request was not fulfilled (RFC 9457). Branch on `status` and `code`; `title` and `detail` are for people and may change. */
        readonly Problem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains this kind of problem.
             * @example /problems/invalid-parameter
             */
            readonly type: string;
            /** @description The kind of problem in one sentence; the same for every occurrence. */
            readonly title: string;
            /** @description The HTTP status of this response. */
            readonly status: number;
            /** @description The kind of problem for programs. Repeats the last segment of `type`, with underscores. */
            readonly code: components["schemas"]["ProblemCode"];
            /** @description Details of this occurrence, and what was expected. */
            readonly detail: string;
            /**
             * Format: uri-reference
             * @description Path of the request.
             * @example /v1/transactions
             */
            readonly instance: string;
            /** @description Same value as the `X-Request-Id` header. Include it in a support request. */
            readonly request_id: string;
            /** @description The individual faults, if the request is invalid. */
            readonly errors?: readonly components["schemas"]["ProblemError"][];
            /** @description Only with `insufficient_privilege`. The privilege that your role lacks. */
            readonly required_privilege?: components["schemas"]["Privilege"];
            /** @description Only with `method_not_allowed`, `not_acceptable` and `unsupported_media_type`. The accepted methods or media types. */
            readonly allowed?: readonly string[];
            /** @description Only with `rate_limited` and `service_unavailable`. Same value as the `Retry-After` header. */
            readonly retry_after_seconds?: number;
            /** @description Only with `settlement_locked`. The conflicting batch. */
            readonly batch_id?: components["schemas"]["BatchId"];
            /** @description Only with `settlement_locked`. Status of that batch. */
            readonly batch_status?: components["schemas"]["SettlementStatus"];
            /** @description Only with `dispute_exists`. The unresolved dispute of the same transaction. */
            readonly dispute_id?: components["schemas"]["DisputeId"];
        };
        /**
         * @description Kind of problem. The list is closed; a new kind is a change of the contract.
         * @enum {string}
         */
        readonly ProblemCode: "invalid_parameter" | "unknown_parameter" | "cursor_mismatch" | "malformed_json" | "malformed_request" | "missing_api_key" | "invalid_api_key" | "insufficient_privilege" | "not_found" | "method_not_allowed" | "not_acceptable" | "settlement_locked" | "dispute_exists" | "idempotency_in_progress" | "request_timeout" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable" | "insufficient_storage";
        /** @description One fault in the request. Exactly one of `pointer`, `parameter` and `header` gives its location. */
        readonly ProblemError: {
            /**
             * Format: json-pointer
             * @description JSON Pointer into the request body; empty for the body as a whole.
             * @example /reason_code
             */
            readonly pointer?: string;
            /**
             * @description Name of a query or path parameter.
             * @example sort_by
             */
            readonly parameter?: string;
            /**
             * @description Name of a request header.
             * @example Idempotency-Key
             */
            readonly header?: string;
            /** @description The fault. */
            readonly code: components["schemas"]["ProblemErrorCode"];
            /** @description The expected and the received value. */
            readonly detail: string;
            /** @description The accepted values, if they can be listed. */
            readonly allowed?: readonly string[];
            /**
             * @description The known name closest to an unknown one.
             * @example sort_by
             */
            readonly nearest?: string;
        };
        /**
         * @description The kind of fault of one value. The first twelve concern the format; the others are rules of the two write paths.
         * @enum {string}
         */
        readonly ProblemErrorCode: "missing" | "unknown_member" | "unknown_parameter" | "repeated_parameter" | "wrong_type" | "wrong_format" | "out_of_range" | "too_long" | "unknown_value" | "cursor_invalid" | "cursor_mismatch" | "unknown_account" | "unknown_terminal" | "unknown_transaction" | "unknown_user" | "not_a_banking_day" | "business_date_open" | "business_date_too_old" | "same_day_window_closed" | "partial_derive_not_allowed" | "sensitive_data" | "amount_not_positive" | "amount_exceeds_transaction" | "dispute_window_closed" | "transaction_not_disputable" | "key_reused";
        /**
         * ProcessorOutageEvent
         * @description A connector cannot authorise transactions, or works again.
         */
        readonly ProcessorOutageEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "processor_outage";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a connector of the account, and several terminals.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot"
            ];
            /**
             * @description Always critical.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. Requests are those of the last 5 minutes. */
            readonly data: {
                readonly connector_id: components["schemas"]["ConnectorId"];
                /** @description Name of the connector. */
                readonly connector_name: string;
                /** @description Kind of the remote system. */
                readonly connector_type: components["schemas"]["ConnectorType"];
                /** @description Status of the connector. */
                readonly status: components["schemas"]["ConnectorStatusValue"];
                /** @description Consecutive failed echo tests. */
                readonly consecutive_echo_failures: components["schemas"]["EventCount"];
                /** @description Authorisation requests sent. */
                readonly requests: components["schemas"]["EventCount"];
                /** @description Requests that failed for a technical reason. */
                readonly technical_declines: components["schemas"]["EventCount"];
                /** @description Requests that timed out; also counted as technical declines. */
                readonly timeouts: components["schemas"]["EventCount"];
                /** @description The most frequent response code of failed requests, null if none failed. */
                readonly dominant_response: components["schemas"]["ResponseCode"] | null;
                /** @description Terminals of the account that cannot authorise because of it. */
                readonly affected_terminal_count: components["schemas"]["EventCount"];
                /** @description Whether traffic currently uses another connector. */
                readonly failover_active: boolean;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One cassette. */
        readonly ProvisionedCassette: {
            readonly position: components["schemas"]["CassettePosition"];
            /** @description Value of one note. */
            readonly denomination: components["schemas"]["Money"];
            /** @description Notes it can hold. */
            readonly capacity_notes: number;
            /** @description The cassette is low at or below this number of notes. */
            readonly low_threshold_notes: number;
        };
        /** @description Chip cards. */
        readonly ProvisionedEmv: {
            /** @description Version of the contact kernel; `null` on magstripe-only terminals. */
            readonly contact_kernel: string | null;
            /** @description Whether contactless cards are accepted. */
            readonly contactless_enabled: boolean;
            /** @description Whether the magnetic stripe of a chip card may be read when the chip fails. */
            readonly fallback_allowed: boolean;
            /** @description Card applications accepted, in order of preference. */
            readonly aids: readonly components["schemas"]["CardApplication"][];
        };
        /** @description How the terminal reaches its host. */
        readonly ProvisionedHost: {
            readonly primary: components["schemas"]["HostAddress"];
            /** @description Fallback host when the primary does not respond. */
            readonly backup: components["schemas"]["HostAddress"] | null;
            readonly protocol: components["schemas"]["ConnectorProtocol"];
            /** @description Addressing string of the last hop. */
            readonly communication_header: string;
            /** @description Routing identifier at the processor. */
            readonly routing_id: string;
            /** @description Seconds to wait for a response. */
            readonly response_timeout_seconds: number;
            readonly tls: components["schemas"]["HostTls"];
        };
        /** @description Identity and place of the terminal. */
        readonly ProvisionedIdentity: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Name on the receipt. */
            readonly merchant_name: string;
            /** @description City. */
            readonly city: string;
            /** @description State or territory, two letters. */
            readonly region: string;
            /** @description ISO 3166-1 alpha-2 country code. */
            readonly country: string;
            readonly timezone: components["schemas"]["TimeZone"];
            /** @description Currency of every amount in this response. */
            readonly currency: components["schemas"]["Currency"];
        };
        /** @description How keys are loaded. Never a key. */
        readonly ProvisionedKeys: {
            /**
             * @description Remotely, or manually on site.
             * @enum {string}
             */
            readonly load_method: "remote" | "manual";
            /**
             * @description Scheme by which keys are distributed.
             * @enum {string}
             */
            readonly scheme: "tr34" | "proprietary" | "manual";
            /**
             * @description Format in which keys are wrapped.
             * @enum {string}
             */
            readonly key_block_format: "tr31" | "legacy";
            /**
             * @description Whether the keys are loaded.
             * @enum {string}
             */
            readonly status: "not_loaded" | "pending" | "loaded" | "failed";
            /**
             * Format: date-time
             * @description When they were loaded.
             */
            readonly loaded_at: string | null;
        };
        /** @description Limits of one withdrawal. */
        readonly ProvisionedLimits: {
            /** @description Largest amount. */
            readonly max_withdrawal: components["schemas"]["Money"];
            /** @description Smallest amount. */
            readonly min_withdrawal: components["schemas"]["Money"];
            /** @description Amounts offered as buttons. */
            readonly fast_cash: readonly components["schemas"]["Money"][];
            /** @description Maximum number of notes per withdrawal. */
            readonly max_notes_per_dispense: number;
        };
        /** @description Reporting of the terminal. */
        readonly ProvisionedMonitoring: {
            /** @description Whether it sends status-monitoring messages. */
            readonly status_monitoring_enabled: boolean;
            /** @description Seconds between heartbeats. */
            readonly heartbeat_interval_seconds: number;
            /** @description Whether the vendor's remote management is used. */
            readonly rms_enabled: boolean;
            /** @description Minutes between its calls; `null` without remote management. */
            readonly rms_check_interval_minutes: number | null;
        };
        /** @description Receipt. */
        readonly ProvisionedReceipt: {
            /** @description Header lines. */
            readonly header: readonly string[];
            /** @description Width of the paper in millimetres. */
            readonly paper_width_mm: number;
        };
        /** @description Fee for the cardholder. */
        readonly ProvisionedSurcharge: {
            /**
             * @description `greater_of`: the larger of percentage and flat amount.
             * @enum {string}
             */
            readonly mode: "none" | "flat" | "percent" | "greater_of";
            /** @description Flat amount; `null` in modes `none` and `percent`. */
            readonly amount: components["schemas"]["Money"] | null;
            /** @description Percentage of the amount; `null` in modes `none` and `flat`. */
            readonly percent: number | null;
            /** @description Whether the cardholder must accept the fee on a screen. */
            readonly disclosure_screen: boolean;
            /** @description Networks whose cards pay no fee. */
            readonly surcharge_free_networks: readonly string[];
        } & (unknown & unknown);
        /** @description Features of the terminal. */
        readonly ProvisionedTransactions: {
            /** @description Transaction types. */
            readonly enabled: readonly components["schemas"]["TransactionType"][];
            /** @description Account types. */
            readonly account_types: readonly components["schemas"]["AccountType"][];
        };
        /** @description The same configuration for the installer, flat and printable. A text that a spreadsheet would interpret as a formula is prefixed with a single quote. */
        readonly ProvisioningExport: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Increases with every change; 0 before the terminal is provisioned. The same in payload and export. */
            readonly payload_version: number;
            /**
             * Format: date-time
             * @description When this document was generated.
             */
            readonly exported_at: string;
            /**
             * @description Always `installer_sheet`.
             * @constant
             */
            readonly format: "installer_sheet";
            /** @description Sections of the sheet, in order. */
            readonly sections: readonly components["schemas"]["ExportSection"][];
            /** @description Steps on site, in order. */
            readonly install_checklist: readonly string[];
            /** @description SHA-256 over the configuration. The same in payload and export. */
            readonly checksum: string;
        };
        /**
         * ProvisioningFailedEvent
         * @description A provisioning job did not succeed.
         */
        readonly ProvisioningFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "provisioning_failed";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "rms_commands_connectors_provisioning"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The job as it ended. */
            readonly data: {
                /** @description The provisioning job. */
                readonly job_id: components["schemas"]["JobId"];
                /** @description Version to be applied. */
                readonly payload_version: number;
                /**
                 * @description Stage at which it failed.
                 * @enum {string}
                 */
                readonly failure_stage: "validation" | "delivery" | "apply" | "key_load" | "host_handshake" | "test_transaction";
                /**
                 * @description Reason.
                 * @enum {string}
                 */
                readonly result_code: "invalid_payload" | "duplicate_terminal_id" | "terminal_offline" | "timeout_no_ack" | "timeout_running" | "checksum_mismatch" | "not_supported" | "device_error" | "key_exchange_failed" | "host_handshake_failed" | "test_transaction_failed";
                /** @description The same for people, null if there are no details. */
                readonly result_detail: string | null;
                /** @description Version after the rollback, null if nothing was rolled back. */
                readonly rolled_back_to_version: number | null;
                /** @description Whether the terminal has never been in service. */
                readonly is_new_terminal: boolean;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description Latest job that delivers this payload. */
        readonly ProvisioningJob: {
            readonly job_id: components["schemas"]["JobId"];
            readonly state: components["schemas"]["ProvisioningJobState"];
            /**
             * Format: date-time
             * @description When it ended, with or without success; `null` while in progress.
             */
            readonly completed_at: string | null;
        };
        /**
         * @description `applied`: the terminal reports the new version. `verifying`: handshake, key load and a test withdrawal. `rolled_back`: restored to the previous version.
         * @enum {string}
         */
        readonly ProvisioningJobState: "draft" | "validating" | "ready" | "delivering" | "applied" | "verifying" | "completed" | "failed" | "rolled_back" | "canceled";
        /** @description Configuration of one terminal. Contains no key, key part, check value or password; in place of a secret it states how the secret is loaded. */
        readonly ProvisioningPayload: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Increases with every change; 0 before the terminal is provisioned. The same in payload and export. */
            readonly payload_version: number;
            /**
             * Format: date-time
             * @description When this document was generated.
             */
            readonly generated_at: string;
            /** @description SHA-256 over the configuration. The same in payload and export. */
            readonly checksum: string;
            /** @description Latest job; `null` before the terminal is provisioned. */
            readonly job: components["schemas"]["ProvisioningJob"] | null;
            readonly identity: components["schemas"]["ProvisionedIdentity"];
            readonly host: components["schemas"]["ProvisionedHost"];
            readonly monitoring: components["schemas"]["ProvisionedMonitoring"];
            readonly keys: components["schemas"]["ProvisionedKeys"];
            readonly surcharge: components["schemas"]["ProvisionedSurcharge"];
            readonly limits: components["schemas"]["ProvisionedLimits"];
            /** @description Cassettes by position. */
            readonly cassettes: readonly components["schemas"]["ProvisionedCassette"][];
            readonly transactions: components["schemas"]["ProvisionedTransactions"];
            readonly emv: components["schemas"]["ProvisionedEmv"];
            readonly receipt: components["schemas"]["ProvisionedReceipt"];
        };
        /** @description An OpenAPI 3.1 document of all operations for customers. The same bytes for every caller of one server. */
        readonly PublicDocument: {
            /** @description Version of the OpenAPI specification. */
            readonly openapi: string;
            /** @description Title, version and description. */
            readonly info: {
                /** @description Title of the interface. */
                readonly title: string;
                /** @description Version of the contract; equals `catalog_version` of the catalog. */
                readonly version: string;
            } & {
                readonly [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Dialect of the schemas.
             */
            readonly jsonSchemaDialect?: string;
            /** @description The base URL of this server, for tools that send requests. */
            readonly servers: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Security of operations without their own. */
            readonly security?: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The service families. */
            readonly tags: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Further documentation. */
            readonly externalDocs?: {
                readonly [key: string]: unknown;
            };
            /** @description Operations by path. */
            readonly paths: {
                readonly [key: string]: unknown;
            };
            /** @description Webhook events by name. */
            readonly webhooks?: {
                readonly [key: string]: unknown;
            };
            /** @description Schemas, parameters, headers and responses. */
            readonly components: {
                readonly [key: string]: unknown;
            };
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Cash dispensed, counted in three ways. */
        readonly Reconciliation: {
            /** @description Sum of the rows. */
            readonly ledger_cash: components["schemas"]["Money"];
            /** @description Totals of the processor. */
            readonly host_totals_cash: components["schemas"]["Money"];
            /** @description Totals that the terminals sent at day close. */
            readonly terminal_totals_cash: components["schemas"]["Money"];
            /** @description Terminal totals minus ledger. */
            readonly variance_amount: components["schemas"]["SignedMoney"];
            /** @description Terminals whose totals differ. */
            readonly variance_terminal_ids: readonly components["schemas"]["TerminalId"][];
        };
        /**
         * RepeatedSameCardAttemptEvent
         * @description One card was used repeatedly within a short time.
         */
        readonly RepeatedSameCardAttemptEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "repeated_same_card_attempt";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns the terminal of the latest attempt.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description High on two or more terminals or with several withdrawals approved, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description Activity of the card within the window that ends at `timestamp`. */
            readonly data: {
                /** @description Random token for the card within the tenant. It is not derived from the card number. */
                readonly card_ref: string;
                /**
                 * @description In order: retries after a decline, wrong PINs until no tries are left, several approved withdrawals, or several terminals.
                 * @enum {string}
                 */
                readonly pattern: "retry_after_decline" | "pin_guessing" | "limit_draining" | "cross_terminal";
                /** @description Length of the window. */
                readonly window_minutes: number;
                /** @description Attempts by the card. */
                readonly attempts: number;
                /** @description Approved attempts. */
                readonly approved: components["schemas"]["EventCount"];
                /** @description Declined attempts. */
                readonly declined: components["schemas"]["EventCount"];
                /** @description Total approved cash. */
                readonly amount_approved: components["schemas"]["Money"];
                /** @description Terminals of the account where it was used. */
                readonly terminal_ids: readonly components["schemas"]["TerminalId"][];
                /** @description Response of the latest attempt. */
                readonly last_response: components["schemas"]["ResponseCode"];
                /** @description The latest attempt. */
                readonly last_transaction_id: components["schemas"]["TransactionId"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description The required privilege, or `none` if any active key is sufficient.
         * @enum {string}
         */
        readonly RequiredPrivilege: "none" | "view_terminals" | "view_connectors" | "view_transactions" | "view_settlements" | "view_payout_account" | "derive_settlements" | "view_disputes" | "create_disputes" | "view_commands" | "view_provisioning" | "view_compliance" | "view_documents" | "manage_users" | "manage_configuration";
        /** @description A dispute case that is closed. */
        readonly ResolvedDispute: {
            readonly dispute_id: components["schemas"]["DisputeId"];
            /**
             * @description Status of the case.
             * @constant
             */
            readonly status: "resolved";
            readonly reason_code: components["schemas"]["DisputeReason"];
            /**
             * @description Card network that raised it.
             * @example PULSE
             */
            readonly network: string | null;
            /**
             * @description The network's own reason code.
             * @example 4590
             */
            readonly network_reason_code: string | null;
            /** @description The network's own case number. */
            readonly network_case_ref: string | null;
            /** @description The disputed transaction. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description Terminal of that transaction. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Account that owns the terminal. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Amount claimed, at most the requested amount plus surcharge. */
            readonly amount: components["schemas"]["Money"];
            readonly currency: components["schemas"]["Currency"];
            /** @description Description of the claim. */
            readonly description: string | null;
            /**
             * Format: date-time
             * @description When the case was opened.
             */
            readonly opened_at: string;
            /**
             * Format: date
             * @description Last day for a response; always a banking day.
             */
            readonly due_date: string;
            /** @description Whether `due_date` is past and the case is not resolved. */
            readonly is_overdue: boolean;
            /** @description Assignment; `null` if unassigned, and for roles that may not see how the case is handled. */
            readonly assignment: components["schemas"]["DisputeAssignment"] | null;
            /** @description Evidence so far, oldest first. */
            readonly evidence: readonly components["schemas"]["DisputeEvidence"][];
            readonly reg_e: components["schemas"]["DisputeDeadlines"];
            readonly resolution: components["schemas"]["DisputeResolution"];
            readonly reviewer: components["schemas"]["DisputeReviewer"];
        };
        /**
         * @description Two-character response code as in ISO 8583 field 39. `00` and `10` (partial amount) are approvals, all others declines.
         * @example 00
         */
        readonly ResponseCode: string;
        /**
         * ReversalSpikeEvent
         * @description Withdrawals at a terminal are reversed, or are no longer reversed.
         */
        readonly ReversalSpikeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "reversal_spike";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated withdrawals. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Withdrawals approved in the window. */
                readonly approved_withdrawals: components["schemas"]["EventCount"];
                /** @description Reversed withdrawals. */
                readonly reversals: components["schemas"]["EventCount"];
                /** @description Reversals per approved withdrawal. */
                readonly reversal_rate: components["schemas"]["EventRate"];
                /** @description Cash reversed. */
                readonly reversed_amount: components["schemas"]["Money"];
                /** @description Reasons for the reversals, most frequent first. */
                readonly reversal_codes: readonly {
                    /** @description Reversal code. */
                    readonly code: string;
                    /** @description Meaning of the code. */
                    readonly text: string;
                    /** @description Number of occurrences. */
                    readonly count: number;
                }[];
                /** @description The latest reversed withdrawals, newest first, at most five. */
                readonly last_transaction_ids: readonly components["schemas"]["TransactionId"][];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description `low` up to a score of 29, `moderate` up to 54, `elevated` up to 74, `high` above.
         * @enum {string}
         */
        readonly RiskBand: "low" | "moderate" | "elevated" | "high";
        /**
         * @description A risk factor of a site.
         * @enum {string}
         */
        readonly RiskDriver: "ram_raid_nearby" | "smash_and_grab_nearby" | "skimmer_found" | "jackpotting_alert" | "robbery_reported" | "hours_changed" | "lighting_or_camera_gap" | "police_response_slow" | "anchoring_gap" | "flood_or_storm";
        /**
         * @description Role of a user. `iso_admin`, `iso_ops`, `finance`, `dispute_analyst` and `auditor` see the account and everything below it; `affiliate_admin` its own sub-account; `technician` the assigned terminals; `merchant` its own terminals; `vault_cash` the terminals whose cash it provides.
         * @enum {string}
         */
        readonly Role: "iso_admin" | "iso_ops" | "finance" | "dispute_analyst" | "affiliate_admin" | "technician" | "merchant" | "vault_cash" | "auditor";
        /**
         * @description One of the six service families of the interface.
         * @enum {string}
         */
        readonly ServiceFamily: "account_fleet_snapshot" | "terminals_locations_telemetry" | "transactions_processor_activity" | "rms_commands_connectors_provisioning" | "settlements_payouts_disputes" | "compliance_vault_onboarding";
        /** @description The amount that one payee account receives or owes for one business date. Business dates are banking days: transactions after the cut-off belong to the next one. */
        readonly SettlementBatch: {
            readonly batch_id: components["schemas"]["BatchId"];
            /** @description The payee. */
            readonly account_id: components["schemas"]["AccountId"];
            readonly status: components["schemas"]["SettlementStatus"];
            /** @description Why it is held, rejected or canceled. */
            readonly status_reason: string | null;
            /** @description Number of derivations of this batch, from 1. */
            readonly revision: number;
            /**
             * Format: date
             * @description Banking day that is settled.
             */
            readonly business_date: string;
            readonly funding_type: components["schemas"]["FundingType"];
            /** @description Currency of every amount in this batch. */
            readonly currency: components["schemas"]["Currency"];
            /** @description Credit and debit entries together. */
            readonly entry_count: number;
            /** @description Entries that pay the payee. */
            readonly credit_entry_count: number;
            /** @description Entries that charge the payee. */
            readonly debit_entry_count: number;
            /** @description Addenda records. */
            readonly addenda_count: number;
            /** @description `entry_count` plus `addenda_count`, as in the ACH file. */
            readonly entry_addenda_count: number;
            /** @description Sum of the credits to the payee. */
            readonly credit_total: components["schemas"]["Money"];
            /** @description Sum of the debits to the payee. */
            readonly debit_total: components["schemas"]["Money"];
            /** @description `credit_total` minus `debit_total`. Negative: the payee owes. */
            readonly net_payout: components["schemas"]["SignedMoney"];
            readonly breakdown: components["schemas"]["SettlementBreakdown"];
            readonly ach: components["schemas"]["AchDetail"];
            /** @description Returned entries, oldest first. */
            readonly returns: readonly components["schemas"]["AchReturn"][];
            /** @description Notifications of change, oldest first. They do not change the status. */
            readonly notifications_of_change: readonly components["schemas"]["AchChangeNotice"][];
            /** @description Terminal totals minus ledger. If this is not `0.00`, the batch starts as `held` and a `settlement_mismatch` event is sent. */
            readonly variance_amount: components["schemas"]["SignedMoney"];
            readonly timing: components["schemas"]["SettlementTiming"];
            /** @description Bank account of the payee; `null` without the privilege `view_payout_account`. */
            readonly payout_account: components["schemas"]["PayoutAccount"] | null;
        } & (unknown & unknown & unknown & unknown);
        /** @description Parts of `net_payout`; the five add up to it. */
        readonly SettlementBreakdown: {
            /** @description Cash dispensed, paid back to its owner. */
            readonly vault_cash: components["schemas"]["SignedMoney"];
            /** @description Surcharge collected. */
            readonly surcharge: components["schemas"]["SignedMoney"];
            /** @description Share of the network's interchange. */
            readonly interchange: components["schemas"]["SignedMoney"];
            /** @description Disputes lost and other corrections. */
            readonly adjustments: components["schemas"]["SignedMoney"];
            /** @description Fees of processor and networks. */
            readonly fees: components["schemas"]["SignedMoney"];
        };
        /** @description Result of a derivation. */
        readonly SettlementDerivation: {
            /**
             * @description Always `settlement_derivation`.
             * @constant
             */
            readonly object: "settlement_derivation";
            /** @description Whether this was a dry run. */
            readonly dry_run: boolean;
            /**
             * Format: date
             * @description Banking day that was derived.
             */
            readonly business_date: string;
            /** @description The complete batches. Empty if there is nothing to settle. */
            readonly batches: readonly components["schemas"]["DerivedBatch"][];
            /** @description Earlier batches of overlapping funding types that these replace. */
            readonly replaced_batch_ids: readonly components["schemas"]["BatchId"][];
            readonly source: components["schemas"]["DerivationSource"];
            readonly reconciliation: components["schemas"]["Reconciliation"];
            /** @description Warnings to read before approval. */
            readonly warnings: readonly components["schemas"]["DerivationWarning"][];
        };
        /** @description A page of settlement batches, with a summary. */
        readonly SettlementList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The batches of this page, latest business date first. */
            readonly data: readonly components["schemas"]["SettlementBatch"][];
            readonly page: components["schemas"]["Page"];
            readonly summary: components["schemas"]["SettlementSummary"];
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * SettlementMismatchEvent
         * @description The figures of a settlement batch do not agree, or agree again.
         */
        readonly SettlementMismatchEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "settlement_mismatch";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a batch of the account.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "settlements_payouts_disputes"
            ];
            /**
             * @description High if the variance exceeds 100.00 or 0.5%, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The batch. Figures as of `timestamp`. */
            readonly data: {
                /** @description The settlement batch. */
                readonly batch_id: components["schemas"]["BatchId"];
                /** @description Business date of the batch. */
                readonly business_date: components["schemas"]["EventDate"];
                /** @description Status of the batch. */
                readonly status: components["schemas"]["SettlementStatus"];
                /** @description Amount according to the ledger. */
                readonly ledger_amount: components["schemas"]["SignedMoney"];
                /** @description Amount according to the host, null if it was not compared. */
                readonly host_totals_amount: components["schemas"]["SignedMoney"] | null;
                /** @description Amount according to the terminals, null if it was not compared. */
                readonly terminal_totals_amount: components["schemas"]["SignedMoney"] | null;
                /** @description The amount that differs most, minus the ledger amount. */
                readonly variance_amount: components["schemas"]["SignedMoney"];
                /** @description Expected entries of the batch. */
                readonly expected_entry_count: components["schemas"]["EventCount"];
                /** @description Entries found. */
                readonly actual_entry_count: components["schemas"]["EventCount"];
                /** @description Terminals whose figures differ. */
                readonly variance_terminal_ids: readonly components["schemas"]["TerminalId"][];
                /**
                 * @description How it was detected. In order: deriving the batch, the confirmation of the bank, the number of entries, or a returned entry.
                 * @enum {string}
                 */
                readonly basis: "derive" | "odfi_confirmation" | "entry_count" | "return";
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description `derived`: computed, may still change. `held`: stopped by a variance, a risk or missing bank details. `approved`: released. `submitted`: in a file that the bank accepted. `settled`: funds moved. `partially_returned`, `returned`: some or all entries were returned; this may follow `settled`. `rejected`: rejected by the bank. `canceled`: withdrawn before submission.
         * @enum {string}
         */
        readonly SettlementStatus: "derived" | "held" | "approved" | "submitted" | "settled" | "partially_returned" | "returned" | "rejected" | "canceled";
        /** @description Totals over all batches in your scope that match the filters. */
        readonly SettlementSummary: {
            /** @description Sum of `credit_total`. */
            readonly credit_total: components["schemas"]["Money"];
            /** @description Sum of `debit_total`. */
            readonly debit_total: components["schemas"]["Money"];
            /** @description Sum of `net_payout`. */
            readonly net_payout: components["schemas"]["SignedMoney"];
            /** @description Sum of `entry_count`. */
            readonly entry_count: number;
            /** @description Currency of every amount in this response. */
            readonly currency: components["schemas"]["Currency"];
        };
        /** @description When the batch passed each stage; `null` for a stage it has not reached. */
        readonly SettlementTiming: {
            /**
             * Format: date-time
             * @description Cut-off that closed the business date.
             */
            readonly cutoff_at: string;
            /**
             * Format: date-time
             * @description When it was last derived.
             */
            readonly derived_at: string;
            /**
             * Format: date-time
             * @description When it was released.
             */
            readonly approved_at: string | null;
            /**
             * Format: date-time
             * @description When the bank accepted the file.
             */
            readonly submitted_at: string | null;
            /**
             * Format: date
             * @description Actual or planned banking day of the funds transfer. After `business_date` unless the batch settles the same day. For a held batch, the day if it were released now.
             */
            readonly effective_entry_date: string;
            /**
             * Format: date-time
             * @description When the funds moved.
             */
            readonly settled_at: string | null;
            /**
             * Format: date-time
             * @description When the latest return arrived.
             */
            readonly returned_at: string | null;
        };
        /**
         * @description How urgent an alert is.
         * @enum {string}
         */
        readonly Severity: "low" | "medium" | "high" | "critical";
        /**
         * @description Rating of the reference signal power: `excellent` from -90 dBm, `good` from -100, `fair` from -110, `poor` below.
         * @enum {string}
         */
        readonly SignalQuality: "excellent" | "good" | "fair" | "poor";
        /**
         * @description Like `Money`, but may be negative. Zero has no sign.
         * @example -83.00
         */
        readonly SignedMoney: string;
        /** @description Accessibility under the ADA standards. */
        readonly SiteAccessibility: {
            /**
             * @description Result of the last survey.
             * @enum {string}
             */
            readonly status: "compliant" | "non_compliant" | "not_surveyed";
            /** @description Whether the terminal has voice guidance. */
            readonly voice_guidance: boolean;
            /**
             * Format: date
             * @description Day of the last survey.
             */
            readonly surveyed_date: string | null;
        };
        /** @description Contact on site. */
        readonly SiteContact: {
            /** @description Name. */
            readonly name: string;
            /** @description Telephone number. */
            readonly phone: string;
        };
        /** @description Latest risk assessment of the site. */
        readonly SiteRisk: {
            readonly band: components["schemas"]["RiskBand"];
            /** @description Score from 0 (no risk) to 100 (highest risk). */
            readonly score: number;
            /**
             * Format: date-time
             * @description When it was assessed.
             */
            readonly assessed_at: string;
            /** @description Risk factors behind the score. */
            readonly drivers: readonly components["schemas"]["RiskDriver"][];
        };
        /**
         * @description Kind of site.
         * @enum {string}
         */
        readonly SiteType: "convenience_store" | "fuel_station" | "bar_nightclub" | "restaurant" | "hotel" | "casino" | "grocery" | "dispensary" | "retail_other" | "branch" | "event" | "transit";
        /**
         * @description Whether a subscription covers a whole account or one terminal.
         * @enum {string}
         */
        readonly SubscriptionLevel: "account" | "terminal";
        /** @description Cash as of the last status-monitoring message. */
        readonly TerminalCash: {
            /**
             * @description `attention`: a cassette is low or empty, but it can dispense. `stop`: it cannot.
             * @enum {string}
             */
            readonly dispenser_state: "ok" | "attention" | "stop" | "unknown";
            /** @description Currency of every amount in this response. */
            readonly currency: components["schemas"]["Currency"];
            /** @description Value of the notes in all cassettes. */
            readonly amount_remaining: components["schemas"]["Money"];
            /**
             * Format: date-time
             * @description Estimated time when it will be empty at the usual rate; `null` without a rate.
             */
            readonly estimated_empty_at: string | null;
            /** @description Mean of the last 14 days in service. */
            readonly average_daily_dispense: components["schemas"]["Money"];
            /**
             * Format: date-time
             * @description When cash was last loaded.
             */
            readonly last_loaded_at: string | null;
            /** @description Amount in the cassettes after that load. */
            readonly last_loaded_amount: components["schemas"]["Money"] | null;
            /** @description Notes in the reject bin. */
            readonly reject_notes: number;
            /** @description Cassettes by position. */
            readonly cassettes: readonly components["schemas"]["Cassette"][];
        };
        /** @description One command to one terminal. Users create commands only in the portal. */
        readonly TerminalCommand: {
            readonly command_id: components["schemas"]["CommandId"];
            readonly terminal_id: components["schemas"]["TerminalId"];
            readonly command_type: components["schemas"]["CommandType"];
            readonly state: components["schemas"]["CommandState"];
            readonly requested_by: components["schemas"]["CommandRequester"];
            /**
             * @description Channel through which it reaches the terminal.
             * @enum {string}
             */
            readonly channel: "rms" | "host";
            /** @description Parameters by name. Never a key or a password. */
            readonly parameters: {
                readonly [key: string]: string | number | boolean | null;
            };
            /** @description Number of times it was sent. */
            readonly attempt_count: number;
            /** @description Maximum number of times it may be sent. */
            readonly max_attempts: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            readonly queued_at: string;
            /**
             * Format: date-time
             * @description When it was first sent.
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description When the terminal accepted it.
             */
            readonly acknowledged_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with or without success; `null` while in progress.
             */
            readonly completed_at: string | null;
            /**
             * Format: date-time
             * @description When it expires if not collected.
             */
            readonly expires_at: string;
            /** @description Result; `null` while in progress. */
            readonly result_code: components["schemas"]["CommandResultCode"] | null;
            /** @description Details for people. */
            readonly result_detail: string | null;
        };
        /** @description A page of commands to one terminal. */
        readonly TerminalCommandList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The commands of this page, newest first. */
            readonly data: readonly components["schemas"]["TerminalCommand"][];
            readonly page: components["schemas"]["Page"];
            /** @description Always `null`; this list has no summary. */
            readonly summary: null;
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /** @description The line to the host. */
        readonly TerminalComms: {
            readonly link_type: components["schemas"]["LinkType"];
            readonly state: components["schemas"]["CommsState"];
            /**
             * Format: date-time
             * @description When it last reported.
             */
            readonly last_heartbeat_at: string | null;
            /** @description Expected seconds between heartbeats. */
            readonly heartbeat_interval_seconds: number;
            /**
             * Format: date-time
             * @description When it last sent a transaction, approved or not.
             */
            readonly last_transaction_at: string | null;
            /**
             * Format: date-time
             * @description When it last sent a status-monitoring message; cash and devices are as of then.
             */
            readonly last_sm_at: string | null;
            /** @description Reference signal received power in dBm; `null` on links without radio. */
            readonly rsrp_dbm: number | null;
            /** @description Rating of the signal; `null` on links without radio. */
            readonly signal_quality: components["schemas"]["SignalQuality"] | null;
            /** @description Round-trip time of the last echo to the host in milliseconds. */
            readonly round_trip_ms: number | null;
            /** @description Changes between online and offline in the last 60 minutes. */
            readonly transitions_last_hour: number;
            /** @description Connector of the line. */
            readonly connector_id: components["schemas"]["ConnectorId"] | null;
        };
        /** @description One device. */
        readonly TerminalDevice: {
            readonly device: components["schemas"]["DeviceName"];
            readonly state: components["schemas"]["DeviceState"];
            readonly condition: components["schemas"]["DeviceCondition"];
            /**
             * @description The vendor's error code, if it reports one.
             * @example 20003
             */
            readonly error_code: string | null;
            /**
             * @description English label of the error code.
             * @example Reject bin full
             */
            readonly error_text: string | null;
            /**
             * Format: date-time
             * @description When it entered this state and condition; `null` if the terminal has no such device.
             */
            readonly since: string | null;
        };
        /** @description A named set of terminals. A terminal may be in several; groups form a tree. */
        readonly TerminalGroup: {
            readonly group_id: components["schemas"]["GroupId"];
            /** @description Name. */
            readonly name: string;
            readonly group_kind: components["schemas"]["GroupKind"];
            /** @description Parent group; `null` at the top level, or if the parent is not visible to you. */
            readonly parent_group_id: components["schemas"]["GroupId"] | null;
            /** @description Account that owns the group. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Visible terminals in it, including those of its subgroups. */
            readonly terminal_count: number;
            /** @description Ids of the same terminals. */
            readonly terminal_ids: readonly components["schemas"]["TerminalId"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
        };
        /** @description A page of terminal groups. */
        readonly TerminalGroupList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The groups of this page, by name. */
            readonly data: readonly components["schemas"]["TerminalGroup"][];
            readonly page: components["schemas"]["Page"];
            /** @description Always `null`; this list has no summary. */
            readonly summary: null;
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * @description Terminal identifier, equal to the TID that the terminal sends to the processor.
         * @example NW104233
         */
        readonly TerminalId: string;
        /** @description Make, model and software. */
        readonly TerminalSoftware: {
            /** @description Maker of the terminal. */
            readonly vendor: string;
            /** @description Model. */
            readonly model: string;
            /** @description Version of the application, once reported. */
            readonly application_version: string | null;
            /** @description Version of the contact EMV kernel; `null` on magstripe-only terminals. */
            readonly emv_kernel: string | null;
            /** @description Deviation of the terminal clock (terminal clock minus actual time); `null` if never reported. */
            readonly clock_skew_seconds: number | null;
        };
        /** @description Current status of one terminal. A terminal that has never reported has no cash, devices or uptime. */
        readonly TerminalStatus: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * Format: date-time
             * @description Instant of this snapshot.
             */
            readonly as_of: string;
            readonly operational_state: components["schemas"]["OperationalState"];
            readonly health: components["schemas"]["Health"];
            readonly comms: components["schemas"]["TerminalComms"];
            /** @description Cash in the terminal; `null` if it has never reported. */
            readonly cash: components["schemas"]["TerminalCash"] | null;
            /** @description Devices of the terminal. Empty if it has never reported, and for the role `vault_cash`. */
            readonly devices: readonly components["schemas"]["TerminalDevice"][];
            /** @description Availability; `null` if it has never reported. */
            readonly uptime: components["schemas"]["TerminalUptime"] | null;
            /** @description Make and software; `null` for the role `vault_cash`. */
            readonly software: components["schemas"]["TerminalSoftware"] | null;
            /** @description Open alert incidents, oldest first. */
            readonly open_alerts: readonly components["schemas"]["OpenAlert"][];
        };
        /** @description Share of time in which the terminal could serve a cardholder. */
        readonly TerminalUptime: {
            /** @description Percent of that time. */
            readonly last_24h_percent: number;
            /** @description Percent of that time. */
            readonly last_7d_percent: number;
            /** @description Percent of that time. */
            readonly last_30d_percent: number;
        };
        /**
         * @description IANA time zone name.
         * @example America/New_York
         */
        readonly TimeZone: string;
        /**
         * @description Component that recorded the step.
         * @enum {string}
         */
        readonly TimelineSource: "terminal" | "switch" | "network" | "issuer" | "ledger" | "case";
        /** @description One step of a transaction. */
        readonly TimelineStep: {
            /** @description Position in the timeline, from 1. */
            readonly step_no: number;
            /**
             * Format: date-time
             * @description When it happened. Never earlier than the previous step.
             */
            readonly at: string;
            readonly source: components["schemas"]["TimelineSource"];
            readonly step: components["schemas"]["TimelineStepName"];
            /** @description ISO 8583 message type, where the step is a message. */
            readonly mti: string | null;
            /** @description Response code of a response, or reason code of a reversal. */
            readonly code: string | null;
            /** @description Details for people. Never card data. */
            readonly detail: string | null;
        };
        /**
         * @description Kind of step.
         * @enum {string}
         */
        readonly TimelineStepName: "card_inserted" | "card_tapped" | "chip_fallback" | "pin_entered" | "account_selected" | "surcharge_offered" | "surcharge_accepted" | "surcharge_declined" | "request_received" | "routed" | "stand_in_used" | "response_received" | "response_timeout" | "dispense_started" | "dispense_completed" | "dispense_failed" | "cash_taken" | "cash_retracted" | "receipt_printed" | "reversal_sent" | "reversal_acknowledged" | "non_dispense_detected" | "posted" | "settled" | "dispute_opened" | "dispute_resolved";
        /**
         * @description State of a certificate.
         * @enum {string}
         */
        readonly TlsStatus: "none" | "issuing" | "valid" | "expiring" | "expired";
        /**
         * @description Transaction identifier, unique across terminals and days (`seq_no` is not).
         * @example txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ
         */
        readonly TransactionId: string;
        /** @description A page of transaction rows, with a summary. */
        readonly TransactionList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The rows of this page. */
            readonly data: readonly components["schemas"]["TransactionRow"][];
            readonly page: components["schemas"]["Page"];
            readonly summary: components["schemas"]["TransactionSummary"];
            /**
             * Format: date-time
             * @description Instant of this snapshot. All pages of one walk have the same.
             */
            readonly as_of: string;
        };
        /**
         * @description How the transaction ended.
         * @enum {string}
         */
        readonly TransactionOutcome: "approved" | "partially_completed" | "declined" | "reversed" | "timed_out";
        /** @description One transaction at one terminal. A row can change: when a reversal arrives, `amt_comp` and `sur_comp` of the original become `0.00`, and the two rows refer to each other. */
        readonly TransactionRow: {
            /**
             * Format: date-time
             * @description Date and time on the terminal's clock, with its own offset: in the night when clocks go back, 01:30 occurs twice. Sorts by instant.
             * @example 2026-10-31T21:14:07-04:00
             */
            readonly terminal_datetime: string;
            readonly transaction_type: components["schemas"]["TransactionType"];
            /**
             * @description Sequence number kept by the terminal, zero padded. It rolls over from `9999` to `0001` and restarts after a software reload, so it is not an identifier.
             * @example 0417
             */
            readonly seq_no: string;
            readonly account_type: components["schemas"]["AccountType"];
            /** @description How the card was read. Absent (never `null`) when not available, and always absent on reversals. */
            readonly emv?: components["schemas"]["EntryMode"];
            readonly response: components["schemas"]["ResponseCode"];
            /** @description Amount requested at the keypad, without surcharge. `0.00` on inquiries. */
            readonly amt_req: components["schemas"]["Money"];
            /** @description Amount completed. `0.00` when declined or fully reversed. */
            readonly amt_comp: components["schemas"]["Money"];
            /** @description Surcharge requested, as shown to the cardholder. */
            readonly sur_req: components["schemas"]["Money"];
            /** @description Surcharge completed, that is, actually collected. */
            readonly sur_comp: components["schemas"]["Money"];
            /** @description Identifier for the timeline and for disputes. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description Terminal at which it happened. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description English label of `response`.
             * @example Approved
             */
            readonly response_text: string;
            readonly dispense_status: components["schemas"]["DispenseStatus"];
            /**
             * Format: date
             * @description Processing day in which it settles; the day ends at the account's cut-off.
             */
            readonly business_date: string;
            /** @description The original, on a reversal; the reversal, on a reversed original; otherwise `null`. */
            readonly linked_transaction_id: components["schemas"]["TransactionId"] | null;
        } & (unknown & unknown);
        /** @description Totals over all rows in your scope that match the filters, not only over this page. */
        readonly TransactionSummary: {
            /** @description Sum of `sur_comp`. */
            readonly total_surcharge: components["schemas"]["Money"];
            /** @description Sum of `amt_comp` over withdrawals and cash advances. Transfers are not withdrawals. */
            readonly total_withdrawn: components["schemas"]["Money"];
            /** @description Currency of every amount in this response. */
            readonly currency: components["schemas"]["Currency"];
            /** @description Number of matching rows; equals `page.matched` and the sum of the three counts below. */
            readonly row_count: number;
            /** @description Approved rows that are not reversals. */
            readonly approved_count: number;
            /** @description Declined rows that are not reversals. */
            readonly declined_count: number;
            /** @description Reversal rows. */
            readonly reversal_count: number;
        };
        /** @description The steps of one transaction. */
        readonly TransactionTimeline: {
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly terminal_id: components["schemas"]["TerminalId"];
            readonly outcome: components["schemas"]["TransactionOutcome"];
            /** @description System trace audit number; `null` if the request never reached the host. */
            readonly stan: string | null;
            /** @description Retrieval reference number; `null` if the request never reached the host. */
            readonly rrn: string | null;
            /**
             * @description Card network to which the host routed it.
             * @example STAR
             */
            readonly network: string | null;
            /** @description Connector through which it went. */
            readonly connector_id: components["schemas"]["ConnectorId"] | null;
            /** @description Milliseconds from the first step to the last. */
            readonly duration_ms: number;
            /** @description Oldest first. Some roles see only the steps at the terminal and the switch. */
            readonly steps: readonly components["schemas"]["TimelineStep"][];
        };
        /**
         * @description Normalized type. `withdrawal` and `cash_advance` (a withdrawal from a credit account) dispense cash; `reversal` cancels an earlier row.
         * @enum {string}
         */
        readonly TransactionType: "withdrawal" | "cash_advance" | "balance_inquiry" | "available_funds_inquiry" | "transfer" | "reversal";
        /** @description A dispute case that is still open. */
        readonly UnresolvedDispute: {
            readonly dispute_id: components["schemas"]["DisputeId"];
            /**
             * @description Status of the case.
             * @enum {string}
             */
            readonly status: "open" | "evidence_requested" | "under_review" | "escalated";
            readonly reason_code: components["schemas"]["DisputeReason"];
            /**
             * @description Card network that raised it.
             * @example PULSE
             */
            readonly network: string | null;
            /**
             * @description The network's own reason code.
             * @example 4590
             */
            readonly network_reason_code: string | null;
            /** @description The network's own case number. */
            readonly network_case_ref: string | null;
            /** @description The disputed transaction. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description Terminal of that transaction. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /** @description Account that owns the terminal. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Amount claimed, at most the requested amount plus surcharge. */
            readonly amount: components["schemas"]["Money"];
            readonly currency: components["schemas"]["Currency"];
            /** @description Description of the claim. */
            readonly description: string | null;
            /**
             * Format: date-time
             * @description When the case was opened.
             */
            readonly opened_at: string;
            /**
             * Format: date
             * @description Last day for a response; always a banking day.
             */
            readonly due_date: string;
            /** @description Whether `due_date` is past and the case is not resolved. */
            readonly is_overdue: boolean;
            /** @description Assignment; `null` if unassigned, and for roles that may not see how the case is handled. */
            readonly assignment: components["schemas"]["DisputeAssignment"] | null;
            /** @description Evidence so far, oldest first. */
            readonly evidence: readonly components["schemas"]["DisputeEvidence"][];
            readonly reg_e: components["schemas"]["DisputeDeadlines"];
            /** @description `null` until the case is resolved. */
            readonly resolution: null;
        };
        /**
         * @description User identifier.
         * @example usr_nw_admin
         */
        readonly UserId: string;
    };
    responses: {
        /** @description A parameter, header or cursor is invalid or unknown (`invalid_parameter`, `unknown_parameter`, `cursor_mismatch`), or the request is not valid HTTP (`malformed_request`). */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or header is invalid or unknown (`invalid_parameter`, `unknown_parameter`), the body is not a JSON object (`malformed_json`), or the request is not valid HTTP (`malformed_request`). */
        readonly BadWriteRequest: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The batch is `approved` or later and can no longer change (`settlement_locked`, with `batch_id` and `batch_status`), or the first request with this idempotency key is still in progress (`idempotency_in_progress`). */
        readonly DeriveConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Stops deliveries. The destination is disabled at once, and nothing is sent to it until it is enabled again. */
        readonly DestinationGone: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The transaction has an unresolved case (`dispute_exists`, with `dispute_id`), or the first request with this idempotency key is still in progress (`idempotency_in_progress`). */
        readonly DisputeConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Any other status, a redirect, or no response within 15 seconds: with the standard schedule, sent again after 5 seconds, 5 and 30 minutes, then 2, 5, 10, 14, 20 and 24 hours, each counted from the previous attempt. `Retry-After` with 429, 502, 503 or 504 can delay an attempt by up to 24 hours. */
        readonly EventNotTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Acknowledges the event; it is not sent again. Respond within 15 seconds: store the event first, process it afterwards. The body is ignored. */
        readonly EventTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Your role lacks the privilege that `required_privilege` names. Code `insufficient_privilege`. */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request line, one header or all headers together are longer than the server reads. Code `headers_too_large`. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot store the change because its disk is full or read-only. Nothing was recorded. Code `insufficient_storage`. */
        readonly InsufficientStorage: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server failed. Code `internal_error`. Include the request id in a report. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not support the method; `Allow` lists those it supports. OpenAPI cannot declare responses of a path, so each operation of the path declares this one. Code `method_not_allowed`. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `Accept` excludes the media type of this operation, which `allowed` names. Code `not_acceptable`. */
        readonly NotAcceptable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The object does not exist or is out of your scope; both get the same response. Code `not_found`. */
        readonly NotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Your copy is still current. No body. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is larger than 64 KiB. Code `payload_too_large`. */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request took too long to arrive, and the server closes the connection. Code `request_timeout`. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is temporarily unavailable. Code `service_unavailable`. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests by this user or from this address, in the present minute or at the same time. Code `rate_limited`. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing (`missing_api_key`) or invalid (`invalid_api_key`). Unknown, expired and revoked keys get the same response. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is JSON but breaks a rule; `errors` has one entry for each fault. Codes `validation_failed`, `idempotency_key_reused`. */
        readonly Unprocessable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not `application/json`. Code `unsupported_media_type`. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
         * @example 2026-11-02T15:00:00Z
         */
        readonly AsOf: string;
        /**
         * @description The connector. An id out of your scope gets the same response as an id that does not exist.
         * @example con_lte_gateway
         */
        readonly ConnectorIdPath: components["schemas"]["OpaqueId"];
        /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
        readonly Cursor: string;
        /**
         * @description Makes a retry safe. For 24 hours, the same key with the same method, path, query and body gets the first response again; with another request it is rejected. Use a new random value for each intended write.
         * @example 0c6f7a52-31de-4b97-8a45-d9e2f1b6c8a3
         */
        readonly DeriveIdempotencyKey: string;
        /**
         * @description Makes a retry safe. For 24 hours, the same key with the same method, path, query and body gets the first response again; with another request it is rejected. Use a new random value for each intended write.
         * @example 5f2b9c1e-7d43-4a08-9b6e-2c1a4e8f0d37
         */
        readonly IdempotencyKey: string;
        /**
         * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
         * @example 25
         */
        readonly Limit: number;
        /**
         * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
         * @example delay=10
         */
        readonly Prefer: string;
        /**
         * @description Column to sort by, named as in the rows. Amounts sort as numbers, `terminal_datetime` as instants. Ties sort newest first.
         * @example amt_comp
         */
        readonly SortBy: "terminal_datetime" | "transaction_type" | "seq_no" | "account_type" | "response" | "amt_req" | "amt_comp" | "sur_req" | "sur_comp" | "terminal_id";
        /**
         * @description Direction of the sort.
         * @example desc
         */
        readonly SortDir: "desc" | "asc";
        /**
         * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
         * @example NW104233
         */
        readonly TerminalIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Column to sort by, as in the list of all transactions.
         * @example amt_comp
         */
        readonly TerminalSortBy: "terminal_datetime" | "transaction_type" | "seq_no" | "account_type" | "response" | "amt_req" | "amt_comp" | "sur_req" | "sur_comp" | "terminal_id";
        /**
         * @description Direction of the sort.
         * @example desc
         */
        readonly TerminalSortDir: "desc" | "asc";
        /**
         * @description The transaction. An id out of your scope gets the same response as an id that does not exist.
         * @example txn_01M5MSZ7PRCWB6KWXGA6CQYAXW
         */
        readonly TransactionIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
         * @example 25
         */
        readonly TransactionLimit: number;
        /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
        readonly WebhookId: components["schemas"]["EventId"];
        /**
         * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly WebhookSignature: string;
        /**
         * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
         * @example 1793631600
         */
        readonly WebhookTimestamp: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Methods that the path supports.
         * @example GET, HEAD, OPTIONS
         */
        readonly Allow: string;
        /**
         * @description Whether and how long a cache may store this response. Responses that need a key are private and must be revalidated.
         * @example private, no-cache
         */
        readonly "Cache-Control": string;
        /**
         * @description Strong validator of this representation. Send it as `If-None-Match` to get 304 while nothing has changed.
         * @example "5d41402abc4b2a76"
         */
        readonly ETag: string;
        /**
         * @description Present, and `true`, when this is the stored response of an earlier request with the same key.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description Last change of the feed, as an HTTP date: the instant of the newest item, but never later than `Date`.
         * @example Mon, 02 Nov 2026 13:40:12 GMT
         */
        readonly "Last-Modified": string;
        /**
         * @description Any cache may store this response for this number of seconds.
         * @example public, max-age=300
         */
        readonly "Public-Cache-Control": string;
        /**
         * @description The remaining requests, and the seconds until the limit resets.
         * @example "default";r=0;t=12
         */
        readonly RateLimit: string;
        /**
         * @description The limit that was reached, `q` requests in `w` seconds.
         * @example "default";q=120;w=60
         */
        readonly "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 12
         */
        readonly "Retry-After": number;
        /**
         * @description Request headers on which this representation depends.
         * @example X-API-Key, Accept, Accept-Encoding, Fleetkit-As-Of
         */
        readonly Vary: string;
        /**
         * @description How to authenticate.
         * @example ApiKey realm="portal"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Identifies this exchange in the server's log.
         * @example req_01K8Z8G2H4J6K8M0N2P4Q6R8ST
         */
        readonly "X-Request-Id": string;
    };
    pathItems: never;
}
export type AccessFlags = components['schemas']['AccessFlags'];
export type AccountId = components['schemas']['AccountId'];
export type AccountKind = components['schemas']['AccountKind'];
export type AccountType = components['schemas']['AccountType'];
export type AchChangeNotice = components['schemas']['AchChangeNotice'];
export type AchDetail = components['schemas']['AchDetail'];
export type AchReturn = components['schemas']['AchReturn'];
export type Address = components['schemas']['Address'];
export type ApiKeyProfile = components['schemas']['ApiKeyProfile'];
export type ApprovalRateDropEvent = components['schemas']['ApprovalRateDropEvent'];
export type BatchId = components['schemas']['BatchId'];
export type BrandingReadiness = components['schemas']['BrandingReadiness'];
export type BrandingStatus = components['schemas']['BrandingStatus'];
export type CardApplication = components['schemas']['CardApplication'];
export type CashLowEvent = components['schemas']['CashLowEvent'];
export type CashOutEvent = components['schemas']['CashOutEvent'];
export type Cassette = components['schemas']['Cassette'];
export type CassettePosition = components['schemas']['CassettePosition'];
export type CatalogAuth = components['schemas']['CatalogAuth'];
export type CatalogEndpoint = components['schemas']['CatalogEndpoint'];
export type CatalogFeed = components['schemas']['CatalogFeed'];
export type CatalogPortalSurface = components['schemas']['CatalogPortalSurface'];
export type CatalogService = components['schemas']['CatalogService'];
export type CatalogWebhookEvent = components['schemas']['CatalogWebhookEvent'];
export type CommandFailedEvent = components['schemas']['CommandFailedEvent'];
export type CommandId = components['schemas']['CommandId'];
export type CommandRequester = components['schemas']['CommandRequester'];
export type CommandResultCode = components['schemas']['CommandResultCode'];
export type CommandState = components['schemas']['CommandState'];
export type CommandType = components['schemas']['CommandType'];
export type CommsState = components['schemas']['CommsState'];
export type CommunicationFlappingEvent = components['schemas']['CommunicationFlappingEvent'];
export type ComplianceCounts = components['schemas']['ComplianceCounts'];
export type ComplianceExpirationEvent = components['schemas']['ComplianceExpirationEvent'];
export type ComplianceItem = components['schemas']['ComplianceItem'];
export type ComplianceItemType = components['schemas']['ComplianceItemType'];
export type ComplianceScope = components['schemas']['ComplianceScope'];
export type ComplianceStatus = components['schemas']['ComplianceStatus'];
export type ComplianceVault = components['schemas']['ComplianceVault'];
export type Connector = components['schemas']['Connector'];
export type ConnectorEcho = components['schemas']['ConnectorEcho'];
export type ConnectorId = components['schemas']['ConnectorId'];
export type ConnectorKeyExchange = components['schemas']['ConnectorKeyExchange'];
export type ConnectorList = components['schemas']['ConnectorList'];
export type ConnectorProtocol = components['schemas']['ConnectorProtocol'];
export type ConnectorStatus = components['schemas']['ConnectorStatus'];
export type ConnectorStatusValue = components['schemas']['ConnectorStatusValue'];
export type ConnectorTls = components['schemas']['ConnectorTls'];
export type ConnectorTraffic = components['schemas']['ConnectorTraffic'];
export type ConnectorTunnel = components['schemas']['ConnectorTunnel'];
export type ConnectorType = components['schemas']['ConnectorType'];
export type CreateDisputeRequest = components['schemas']['CreateDisputeRequest'];
export type Currency = components['schemas']['Currency'];
export type DeclineSpikeEvent = components['schemas']['DeclineSpikeEvent'];
export type DerivationSource = components['schemas']['DerivationSource'];
export type DerivationWarning = components['schemas']['DerivationWarning'];
export type DeriveSettlementsRequest = components['schemas']['DeriveSettlementsRequest'];
export type DerivedBatch = components['schemas']['DerivedBatch'];
export type DeviceCondition = components['schemas']['DeviceCondition'];
export type DeviceName = components['schemas']['DeviceName'];
export type DeviceState = components['schemas']['DeviceState'];
export type DispenseStatus = components['schemas']['DispenseStatus'];
export type DispenserFaultEvent = components['schemas']['DispenserFaultEvent'];
export type DisputeAssignment = components['schemas']['DisputeAssignment'];
export type DisputeCase = components['schemas']['DisputeCase'];
export type DisputeDeadlines = components['schemas']['DisputeDeadlines'];
export type DisputeEvidence = components['schemas']['DisputeEvidence'];
export type DisputeId = components['schemas']['DisputeId'];
export type DisputeList = components['schemas']['DisputeList'];
export type DisputeOutcome = components['schemas']['DisputeOutcome'];
export type DisputeReason = components['schemas']['DisputeReason'];
export type DisputeResolution = components['schemas']['DisputeResolution'];
export type DisputeReviewer = components['schemas']['DisputeReviewer'];
export type DisputeStatus = components['schemas']['DisputeStatus'];
export type DisputeSummary = components['schemas']['DisputeSummary'];
export type DnsStatus = components['schemas']['DnsStatus'];
export type DocsHostReadiness = components['schemas']['DocsHostReadiness'];
export type EntryMode = components['schemas']['EntryMode'];
export type EntrySide = components['schemas']['EntrySide'];
export type EventApiVersion = components['schemas']['EventApiVersion'];
export type EventCount = components['schemas']['EventCount'];
export type EventDate = components['schemas']['EventDate'];
export type EventId = components['schemas']['EventId'];
export type EventIncident = components['schemas']['EventIncident'];
export type EventIncidentKey = components['schemas']['EventIncidentKey'];
export type EventIncidentOpen = components['schemas']['EventIncidentOpen'];
export type EventIncidentResolved = components['schemas']['EventIncidentResolved'];
export type EventIncidentSequence = components['schemas']['EventIncidentSequence'];
export type EventInstant = components['schemas']['EventInstant'];
export type EventInstantOrNull = components['schemas']['EventInstantOrNull'];
export type EventIsTest = components['schemas']['EventIsTest'];
export type EventRate = components['schemas']['EventRate'];
export type EventResponseCount = components['schemas']['EventResponseCount'];
export type EventType = components['schemas']['EventType'];
export type ExportItem = components['schemas']['ExportItem'];
export type ExportSection = components['schemas']['ExportSection'];
export type FeedCategory = components['schemas']['FeedCategory'];
export type FundingType = components['schemas']['FundingType'];
export type GroupId = components['schemas']['GroupId'];
export type GroupKind = components['schemas']['GroupKind'];
export type Health = components['schemas']['Health'];
export type HeartbeatStaleEvent = components['schemas']['HeartbeatStaleEvent'];
export type HighDeclineVelocityEvent = components['schemas']['HighDeclineVelocityEvent'];
export type HostAddress = components['schemas']['HostAddress'];
export type HostTls = components['schemas']['HostTls'];
export type IncidentId = components['schemas']['IncidentId'];
export type IntegrationCatalog = components['schemas']['IntegrationCatalog'];
export type JobId = components['schemas']['JobId'];
export type LinkType = components['schemas']['LinkType'];
export type Location = components['schemas']['Location'];
export type LocationId = components['schemas']['LocationId'];
export type LocationList = components['schemas']['LocationList'];
export type LocationRiskChangeEvent = components['schemas']['LocationRiskChangeEvent'];
export type Money = components['schemas']['Money'];
export type Onboarding = components['schemas']['Onboarding'];
export type OnboardingStatus = components['schemas']['OnboardingStatus'];
export type OnboardingStep = components['schemas']['OnboardingStep'];
export type OpaqueId = components['schemas']['OpaqueId'];
export type OpenAlert = components['schemas']['OpenAlert'];
export type OperationalState = components['schemas']['OperationalState'];
export type OrganizationBranding = components['schemas']['OrganizationBranding'];
export type OrganizationDns = components['schemas']['OrganizationDns'];
export type Page = components['schemas']['Page'];
export type PayoutAccount = components['schemas']['PayoutAccount'];
export type Placement = components['schemas']['Placement'];
export type PortalAccount = components['schemas']['PortalAccount'];
export type PortalConnector = components['schemas']['PortalConnector'];
export type PortalDocument = components['schemas']['PortalDocument'];
export type PortalForm = components['schemas']['PortalForm'];
export type PortalGroup = components['schemas']['PortalGroup'];
export type PortalOrganization = components['schemas']['PortalOrganization'];
export type PortalPrincipal = components['schemas']['PortalPrincipal'];
export type PortalReport = components['schemas']['PortalReport'];
export type PortalSnapshot = components['schemas']['PortalSnapshot'];
export type PortalTerminal = components['schemas']['PortalTerminal'];
export type PortalUser = components['schemas']['PortalUser'];
export type PortalVideo = components['schemas']['PortalVideo'];
export type Privilege = components['schemas']['Privilege'];
export type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type ProblemError = components['schemas']['ProblemError'];
export type ProblemErrorCode = components['schemas']['ProblemErrorCode'];
export type ProcessorOutageEvent = components['schemas']['ProcessorOutageEvent'];
export type ProvisionedCassette = components['schemas']['ProvisionedCassette'];
export type ProvisionedEmv = components['schemas']['ProvisionedEmv'];
export type ProvisionedHost = components['schemas']['ProvisionedHost'];
export type ProvisionedIdentity = components['schemas']['ProvisionedIdentity'];
export type ProvisionedKeys = components['schemas']['ProvisionedKeys'];
export type ProvisionedLimits = components['schemas']['ProvisionedLimits'];
export type ProvisionedMonitoring = components['schemas']['ProvisionedMonitoring'];
export type ProvisionedReceipt = components['schemas']['ProvisionedReceipt'];
export type ProvisionedSurcharge = components['schemas']['ProvisionedSurcharge'];
export type ProvisionedTransactions = components['schemas']['ProvisionedTransactions'];
export type ProvisioningExport = components['schemas']['ProvisioningExport'];
export type ProvisioningFailedEvent = components['schemas']['ProvisioningFailedEvent'];
export type ProvisioningJob = components['schemas']['ProvisioningJob'];
export type ProvisioningJobState = components['schemas']['ProvisioningJobState'];
export type ProvisioningPayload = components['schemas']['ProvisioningPayload'];
export type PublicDocument = components['schemas']['PublicDocument'];
export type Reconciliation = components['schemas']['Reconciliation'];
export type RepeatedSameCardAttemptEvent = components['schemas']['RepeatedSameCardAttemptEvent'];
export type RequiredPrivilege = components['schemas']['RequiredPrivilege'];
export type ResolvedDispute = components['schemas']['ResolvedDispute'];
export type ResponseCode = components['schemas']['ResponseCode'];
export type ReversalSpikeEvent = components['schemas']['ReversalSpikeEvent'];
export type RiskBand = components['schemas']['RiskBand'];
export type RiskDriver = components['schemas']['RiskDriver'];
export type Role = components['schemas']['Role'];
export type ServiceFamily = components['schemas']['ServiceFamily'];
export type SettlementBatch = components['schemas']['SettlementBatch'];
export type SettlementBreakdown = components['schemas']['SettlementBreakdown'];
export type SettlementDerivation = components['schemas']['SettlementDerivation'];
export type SettlementList = components['schemas']['SettlementList'];
export type SettlementMismatchEvent = components['schemas']['SettlementMismatchEvent'];
export type SettlementStatus = components['schemas']['SettlementStatus'];
export type SettlementSummary = components['schemas']['SettlementSummary'];
export type SettlementTiming = components['schemas']['SettlementTiming'];
export type Severity = components['schemas']['Severity'];
export type SignalQuality = components['schemas']['SignalQuality'];
export type SignedMoney = components['schemas']['SignedMoney'];
export type SiteAccessibility = components['schemas']['SiteAccessibility'];
export type SiteContact = components['schemas']['SiteContact'];
export type SiteRisk = components['schemas']['SiteRisk'];
export type SiteType = components['schemas']['SiteType'];
export type SubscriptionLevel = components['schemas']['SubscriptionLevel'];
export type TerminalCash = components['schemas']['TerminalCash'];
export type TerminalCommand = components['schemas']['TerminalCommand'];
export type TerminalCommandList = components['schemas']['TerminalCommandList'];
export type TerminalComms = components['schemas']['TerminalComms'];
export type TerminalDevice = components['schemas']['TerminalDevice'];
export type TerminalGroup = components['schemas']['TerminalGroup'];
export type TerminalGroupList = components['schemas']['TerminalGroupList'];
export type TerminalId = components['schemas']['TerminalId'];
export type TerminalSoftware = components['schemas']['TerminalSoftware'];
export type TerminalStatus = components['schemas']['TerminalStatus'];
export type TerminalUptime = components['schemas']['TerminalUptime'];
export type TimeZone = components['schemas']['TimeZone'];
export type TimelineSource = components['schemas']['TimelineSource'];
export type TimelineStep = components['schemas']['TimelineStep'];
export type TimelineStepName = components['schemas']['TimelineStepName'];
export type TlsStatus = components['schemas']['TlsStatus'];
export type TransactionId = components['schemas']['TransactionId'];
export type TransactionList = components['schemas']['TransactionList'];
export type TransactionOutcome = components['schemas']['TransactionOutcome'];
export type TransactionRow = components['schemas']['TransactionRow'];
export type TransactionSummary = components['schemas']['TransactionSummary'];
export type TransactionTimeline = components['schemas']['TransactionTimeline'];
export type TransactionType = components['schemas']['TransactionType'];
export type UnresolvedDispute = components['schemas']['UnresolvedDispute'];
export type UserId = components['schemas']['UserId'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseBadWriteRequest = components['responses']['BadWriteRequest'];
export type ResponseDeriveConflict = components['responses']['DeriveConflict'];
export type ResponseDestinationGone = components['responses']['DestinationGone'];
export type ResponseDisputeConflict = components['responses']['DisputeConflict'];
export type ResponseEventNotTaken = components['responses']['EventNotTaken'];
export type ResponseEventTaken = components['responses']['EventTaken'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInsufficientStorage = components['responses']['InsufficientStorage'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnprocessable = components['responses']['Unprocessable'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterAsOf = components['parameters']['AsOf'];
export type ParameterConnectorIdPath = components['parameters']['ConnectorIdPath'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterDeriveIdempotencyKey = components['parameters']['DeriveIdempotencyKey'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterPrefer = components['parameters']['Prefer'];
export type ParameterSortBy = components['parameters']['SortBy'];
export type ParameterSortDir = components['parameters']['SortDir'];
export type ParameterTerminalIdPath = components['parameters']['TerminalIdPath'];
export type ParameterTerminalSortBy = components['parameters']['TerminalSortBy'];
export type ParameterTerminalSortDir = components['parameters']['TerminalSortDir'];
export type ParameterTransactionIdPath = components['parameters']['TransactionIdPath'];
export type ParameterTransactionLimit = components['parameters']['TransactionLimit'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderLastModified = components['headers']['Last-Modified'];
export type HeaderPublicCacheControl = components['headers']['Public-Cache-Control'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type $defs = Record<string, never>;
export interface operations {
    readonly getPortal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshot. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PortalSnapshot"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getIntegrationCatalog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The catalog. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IntegrationCatalog"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPublicOpenapi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Public-Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublicDocument"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["TransactionLimit"];
                /**
                 * @description Returns only rows of this terminal.
                 * @example NW104233
                 */
                readonly terminal_id?: components["schemas"]["OpaqueId"];
                /**
                 * @description Returns only rows of terminals in this group and its subgroups.
                 * @example grp_nw_boston
                 */
                readonly group_id?: components["schemas"]["OpaqueId"];
                /**
                 * @description Column to sort by, named as in the rows. Amounts sort as numbers, `terminal_datetime` as instants. Ties sort newest first.
                 * @example amt_comp
                 */
                readonly sort_by?: components["parameters"]["SortBy"];
                /**
                 * @description Direction of the sort.
                 * @example desc
                 */
                readonly sort_dir?: components["parameters"]["SortDir"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of rows and the summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getTransactionTimeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The transaction. An id out of your scope gets the same response as an id that does not exist.
                 * @example txn_01M5MSZ7PRCWB6KWXGA6CQYAXW
                 */
                readonly transaction_id: components["parameters"]["TransactionIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The timeline. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionTimeline"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listSettlements: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Returns only batches with this status.
                 * @example settled
                 */
                readonly status?: components["schemas"]["SettlementStatus"];
                /**
                 * @description Returns only batches of this business date and later ones.
                 * @example 2026-10-01
                 */
                readonly from_business_date?: string;
                /**
                 * @description Returns only batches of this business date and earlier ones.
                 * @example 2026-10-30
                 */
                readonly to_business_date?: string;
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of batches and the summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettlementList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deriveSettlements: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes a retry safe. For 24 hours, the same key with the same method, path, query and body gets the first response again; with another request it is rejected. Use a new random value for each intended write.
                 * @example 0c6f7a52-31de-4b97-8a45-d9e2f1b6c8a3
                 */
                readonly "Idempotency-Key"?: components["parameters"]["DeriveIdempotencyKey"];
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The account, the date and options. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeriveSettlementsRequest"];
            };
        };
        readonly responses: {
            /** @description No new batch was stored: a dry run, a batch derived again, or nothing to settle. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettlementDerivation"];
                };
            };
            /** @description A new batch was stored. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettlementDerivation"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DeriveConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listDisputes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Returns only cases with this status.
                 * @example open
                 */
                readonly status?: components["schemas"]["DisputeStatus"];
                /**
                 * @description Returns only cases with this reason.
                 * @example cash_not_dispensed
                 */
                readonly reason_code?: components["schemas"]["DisputeReason"];
                /**
                 * @description Returns only cases of this terminal.
                 * @example NW100420
                 */
                readonly terminal_id?: components["schemas"]["OpaqueId"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of cases and the summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes a retry safe. For 24 hours, the same key with the same method, path, query and body gets the first response again; with another request it is rejected. Use a new random value for each intended write.
                 * @example 5f2b9c1e-7d43-4a08-9b6e-2c1a4e8f0d37
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The claim. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDisputeRequest"];
            };
        };
        readonly responses: {
            /** @description The case, open and without a reviewer. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeCase"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DisputeConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listLocations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of locations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LocationList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getLocation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The location. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Location"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getTerminalStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalStatus"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listTerminalTransactions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Column to sort by, as in the list of all transactions.
                 * @example amt_comp
                 */
                readonly sort_by?: components["parameters"]["TerminalSortBy"];
                /**
                 * @description Direction of the sort.
                 * @example desc
                 */
                readonly sort_dir?: components["parameters"]["TerminalSortDir"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of rows and the summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listConnectors: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of connectors. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectorList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getConnectorStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The connector. An id out of your scope gets the same response as an id that does not exist.
                 * @example con_lte_gateway
                 */
                readonly connector_id: components["parameters"]["ConnectorIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectorStatus"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listTerminalGroups: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of groups. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalGroupList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listTerminalCommands: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Returns the next page of a list: the `page.next_cursor` of the previous page, with the same filters and order. All pages of one walk show one snapshot. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of commands. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalCommandList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getProvisioningPayload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The payload. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProvisioningPayload"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getProvisioningExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sheet. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProvisioningExport"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAccountFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Last-Modified": components["headers"]["Last-Modified"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": string;
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getTerminalFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Reads the past: an instant, such as `2026-11-02T15:00:00Z`, or a position of the journal, such as `3`. The response is the one that this request would have got then. It cannot be before the latest reset or in the future. Caches do not store it.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly "Fleetkit-As-Of"?: components["parameters"]["AsOf"];
            };
            readonly path: {
                /**
                 * @description The terminal. An id out of your scope gets the same response as an id that does not exist.
                 * @example NW104233
                 */
                readonly terminal_id: components["parameters"]["TerminalIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Last-Modified": components["headers"]["Last-Modified"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": string;
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getBrandingStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Simulates a failure: `code=503` returns any status that the operation declares, `delay=2000` delays the response by that number of milliseconds; separate both with a comma. Other preferences are ignored.
                 * @example delay=10
                 */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Public-Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BrandingStatus"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly onHeartbeatStale: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A terminal has stopped sending heartbeats, or sends them again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["HeartbeatStaleEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onProcessorOutage: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A connector cannot authorise transactions, or works again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProcessorOutageEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onCommunicationFlapping: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The line of a terminal changes repeatedly between online and offline, or is stable again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CommunicationFlappingEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onCashLow: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A cassette is running low, or has been filled. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CashLowEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onCashOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A terminal has run out of cash, or has cash again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CashOutEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onDispenserFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A dispenser reports a fault, or works again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DispenserFaultEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onComplianceExpiration: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A certificate, approval or document is about to expire, has expired or was renewed. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ComplianceExpirationEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onLocationRiskChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The risk assessment of a site has changed. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LocationRiskChangeEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onDeclineSpike: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A terminal declines far more attempts than usual, or is back to its usual rate. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeclineSpikeEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onApprovalRateDrop: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Fewer transactions than usual are approved over a connector, or the rate is normal again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovalRateDropEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onReversalSpike: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Withdrawals at a terminal are reversed, or are no longer reversed. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReversalSpikeEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onHighDeclineVelocity: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Declines of several cards occur in quick succession, or have stopped. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["HighDeclineVelocityEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onRepeatedSameCardAttempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description One card was used repeatedly within a short time. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RepeatedSameCardAttemptEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onCommandFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A command did not succeed at its terminal. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CommandFailedEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onProvisioningFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A provisioning job did not succeed. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProvisioningFailedEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
    readonly onSettlementMismatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Id of the event, equal to `id` in the body. Part of the signed text. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in real time, in seconds since 1970-01-01T00:00:00Z. Reject deliveries that are more than 5 minutes off, to prevent replay attacks. The time of the event is `timestamp` in the body.
                 * @example 1793631600
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One or more signatures separated by spaces, newest secret first: more than one during a secret rotation. Each is `v1,` and the base64 of an HMAC-SHA256, keyed with the decoded secret of the destination, over `{webhook-id}.{webhook-timestamp}.{body}`. Compute it over the bytes of the body as received, compare in constant time, accept if any signature matches, and skip unknown versions.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The figures of a settlement batch do not agree, or agree again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementMismatchEvent"];
            };
        };
        readonly responses: {
            readonly 410: components["responses"]["DestinationGone"];
            readonly "2XX": components["responses"]["EventTaken"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
}
