import nodeTls from 'node:tls'; // by name, an older Node.js fails before it can say which one is needed

/** The authorities that are trusted when the user names one: it and those that Node.js trusts. PEM. */
export const trustedAuthorities = (ca: string | undefined): { readonly ca?: string[] } =>
  ca === undefined ? {} : { ca: [...nodeTls.getCACertificates('default'), ca] };
