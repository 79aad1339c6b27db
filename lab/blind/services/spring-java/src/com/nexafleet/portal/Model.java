package com.nexafleet.portal;

import java.math.BigDecimal;
import java.time.*;
import java.util.*;

/** Domain types of the fleet portal. Money is held in cents. */
final class Model {
    private Model() { }

    enum Permission { VIEW_MONEY, OPEN_DISPUTE, DERIVE_SETTLEMENTS, MANAGE_ACCOUNT }

    enum Role {
        ORG_ADMINISTRATOR(EnumSet.allOf(Permission.class)),
        ORG_AUDITOR(EnumSet.of(Permission.VIEW_MONEY)),
        ACCOUNT_MANAGER(EnumSet.of(Permission.VIEW_MONEY, Permission.OPEN_DISPUTE)),
        FIELD_TECHNICIAN(EnumSet.noneOf(Permission.class)),
        PORTFOLIO_VIEWER(EnumSet.of(Permission.VIEW_MONEY));
        final Set<Permission> permissions;
        Role(Set<Permission> p) { permissions = p; }
    }

    record Tenant(String id, String name, String brandName, String primaryColor, String portalHost,
                  String dnsState, String supportPhone, String supportEmail) { }
    record Account(long id, Long parentId, String tenantId, String name, String legalName, String city, String state) { }
    record User(String id, String tenantId, long accountId, String username, String displayName, String email,
                Role role, List<Long> groupScope, String apiKey, Instant lastLoginAt) {
        boolean may(Permission p) { return role.permissions.contains(p); }
    }
    record Group(long id, Long parentId, String tenantId, long accountId, String name) { }
    record Terminal(String id, String tenantId, long accountId, long groupId, String name, String model,
                    String serialNumber, String softwareVersion, String status, Instant lastHeartbeatAt,
                    String street, String city, String state, String postalCode, double latitude, double longitude,
                    ZoneId zone, long surchargeCents, String hostConnectorId, String merchantCategory,
                    int cassetteLevel1, int cassetteLevel2, Instant installedAt) { }
    record Txn(String id, String tenantId, String terminalId, Instant at, OffsetDateTime terminalDateTime, String type,
               int sequence, String accountType, String emv, String response, String responseCode,
               long amountRequested, long amountCompleted, long surchargeRequested, long surchargeCompleted,
               String network) { }
    record Batch(String id, String tenantId, long accountId, long groupId, String status, int creditEntries,
                 int debitEntries, long creditTotal, long debitTotal, Instant windowStart, Instant windowEnd,
                 Instant createdAt, LocalDate effectiveDate, Instant settledAt, List<String> terminalIds) { }
    record Dispute(String id, String tenantId, String status, String reasonCode, String transactionId,
                   String terminalId, long amount, LocalDate dueDate, Instant openedAt, String assignedTeam,
                   String assignedTo, Instant assignedAt, String outcome, Long resolvedAmount, Instant resolvedAt,
                   String note, String reviewedBy, Instant reviewedAt) { }
    record Connector(String id, String tenantId, String name, String type, String protocol, String status,
                     Instant lastMessageAt, int latencyMs, double successRate, Set<String> terminalIds) { }
    record Command(String id, String terminalId, String type, String status, String source, Instant queuedAt,
                   Instant completedAt, String result) { }
    record ProvisioningJob(String id, String terminalId, String type, String status, Instant createdAt, Instant finishedAt) { }
    record Alert(String id, String terminalId, String event, String severity, Instant openedAt, Instant clearedAt, String message) { }
    record Journal(String id, String terminalId, Instant at, String code, String message) { }
    record StatusChange(String id, String terminalId, Instant at, String from, String to) { }
    record Form(String id, String terminalId, String type, String status, boolean money, Instant submittedAt) { }
    record Document(String id, String tenantId, long accountId, String terminalId, String title, String fileName, boolean money, Instant uploadedAt) { }
    record Video(String id, String tenantId, String title, int durationSeconds, Instant publishedAt) { }
    record ComplianceItem(String id, String terminalId, String type, String status, LocalDate expiresOn) { }
    record OnboardingTask(String id, String terminalId, String step, String status, Instant updatedAt) { }

    static BigDecimal money(long cents) { return BigDecimal.valueOf(cents, 2); }
}
