import { useState } from 'preact/hooks';
import { type ConformanceRun, readConformanceRuns } from '../../api/conformance.ts';
import { isOperator } from '../../api/session.ts';
import { formatDistance } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { realNow } from '../../parts/time.tsx';
import { changeParameters, linkWith } from '../../state/route.ts';
import { useRunResource } from '../../state/run-resource.ts';
import { ReceiverDialog } from './receiver-dialog.tsx';
import { countOutcomes, describeChanges, describeTarget, RunBadge } from './run-result.tsx';
import { StartDialog } from './start-dialog.tsx';

const columns: readonly Column<ConformanceRun>[] = [
  {
    title: 'Run',
    cell: (run) => (
      <span class="cell-two">
        <a class="cell-link name wrap" href={linkWith({ id: run.run_id })}>
          {describeTarget(run)}
        </a>
        <small>{run.kind === 'receiver' ? 'Receiver' : `Service, ${toWords(run.depth ?? '').toLowerCase()}`}</small>
      </span>
    ),
  },
  { title: 'Result', cell: (run) => <RunBadge run={run} /> },
  { title: 'Passed', isNumber: true, isWideOnly: true, cell: (run) => countOutcomes(run, 'pass') },
  { title: 'Failed', isNumber: true, cell: (run) => countOutcomes(run, 'fail', 'error') },
  {
    title: 'Not verified',
    isNumber: true,
    isWideOnly: true,
    cell: (run) => countOutcomes(run, 'untestable', 'inconclusive', 'unverified'),
  },
  { title: 'Since the previous run', isWideOnly: true, cell: describeChanges },
  {
    title: 'Started',
    isWideOnly: true,
    cell: ({ started_at: at }) => <span title={at}>{formatDistance(at, realNow.value)}, real time</span>,
  },
];

/** The latest runs, and the form that starts one. */
export function RunList({ onSample }: { readonly onSample: () => void }) {
  if (!isOperator.value)
    return (
      <Hint>
        Only the operator runs the kit in the page. Sign in with the operator's token, or run{' '}
        <code>npx fleetkit conform URL</code>.
      </Hint>
    );
  return <OperatorRuns onSample={onSample} />;
}

function OperatorRuns({ onSample }: { readonly onSample: () => void }) {
  const [dialog, setDialog] = useState<'service' | 'receiver'>();
  const opened = {
    onClose: () => setDialog(undefined),
    onStarted: ({ run_id: id }: ConformanceRun) => changeParameters({ id }),
  };
  const list = useRunResource('conformance runs', readConformanceRuns, ({ data }) =>
    data.some(({ state }) => state === 'running'),
  );
  return (
    <Loaded of={list}>
      {({ enabled, data }) => (
        <>
          {enabled ? null : (
            <Hint tone="warn">
              This server runs no kit: it is reachable from other machines, or uses a database. Its operator can allow
              it with <code>serve --allow-conformance-runs</code>.
            </Hint>
          )}
          <Panel
            title="Runs"
            note="The latest 20"
            isFlush
            actions={
              <>
                <Button icon="signature" isDisabled={!enabled} onPress={() => setDialog('receiver')}>
                  Check a receiver
                </Button>
                <Button kind="primary" icon="play" isDisabled={!enabled} onPress={() => setDialog('service')}>
                  Run the kit
                </Button>
              </>
            }
          >
            {data.length === 0 ? (
              <Empty
                icon="report"
                title="No runs yet"
                actions={<Button onPress={onSample}>See a sample report</Button>}
              >
                Run the kit against this sandbox to see what a conforming service answers, or against your service. Or
                check whether your receiver of webhooks verifies deliveries.
              </Empty>
            ) : (
              <Table label="Runs of the kit" columns={columns} rows={data} rowKey={({ run_id: id }) => id} />
            )}
          </Panel>
          {dialog === 'service' ? <StartDialog {...opened} /> : null}
          {dialog === 'receiver' ? <ReceiverDialog {...opened} /> : null}
        </>
      )}
    </Loaded>
  );
}
