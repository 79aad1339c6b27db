import {
  type ConformanceRun,
  cancelConformanceRun,
  readConformanceReport,
  readConformanceRun,
} from '../../api/conformance.ts';
import { formatCount } from '../../format/money.ts';
import { formatDuration, formatTimeOfDay } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Address } from '../../parts/names/address.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { realNow } from '../../parts/time.tsx';
import { runAction } from '../../state/actions.ts';
import { reloadNow } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import { linkWith } from '../../state/route.ts';
import { useRunResource } from '../../state/run-resource.ts';
import { toReport } from './report.ts';
import { ReportView } from './report-view.tsx';
import { describeTarget, RunBadge } from './run-result.tsx';
import { saveFile } from './save-file.ts';

/** One run: its progress, and then its report and what changed. */
export function RunDetail({ id }: { readonly id: string }) {
  const run = useRunResource(
    `conformance run ${id}`,
    () => readConformanceRun(id),
    ({ state }) => state === 'running',
  );
  return (
    <>
      <PageHead title="Run of the kit" actions={<a href={linkWith({ id: '' })}>All runs</a>} />
      <Loaded of={run}>
        {(data) => (
          <>
            <RunPanel run={data} />
            {data.changes === null || data.changes.length === 0 ? null : <Changes changes={data.changes} />}
            {data.result === null ? null : <RunReport id={id} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function RunPanel({ run }: { readonly run: ConformanceRun }) {
  const { kind, state, error, result, depth, allow_writes: allowsWrites, key_names: names } = run;
  const sent = kind === 'receiver' ? 'deliveries' : 'requests';
  return (
    <Panel
      title={<span class="name wrap">{describeTarget(run)}</span>}
      note={<RunBadge run={run} />}
      actions={
        state === 'running' ? (
          <Button size="small" icon="close" onPress={() => void runAction('cancel the run', () => cancel(run))}>
            Cancel the run
          </Button>
        ) : undefined
      }
    >
      <div class="stack">
        {state === 'running' ? <Progress run={run} /> : null}
        {error === null ? null : <Hint tone="bad">{error}</Hint>}
        {result?.stopped == null ? null : <Hint tone="bad">The run ended early: {result.stopped}</Hint>}
        <Pairs
          pairs={[
            ['Target', <Address key="target" url={run.target} />],
            ...(depth === null
              ? []
              : ([
                  [
                    'Keys',
                    <span key="keys" class="wrap">
                      {names.join(', ')}
                    </span>,
                  ],
                  ['Depth', `${toWords(depth)}${allowsWrites ? ', with requests that change data' : ''}`],
                ] as const)),
            ['Started, real time', formatTimeOfDay(run.started_at, Intl.DateTimeFormat().resolvedOptions().timeZone)],
            ...(result === null
              ? []
              : ([
                  ['Took', `${formatDuration(result.duration_ms / 1000)}, ${formatCount(result.requests)} ${sent}`],
                ] as const)),
          ]}
        />
      </div>
    </Panel>
  );
}

async function cancel({ run_id: id }: ConformanceRun): Promise<void> {
  await cancelConformanceRun(id);
  reloadNow();
}

function Progress({ run: { progress, started_at: startedAt } }: { readonly run: ConformanceRun }) {
  const { total, done, failed, check_id: checkId } = progress;
  const seconds = Math.max(0, (realNow.value - Date.parse(startedAt)) / 1000);
  return (
    <div class="stack-tight">
      <progress class="progress progress-thick" max={total ?? 1} value={done} aria-label="Checks done" />
      <p role="status">
        {total === null
          ? 'The kit starts, and sends the first requests.'
          : `${formatCount(done)} of ${formatCount(total)} checks, ${formatCount(failed)} failed.`}
      </p>
      <p class="muted small">
        <code class="wrap">{checkId ?? ''}</code> {formatDuration(seconds)}
      </p>
    </div>
  );
}

function Changes({ changes }: { readonly changes: NonNullable<ConformanceRun['changes']> }) {
  const ordered = changes.toSorted((one, other) => Number(other.is_worse) - Number(one.is_worse));
  return (
    <Panel title="Since the previous run against this target" note={`${formatCount(changes.length)} checks differ`}>
      <ul class="stack-tight">
        {ordered.map(({ check_id: id, before, after, is_worse: isWorse }) => (
          <li key={id} class="row wrap">
            <Badge tone={isWorse ? 'bad' : 'good'}>{isWorse ? 'Worse' : 'Not worse'}</Badge>
            <code class="wrap">{id}</code>
            <StateBadge state={before ?? 'absent'} />
            <span aria-hidden="true">→</span>
            <span class="hidden-text">became</span>
            <StateBadge state={after ?? 'absent'} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RunReport({ id }: { readonly id: string }) {
  const report = useResource(`conformance report ${id}`, () => readConformanceReport(id));
  return (
    <Loaded of={report}>
      {({ report: document, html }) => (
        <ReportView
          report={toReport(document)}
          actions={
            <>
              <Button
                size="small"
                onPress={() => saveFile(`${id}.json`, 'application/json', JSON.stringify(document, null, 2))}
              >
                Save as JSON
              </Button>
              {html === null ? null : (
                <Button size="small" onPress={() => saveFile(`${id}.html`, 'text/html', html)}>
                  Save as HTML
                </Button>
              )}
            </>
          }
        />
      )}
    </Loaded>
  );
}
