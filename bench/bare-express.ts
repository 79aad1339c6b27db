import { readFileSync } from 'node:fs';
import express from 'express';

/*
 * The measuring stick: an Express 5 server that sends the very rows that fleetkit sends and does nothing else. No key, no
 * scope, no validation, no sorting, no log: about the least that a service on Express can do.
 * Arguments: the port, and two files that material.ts wrote. The rows of ever-changing pages are read when they are first
 * asked for, so that neither start nor memory at rest is charged for them.
 */

interface Stick {
  /** One page as fleetkit sent it. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly location: unknown;
}

const [port = '', stickFile = '', rowsFile = ''] = process.argv.slice(2);
const { page, location } = JSON.parse(readFileSync(stickFile, 'utf8')) as Stick; // written by material.ts
let rows: readonly unknown[] | undefined;

express()
  .get('/v1/transactions', (request, response) => {
    const { limit, sort_by: sortBy } = request.query;
    if (sortBy === undefined) {
      response.json(page);
      return;
    }
    rows ??= JSON.parse(readFileSync(rowsFile, 'utf8')) as readonly unknown[]; // written by material.ts
    const count = Number(limit);
    const from = Math.floor(Math.random() * (rows.length - count));
    response.json({ ...page, data: rows.slice(from, from + count) });
  })
  .get('/v1/locations/:terminalId', (_request, response) => {
    response.json(location);
  })
  .listen(Number(port), '127.0.0.1');
