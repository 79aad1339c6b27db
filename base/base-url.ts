/** Returns a URL without its query and fragment, and without slashes at its end: paths of the service follow it. */
export const formatBaseUrl = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/+$/, '')}`;

/** Returns the port of an http or https URL. */
export const getPort = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
