export { drawBadge } from './badge.ts';
export type { CertifiedRun } from './certificate.ts';
export { createStatement } from './create-statement.ts';
export { type ReadCertificate, readCertificate } from './read-certificate.ts';
export { readRun } from './read-run.ts';
export { createSigningKey, formatCertificate, readIssuerKey, readSigningKey, signStatement } from './signature.ts';
export { formatVerified } from './text.ts';
