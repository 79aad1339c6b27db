import type { NewFaultRule } from '../../library/client/faults.ts';
import { RequestFailure } from '../shared/client.ts';

/** A list of 100 rules needs a small part of it. */
const MAX_FILE_BYTES = 256 * 1024;

/** Reads the rules of a file, YAML or JSON. The sandbox validates each. Throws `RequestFailure`. */
export async function readFaultFile(file: string): Promise<NewFaultRule[]> {
  const [{ readFile }, { parse }] = await Promise.all([import('node:fs/promises'), import('yaml')]);
  let contents: unknown;
  try {
    const bytes = await readFile(file);
    if (bytes.length > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    contents = parse(bytes.toString('utf8'), { maxAliasCount: 100 });
  } catch (thrown) {
    throw new RequestFailure(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 2);
  }
  const members = typeof contents === 'object' && contents !== null ? Object.keys(contents) : [];
  const { faults } = (contents ?? {}) as { readonly faults?: unknown }; // checked below
  if (members.length === 1 && Array.isArray(faults)) return faults as NewFaultRule[]; // the sandbox validates them
  throw new RequestFailure(
    `${file} is no file of fault rules: expected one member, the list faults, such as {"faults": [{"effect": {"type": "body_cut"}}]}.`,
    2,
  );
}
