import { readFileSync } from 'node:fs';
import type { AddFile } from './add-file.ts';
import { escapeBeyondAscii } from './escape-beyond-ascii.ts';

/**
 * Returns a function that writes the module that replaces a contract in `spec/generated/`, and adds the contract as a file. As
 * code, V8 would keep its text, and a second copy of its objects.
 */
export const writeContract =
  (name: string) =>
  (addFile: AddFile): string => {
    const document: unknown = JSON.parse(
      readFileSync(new URL(`../../../spec/generated/${name}`, import.meta.url), 'utf8'),
    );
    const url = addFile(`contracts/${name}`, escapeBeyondAscii(JSON.stringify(document)));
    return `import { readFileSync } from 'node:fs';
export default JSON.parse(readFileSync(new URL(${url}), 'utf8'));
`;
  };
