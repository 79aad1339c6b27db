import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { describeError } from '../../api/request.ts';
import { formatCount, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SearchField, Segmented } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint } from '../../parts/states.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { CheckDetail } from './check-detail.tsx';
import { type CheckResult, parseReport, type Report } from './report.ts';

/** The loaded report. It stays in this tab. */
const loaded = signal<Report | undefined>(undefined);

/** Reports of the conformance kit. */
export function ConformanceView() {
  return (
    <>
      <PageHead
        title="Conformance"
        actions={
          loaded.value === undefined ? undefined : (
            <Button
              onPress={() => {
                loaded.value = undefined;
              }}
            >
              Close the report
            </Button>
          )
        }
      >
        Browse a report of the conformance kit. The file is read in this tab and sent nowhere.
      </PageHead>
      {loaded.value === undefined ? <DropZone /> : <ReportView report={loaded.value} />}
    </>
  );
}

function DropZone() {
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      loaded.value = parseReport(await file.text());
    } catch (failure) {
      setError(describeError(failure));
    }
  };
  return (
    <Panel>
      <label
        class={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void load(event.dataTransfer?.files[0]);
        }}
      >
        <Icon name="report" />
        <strong>Drop a JSON report here, or choose a file</strong>
        <span class="muted">
          Write one with <code>npx fleetkit conform URL --key KEY --format json</code>
        </span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void load(currentTarget.files?.[0])}
        />
      </label>
      {error === undefined ? null : <Hint tone="bad">{error}</Hint>}
    </Panel>
  );
}

const ORDER = ['fail', 'error', 'inconclusive', 'untestable', 'pass', 'not-applicable'];

function ReportView({ report }: { readonly report: Report }) {
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
      <Tiles tiles={outcomes.map((one) => [toWords(one), formatCount(count(one))])} />
      <Panel
        title={<span class="wrap">{report.target}</span>}
        note={`${formatPlural(report.requests, 'request')}, kit ${report.kitVersion}`}
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
                  <span>{result.title}</span>
                  <small class="mono truncate">{result.id}</small>
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
