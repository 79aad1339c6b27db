import { isOperator } from '../../api/session.ts';
import { PageHead } from '../../parts/panel.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { parameters, useParameter } from '../../state/route.ts';
import { ReportFile } from './report-file.tsx';
import { RunDetail } from './run-detail.tsx';
import { RunList } from './run-list.tsx';
import { SampleReport } from './sample-report.tsx';

const TABS = [
  { id: 'runs', title: 'Runs' },
  { id: 'file', title: 'A report file' },
  { id: 'sample', title: 'Sample report' },
];

/** Runs of the conformance kit, and their reports. */
export function ConformanceView() {
  const [chosen, setTab] = useParameter('tab', 'runs');
  const tab = TABS.find(({ id }) => id === chosen)?.id ?? 'runs';
  const { id = '' } = parameters.value;
  if (id !== '' && isOperator.value) return <RunDetail key={id} id={id} />;
  return (
    <>
      <PageHead title="Conformance">
        The kit checks whether a service follows the documented rules, and whether a receiver of webhooks verifies
        deliveries. Each verdict has the exchanges that prove it.
      </PageHead>
      <Tabs label="Reports of the kit" tabs={TABS} selected={tab} onSelect={setTab}>
        {tab === 'runs' ? <RunList onSample={() => setTab('sample')} /> : null}
        {tab === 'file' ? <ReportFile /> : null}
        {tab === 'sample' ? <SampleReport /> : null}
      </Tabs>
    </>
  );
}
