import { StateBadge } from '../../parts/badge.tsx';
import { Code } from '../../parts/code.tsx';
import { Pairs } from '../../parts/fields.tsx';
import type { CheckResult, ReportExchange, Statement } from './report.ts';

/** The clause of a check, what it expected and found, and the exchanges that prove it. */
export function CheckDetail({ result }: { readonly result: CheckResult }) {
  return (
    <div class="chain-detail stack">
      {result.clause === '' ? null : <p class="secondary wrap">{result.clause}</p>}
      {result.statements.map((statement, index) => (
        <StatementView key={statement.name ?? index} statement={statement} />
      ))}
      {result.evidence.map((exchange, index) => (
        <ExchangeView key={`${exchange.title} ${index}`} exchange={exchange} />
      ))}
    </div>
  );
}

function StatementView({ statement }: { readonly statement: Statement }) {
  const { name, outcome, expected, found, reason, request, cause } = statement;
  const pairs = [
    ['Expected', expected],
    ['Found', found],
    ['Reason', reason],
    ['Usual cause', cause?.text],
  ] as const;
  const known = pairs.filter(([, text]) => text !== undefined);
  if (name === undefined && known.length === 0 && request === undefined) return null;
  return (
    <section class="stack-tight">
      {name === undefined ? null : (
        <div class="row-tight">
          <StateBadge state={outcome} />
          <h3 class="wrap">{name}</h3>
        </div>
      )}
      <Pairs pairs={known} />
      {cause === undefined || cause.line === '' ? null : (
        <div class="columns">
          <div class="stack-tight">
            <h3>A usual line</h3>
            <Code text={cause.line} label="usual line" />
          </div>
          <div class="stack-tight">
            <h3>Write instead</h3>
            <Code text={cause.instead} label="better line" />
          </div>
        </div>
      )}
      {request === undefined ? null : <ExchangeView exchange={request} />}
    </section>
  );
}

function ExchangeView({ exchange: { title, status, excerpt, curl } }: { readonly exchange: ReportExchange }) {
  if (excerpt === '' && curl === '')
    return (
      <code class="wrap">
        {title} → {status}
      </code>
    );
  return (
    <details>
      <summary class="wrap">
        <code class="wrap">
          {title} → {status}
        </code>
      </summary>
      <div class="stack-tight">
        {excerpt === '' ? null : <Code text={excerpt} label="response" />}
        {curl === '' ? null : <Code text={curl} label="command" />}
      </div>
    </details>
  );
}
