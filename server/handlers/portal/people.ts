import type { BrandingFixture, UserFixture } from '../../../fixtures/model/model.ts';
import type {
  AccessFlags,
  PortalAccount,
  PortalOrganization,
  PortalPrincipal,
  PortalUser,
  Privilege,
} from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';

/** Presents the caller. @see clause portal.principal */
export function presentPrincipal({ user, account, key }: Scope): PortalPrincipal {
  return {
    user_id: user.userId,
    display_name: user.displayName,
    email: user.email,
    role: user.role,
    account_id: user.accountId,
    timezone: account.timezone,
    locale: user.locale,
    api_key: { prefix: shortenKey(key.key), created_at: key.createdAt, expires_at: key.expiresAt, state: 'active' },
  };
}

/** Returns up to 12 characters of a key, and at most half of it. */
const shortenKey = (key: string): string => key.slice(0, Math.min(12, Math.floor(key.length / 2)));

export function presentAccount({ account, accounts, tenant, hasAccount }: Scope): PortalAccount {
  const { parentAccountId } = account;
  return {
    account_id: account.accountId,
    name: account.name,
    legal_name: account.legalName,
    account_kind: account.accountKind,
    parent_account_id: parentAccountId !== null && hasAccount(parentAccountId) ? parentAccountId : null,
    status: account.status,
    sub_account_count: accounts.length - 1,
    timezone: account.timezone,
    currency: 'USD',
    sponsor_bank: account.sponsorBank,
    processor: account.processor,
    settlement_cutoff_local: tenant.settlement.cutoffLocal,
    created_at: account.createdAt,
  };
}

/** @see clause portal.organization */
export function presentOrganization(branding: BrandingFixture): PortalOrganization {
  const { dns } = branding;
  return {
    branding: {
      product_name: branding.productName,
      logo_url: branding.logoUrl,
      primary_color: branding.primaryColor.toLowerCase(),
      support_email: branding.supportEmail,
      support_phone: branding.supportPhone,
      status: branding.status,
    },
    dns: {
      custom_domain: dns.customDomain,
      docs_host: dns.docsHost,
      record_type: dns.recordType,
      expected_target: dns.expectedTarget,
      status: dns.status,
      tls_status: dns.tlsStatus,
      last_checked_at: dns.lastCheckedAt,
    },
  };
}

/** Presents one flag for each privilege, and `is_read_only`. @see clause portal.access_flags */
export function presentFlags({ privileges, isReadOnly }: Scope['rules']): AccessFlags {
  const can = (privilege: Privilege): boolean => privileges.has(privilege);
  return {
    can_view_terminals: can('view_terminals'),
    can_view_connectors: can('view_connectors'),
    can_view_transactions: can('view_transactions'),
    can_view_settlements: can('view_settlements'),
    can_view_payout_account: can('view_payout_account'),
    can_derive_settlements: can('derive_settlements'),
    can_view_disputes: can('view_disputes'),
    can_create_disputes: can('create_disputes'),
    can_view_commands: can('view_commands'),
    can_view_provisioning: can('view_provisioning'),
    can_view_compliance: can('view_compliance'),
    can_view_documents: can('view_documents'),
    can_manage_users: can('manage_users'),
    can_manage_configuration: can('manage_configuration'),
    is_read_only: isReadOnly,
  };
}

/** @see clause portal.users */
export function presentUser(user: UserFixture): PortalUser {
  return {
    user_id: user.userId,
    display_name: user.displayName,
    role: user.role,
    account_id: user.accountId,
    status: user.status,
    last_login_at: user.lastLoginAt,
  };
}
