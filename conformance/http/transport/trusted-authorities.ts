import nodeTls from 'node:tls'; // a named import would fail on an older Node.js before the error about the required version

/** Returns the trusted authorities as PEM: the default ones of Node.js and `ca`. Empty without `ca`. */
export const createTrustOptions = (ca: string | undefined): { readonly ca?: string[] } =>
  ca === undefined ? {} : { ca: [...nodeTls.getCACertificates('default'), ca] };
