import type { Contract } from './contract-document.ts';
import document from './generated/openapi.json' with { type: 'json' };

/** The bundled contract. The server implements it, and the kit checks other servers against it. */
export const contract = document as unknown as Contract; // generated; spec/contract.test.ts validates its shape
