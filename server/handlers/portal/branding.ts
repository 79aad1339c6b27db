import type { BrandingFixture } from '../../../fixtures/model/model.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { PublicHandler } from '../../contract.ts';

/**
 * Readiness of the portal under the host that was asked for. A host that is nobody's gets the platform's own, so that
 * hosts cannot be used to find out who is a customer.
 * @see clause branding.get, gap branding.fields
 */
export const getBrandingStatus: PublicHandler<'getBrandingStatus'> = (view) => {
  const { status, productName, themeVersion, dns } = view.brandingOf(view.host);
  const isDocsHostReady = isReady(dns);
  return {
    status: 200,
    body: {
      status,
      branding: {
        ready: status === 'ready' || !isDocsHostReady,
        product_name: productName,
        theme_version: themeVersion,
      },
      docs_host: {
        ready: isDocsHostReady,
        hostname: dns.docsHost,
        dns_status: dns.status,
        tls_status: dns.tlsStatus,
      },
      checked_at: dns.lastCheckedAt ?? formatInstant(view.nowMs),
    },
  };
};

/** A portal without a documentation host of its own uses the platform's, which is always there. */
function isReady({ docsHost, status, tlsStatus }: BrandingFixture['dns']): boolean {
  if (docsHost === null) return true;
  return status === 'verified' && (tlsStatus === 'valid' || tlsStatus === 'expiring');
}
