import {
  type Check,
  describeClause,
  faultsDetectedBy,
  findClosestName,
  findUnmatched,
  listAllTags,
  listTags,
  type Selection,
  selectChecks,
} from '../../../conformance/index.ts';
import { formatJson } from '../shared/options/json-option.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** Returns the checks that the options select. Refuses a pattern or a tag that matches no check. */
export function parseSelection(
  checks: readonly Check[],
  { only = [], skip = [], tag = [] }: Pick<ConformOptions, 'only' | 'skip' | 'tag'>,
  refuse: Refuse,
): readonly Check[] {
  const selection: Selection = { only, skip, tags: tag };
  const idle = findUnmatched(checks, selection);
  if (idle !== undefined && 'pattern' in idle)
    return refuse(`no check matches "${idle.pattern}"; ${formatHint(checks, idle.pattern)}`);
  if (idle !== undefined)
    return refuse(
      `no check has the tag "${idle.tag}"; did you mean "${findClosestName(listAllTags(checks), idle.tag)}"?`,
    );
  const chosen = selectChecks(checks, selection);
  return chosen.length === 0 ? refuse('no checks left to run; relax --only, --skip or --tag') : chosen;
}

/** Lists the checks, one per line. */
export function formatChecks(chosen: readonly Check[]): string {
  const lines = chosen.map(({ id, level, title, clause }) => {
    const { isDocumented, isOwn } = describeClause(clause);
    return `${id.padEnd(50)} ${(isDocumented || isOwn === true ? level : `${level}*`).padEnd(8)} ${title}`;
  });
  return `${lines.join('\n')}\n\n* assumed rule: advice, unless --strict\n`;
}

/** Lists the checks as JSON. */
export function formatChecksAsJson(chosen: readonly Check[]): string {
  const entries = chosen.map((one) => {
    const { id, title, level, needs } = one;
    const { id: clause, text, section } = describeClause(one.clause);
    return { id, title, level, clause: { id: clause, text, section: section ?? null }, needs, tags: listTags(one) };
  });
  return formatJson(entries);
}

/** Describes a check: its clause, its needs, and faults that it detects. As JSON, it has the form of a list with one check. */
export function explainCheck(
  checks: readonly Check[],
  id: string,
  { json, refuse }: Pick<ConformOptions, 'json'> & { readonly refuse: Refuse },
): string {
  const found = checks.find((one) => one.id === id);
  if (found === undefined) return refuse(`no check "${id}"; ${formatHint(checks, id)}`);
  if (json === true) return formatChecksAsJson([found]);
  const { id: clause, text, section, isDocumented, isOwn } = describeClause(found.clause);
  const faults = faultsDetectedBy(id);
  const advice = isDocumented || isOwn === true ? '' : '(assumed rule: advice unless --strict)';
  const lines = [
    found.id,
    `  ${found.title}.`,
    '',
    `  level   ${found.level}${advice}`,
    `  clause  ${clause}${section === undefined ? '' : `, section ${section}`}: ${text}`,
    `  needs   ${found.needs.join(', ')}`,
    `  tags    ${listTags(found).join(', ')}`,
    ...(faults.length === 0 ? [] : ['  fails on, for example', ...faults.map((title) => `          ${title}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

const formatHint = (checks: readonly Check[], id: string): string =>
  `did you mean "${findClosestName(
    checks.map((one) => one.id),
    id,
  )}"? "fleetkit conform list" shows all`;
