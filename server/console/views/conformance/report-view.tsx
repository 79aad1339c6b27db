import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { SearchField, Segmented } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Hint } from '../../parts/states.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { CheckDetail } from './check-detail.tsx';
import type { CheckResult, Report } from './report.ts';

const ORDER = ['fail', 'error', 'inconclusive', 'untestable', 'pass', 'not-applicable'];

export interface ReportViewProps {
  readonly report: Report;
  readonly actions?: ComponentChildren;
}

/** The checks of a report, with a search and the exchanges of each. */
export function ReportView({ report, actions }: ReportViewProps) {
  const [outcome, setOutcome] = useState('');
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string>();
  const outcomes = ORDER.filter((one) => report.results.some((result) => result.outcome === one));
  const count = (one: string): number => report.results.filter((result) => result.outcome === one).length;
  const found = report.results
    .filter((result) => (outcome === '' || result.outcome === outcome) && matches(result, search))
    .toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
  return (
    <>
      {report.notes.length === 0 ? null : (
        <Hint>
          <ul>
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Hint>
      )}
      <Tiles tiles={outcomes.map((one) => [toWords(one), formatCount(count(one))])} />
      <Panel
        title={<span class="wrap">{report.target}</span>}
        note={`${formatPlural(report.requests, 'request')}, kit ${report.kitVersion}`}
        actions={actions}
        isFlush
      >
        <div class="panel-filters filters">
          <SearchField label="Search id, title or clause" value={search} onChange={setSearch} />
          <Segmented
            label="Outcome"
            value={outcome}
            onChange={setOutcome}
            options={[{ value: '', text: 'All' }, ...outcomes.map((one) => ({ value: one, text: toWords(one) }))]}
          />
        </div>
        {found.length === 0 ? <Empty icon="search" title="No check matches" /> : null}
        <ul class="chains">
          {found.map((result) => (
            <li key={result.id} class="chain-item">
              <button
                type="button"
                class="check"
                aria-expanded={openId === result.id}
                onClick={() => setOpenId((before) => (before === result.id ? undefined : result.id))}
              >
                <StateBadge state={result.outcome} />
                <span class="cell-two">
                  <span>{showCode(result.title)}</span>
                  <small class="mono wrap">{result.id}</small>
                </span>
                <span class="muted small wide-only">{result.level}</span>
                <Icon name="arrow" class={openId === result.id ? 'chain-arrow chain-arrow-open' : 'chain-arrow'} />
              </button>
              {openId === result.id ? <CheckDetail result={result} /> : null}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

const matches = ({ id, title, clause }: CheckResult, search: string): boolean =>
  `${id} ${title} ${clause}`.toLowerCase().includes(search.trim().toLowerCase());

/** Returns a title with the parts between backticks as code. */
const showCode = (title: string): ComponentChildren =>
  title.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
