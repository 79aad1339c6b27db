import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { blindServices } from '../../blind/services.ts';

/*
 * Chooses the services that remain: `node lab/independent/cover/cover.ts`. The services in `lab/blind` remain, and what they, a generated
 * service, a mutant or a test show needs no further service. Of the others it takes, again and again, the one that shows most of the
 * causes that are left, and of equals the smallest.
 */

/** Something that a service shows about the kit. */
export interface Cause {
  readonly cause: string;
  /** The services that show it. */
  readonly services: readonly string[];
  /** A generated fault, a dimension, a mutant or a test that shows it too. */
  readonly otherwise?: string;
}

interface CauseFile {
  /** The lines of code of each service outside of `lab/blind`. */
  readonly lines: Readonly<Record<string, number>>;
  readonly sentences: readonly Cause[];
  readonly rules: readonly Cause[];
  readonly first_runs: readonly Cause[];
}

const file = parse(readFileSync(join(import.meta.dirname, 'causes.yaml'), 'utf8')) as CauseFile; // a file of this folder

export const { sentences } = file;

export const causes: readonly Cause[] = [...file.sentences, ...file.rules, ...file.first_runs];

/** A service that remains, and the causes that only it and services after it show. */
export interface Chosen {
  readonly service: string;
  readonly shows: readonly string[];
}

/** Returns the services that remain besides those in `lab/blind`; the one that shows most causes is first. */
export function chooseServices(): readonly Chosen[] {
  const blind = new Set(blindServices.map(({ name }) => name));
  let left = causes.filter((one) => one.otherwise === undefined && !one.services.some((name) => blind.has(name)));
  const chosen: Chosen[] = [];
  while (left.length > 0) {
    const [best] = Object.entries(file.lines)
      .map(([service, lines]) => ({ service, lines, shows: left.filter(({ services }) => services.includes(service)) }))
      .sort((one, other) => other.shows.length - one.shows.length || one.lines - other.lines);
    if (best === undefined || best.shows.length === 0) throw new Error(`No service shows: ${left[0]?.cause}`);
    chosen.push({ service: best.service, shows: best.shows.map(({ cause }) => cause) });
    left = left.filter((one) => !best.shows.includes(one));
  }
  return chosen;
}

/** Whether a quotation, by its words, is of a sentence of the document. */
export function quotes(quotation: string, sentence: string): boolean {
  const words = quotation
    .replaceAll(/[^\p{L}\p{N}/+]+/gu, ' ')
    .trim()
    .toLowerCase();
  return ` ${words} `.includes(` ${sentence} `);
}

if (import.meta.main)
  for (const { service, shows } of chooseServices())
    process.stdout.write(`${service}, ${file.lines[service]} lines:\n${shows.map((one) => `  ${one}\n`).join('')}`);
