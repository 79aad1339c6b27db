import nodeTls from 'node:tls'; // by name, an older Node.js fails before it can say which one is needed

/** Returns the trusted authorities as PEM: the default ones of Node.js and `ca`. Empty without `ca`. */
export const createTrustOptions = (ca: string | undefined): { readonly ca?: string[] } =>
  ca === undefined ? {} : { ca: [...nodeTls.getCACertificates('default'), ca] };
