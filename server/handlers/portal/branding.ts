import { formatInstant } from '../../../base/formats.ts';
import type { BrandingFixture } from '../../../fixtures/model/model.ts';
import type { PublicHandler } from '../../contract.ts';

/**
 * Returns the readiness of the portal under the requested host name. Unknown hosts get the platform's own branding,
 * so that the reply does not reveal who is a customer.
 * @see clause branding.get, gap branding.fields
 */
export const getBrandingStatus: PublicHandler<'getBrandingStatus'> = (view) => {
  const { status, productName, themeVersion, dns } = view.findBranding(view.host);
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

/** A portal without its own documentation host uses the platform's, which is always ready. */
function isReady({ docsHost, status, tlsStatus }: BrandingFixture['dns']): boolean {
  if (docsHost === null) return true;
  return status === 'verified' && (tlsStatus === 'valid' || tlsStatus === 'expiring');
}
