#!/usr/bin/env node
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';

// Plain JavaScript that an old Node can read, so that it says what is missing instead of failing to parse.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 18)) {
  process.stderr.write(
    `fleetkit needs Node.js 24.18 or later; this is ${process.versions.node}.\n` +
      'In a checkout, `npm start` and `npx fleetkit` bring their own.\n',
  );
  process.exit(1);
}

// A checkout runs its sources, an installed package what was built from them.
const source = new URL('./cli.ts', import.meta.url);
const built = new URL('../dist/bin/cli.js', import.meta.url);
const isCheckout = existsSync(source);
if (!isCheckout) nodeModule.enableCompileCache?.();
await import(isCheckout ? source.href : built.href);
