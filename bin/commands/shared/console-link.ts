/** Returns the address of the console with a code to sign in. Browsers do not send this part of an address to servers. */
export const formatConsoleLink = (baseUrl: string, code: string): string => `${baseUrl}/#sign-in=${code}`;
