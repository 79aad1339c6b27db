import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { problemAdvice } from '../../../../server/http/pages/problem-advice.ts';
import { type AnyProblemCode, problemTitles } from '../../../../server/problems/problem.ts';
import type { LinkedOperation } from './contracts.ts';
import { formatCode } from './highlight.ts';
import { escapeHtml, formatInline } from './html.ts';
import type { DocumentPage } from './page.ts';
import { pageCures, problemCauses } from './problem-causes.ts';

/** A longer list of operations is collapsed. */
const MAX_SHOWN = 12;

/** An operation that returns a problem, and with which status. */
interface Returning {
  readonly operation: LinkedOperation;
  readonly status: number;
}

interface KnownProblem {
  readonly code: AnyProblemCode;
  readonly title: string;
  readonly path: string;
  readonly status: number;
  readonly operations: readonly Returning[];
}

/** The page of each type of problem, and their list. Programs get the texts of `server/http/pages/text-pages.ts`. */
export function renderProblemPages(root: string, operations: readonly LinkedOperation[]): readonly DocumentPage[] {
  const problems = (Object.entries(problemTitles) as [AnyProblemCode, string][]).map(([code, title]): KnownProblem => {
    const returning = operations.flatMap((operation) => {
      const status = operation.codes.get(code);
      return status === undefined ? [] : [{ operation, status }];
    });
    const path = `/problems/${code.replaceAll('_', '-')}`;
    return { code, title, path, status: returning[0]?.status ?? missingStatus(code), operations: returning };
  });
  return [renderList(problems), ...problems.map((problem) => renderProblem(root, problem))];
}

const missingStatus = (code: string): never => {
  throw new Error(`No response of a contract names the code ${code}.`);
};

function renderList(problems: readonly KnownProblem[]): DocumentPage {
  const statuses = [...new Set(problems.map(({ status }) => status))].sort((one, other) => one - other);
  const groups = statuses.map((status) => {
    const items = problems
      .filter((problem) => problem.status === status)
      .map(
        ({ path, title, code }) =>
          `<li><a class="problem-link" href="${path}"><strong class="badge badge-failed">${status}</strong><div>${escapeHtml(title)}<span>${code}</span></div></a></li>`,
      );
    return items.join('');
  });
  return {
    path: '/problems',
    title: 'Problems',
    lead: 'Each error is a problem document (RFC 9457). Its `type` is the address of one of these pages; programs branch on `status` and `code`.',
    html: `<ul class="problem-list">${groups.join('')}</ul>`,
  };
}

function renderProblem(root: string, { code, title, path, status, operations }: KnownProblem): DocumentPage {
  const cure = pageCures[code] ?? problemAdvice[code] ?? '';
  const cause = problemCauses[code];
  const { heading, value } = readExample(root, { code, title, status });
  return {
    path,
    title: title.replace(/\.$/, ''),
    label: code,
    html: [
      '<dl class="facts">',
      `<dt>Status</dt><dd><span class="badge badge-failed">${status}</span></dd>`,
      `<dt>Code</dt><dd><code>${code}</code></dd>`,
      `<dt>Cause</dt><dd>${formatInline(cause)}</dd>`,
      `<dt>Cure</dt><dd>${formatInline(markMembers(cure))}</dd></dl>`,
      `<h2 id="response">${heading}</h2>`,
      formatCode({ code: JSON.stringify(value, null, 2), language: 'json' }),
      renderReturning(operations),
    ].join('\n'),
    kind: operations.every(({ operation }) => operation.address.startsWith('/docs/api/sandbox#'))
      ? 'Sandbox problem'
      : 'Problem',
    sections: [
      {
        heading: undefined,
        text: `${cause} ${cure}`.replaceAll('`', ''),
        keywords: `${code.replaceAll('_', ' ')} ${status} ${STATUS_CODES[status] ?? ''}`,
      },
    ],
  };
}

/** Formats the members and headers that a text of the server names as code. */
const markMembers = (text: string): string =>
  text.replaceAll(
    /(?<!`)\b(errors\[\](?:\.\w+)?|[a-z]+_[a-z_]+\b(?!`)|(?:GET|POST) \/[\w/]+|Retry-After|Content-Type|X-API-Key)/g,
    '`$1`',
  );

function readExample(
  root: string,
  { code, title, status }: Pick<KnownProblem, 'code' | 'title' | 'status'>,
): { readonly heading: string; readonly value: unknown } {
  try {
    const text = readFileSync(join(root, `spec/examples/problems/${code}.json`), 'utf8');
    return { heading: 'Example', value: (JSON.parse(text) as { readonly value: unknown }).value };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const type = `/problems/${code.replaceAll('_', '-')}`;
    return { heading: 'Members of every occurrence', value: { type, title, status, code } };
  }
}

function renderReturning(operations: readonly Returning[]): string {
  const items = operations.map(
    ({ operation: { address, method, path, summary } }) =>
      `<li><a href="${address}">${formatInline(summary)}</a><code>${method} ${escapeHtml(path)}</code></li>`,
  );
  const list = `<ul class="operation-list">${items.join('')}</ul>`;
  const heading = '<h2 id="operations">Operations that return it</h2>';
  return items.length <= MAX_SHOWN
    ? `${heading}\n${list}`
    : `${heading}\n<details><summary>Show all ${items.length} operations</summary>${list}</details>`;
}
