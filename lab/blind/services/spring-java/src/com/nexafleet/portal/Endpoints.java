package com.nexafleet.portal;

import java.util.List;

/** The contract in one table: used by the router, the integration catalog and the OpenAPI document. */
final class Endpoints {
    private Endpoints() { }

    enum Family {
        ACCOUNT("Account and fleet snapshot"), TERMINALS("Terminals, locations, telemetry"),
        TRANSACTIONS("Transactions and processor activity"), OPERATIONS("RMS, commands, connectors, provisioning"),
        MONEY("Settlements, payouts, disputes"), COMPLIANCE("Compliance vault and onboarding");
        final String title;
        Family(String t) { title = t; }
    }

    record Endpoint(String id, String method, String path, Family family, String summary, String schema, boolean isPublic, boolean rss) { }

    static final List<Endpoint> ALL = List.of(
        get("getPortal", "/v1/portal", Family.ACCOUNT, "Scoped portal snapshot of the current user", "PortalSnapshot"),
        get("getCatalog", "/v1/integrations/catalog", Family.ACCOUNT, "Grouped inventory of the integration surface", "IntegrationCatalog"),
        new Endpoint("getPublicOpenApi", "GET", "/v1/integrations/public-openapi.json", Family.ACCOUNT, "This document", "OpenApiDocument", true, false),
        get("listTransactions", "/v1/transactions", Family.TRANSACTIONS, "Normalized transaction rows for visible terminals, plus a summary", "TransactionPage"),
        get("getTransactionTimeline", "/v1/transactions/{transaction_id}/timeline", Family.TRANSACTIONS, "Timeline of one transaction", "TransactionTimeline"),
        get("listSettlements", "/v1/settlements", Family.MONEY, "ACH settlement batches", "SettlementBatchPage"),
        new Endpoint("deriveSettlements", "POST", "/v1/settlements/derive", Family.MONEY, "Derive ACH batches from unsettled activity (administrators)", "DeriveResult", false, false),
        get("listDisputes", "/v1/disputes", Family.MONEY, "Dispute cases", "DisputePage"),
        new Endpoint("openDispute", "POST", "/v1/disputes", Family.MONEY, "Open a dispute case (administrators and account managers)", "Dispute", false, false),
        get("listLocations", "/v1/locations", Family.TERMINALS, "Locations of visible terminals", "LocationPage"),
        get("getLocation", "/v1/locations/{terminal_id}", Family.TERMINALS, "Location of one terminal", "Location"),
        get("getStatusMonitoring", "/v1/terminals/{terminal_id}/status-monitoring", Family.TERMINALS, "Terminal status and telemetry", "TerminalStatus"),
        get("listTerminalTransactions", "/v1/terminals/{terminal_id}/transactions", Family.TRANSACTIONS, "Transactions of one terminal", "TransactionPage"),
        get("listConnectors", "/v1/connectors", Family.OPERATIONS, "Connectors", "ConnectorPage"),
        get("getConnectorStatus", "/v1/connectors/{connector_id}/status", Family.OPERATIONS, "Status of one connector", "ConnectorStatus"),
        get("listTerminalGroups", "/v1/terminal-groups", Family.TERMINALS, "Terminal groups", "TerminalGroupPage"),
        get("listTerminalCommands", "/v1/terminals/{terminal_id}/commands", Family.OPERATIONS, "Commands of one terminal", "CommandPage"),
        get("getProvisioningPayload", "/v1/terminals/{terminal_id}/provisioning-payload", Family.OPERATIONS, "Provisioning payload of one terminal", "ProvisioningPayload"),
        get("getProvisioningExport", "/v1/terminals/{terminal_id}/provisioning-export", Family.OPERATIONS, "Provisioning export of one terminal", "ProvisioningExport"),
        new Endpoint("getAccountFeed", "GET", "/v1/feeds/account.xml", Family.ACCOUNT, "Account RSS feed", null, false, true),
        new Endpoint("getTerminalFeed", "GET", "/v1/feeds/terminals/{terminal_id}.xml", Family.TERMINALS, "Per-terminal RSS feed", null, false, true),
        new Endpoint("getBrandingStatus", "GET", "/v1/public/branding-status", Family.ACCOUNT, "Status of branding and docs host", "BrandingStatus", true, false));

    private static Endpoint get(String id, String path, Family f, String summary, String schema) {
        return new Endpoint(id, "GET", path, f, summary, schema, false, false);
    }
}
