import { readFileSync } from 'node:fs';
import express from 'express';

/*
 * The reference: an Express 5 server that sends the same rows as fleetkit, without keys, scopes, validation, sorting or
 * logs. Arguments: the port, and two files that test-data.ts wrote. Reads the rows of changing pages at the first request
 * for them, so that they affect neither the start time nor the idle memory.
 */

interface ReferenceData {
  /** One page, as sent by fleetkit. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly location: unknown;
}

const [port = '', referenceFile = '', rowsFile = ''] = process.argv.slice(2);
const { page, location } = JSON.parse(readFileSync(referenceFile, 'utf8')) as ReferenceData; // written by test-data.ts
let rows: readonly unknown[] | undefined;

express()
  .get('/v1/transactions', (request, response) => {
    const { limit, sort_by: sortBy } = request.query;
    if (sortBy === undefined) {
      response.json(page);
      return;
    }
    rows ??= JSON.parse(readFileSync(rowsFile, 'utf8')) as readonly unknown[]; // written by test-data.ts
    const count = Number(limit);
    const from = Math.floor(Math.random() * (rows.length - count));
    response.json({ ...page, data: rows.slice(from, from + count) });
  })
  .get('/v1/locations/:terminalId', (_request, response) => {
    response.json(location);
  })
  .listen(Number(port), '127.0.0.1');
