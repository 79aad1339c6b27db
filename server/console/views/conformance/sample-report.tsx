import { Hint, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { toReport } from './report.ts';
import { ReportView } from './report-view.tsx';

/** A report of a service that sorts amounts as text and ignores a filter. */
export function SampleReport() {
  const sample = useResource('sample report', async () => {
    const { default: document } = await import('./sample-report.json');
    return toReport(document);
  });
  return (
    <>
      <Hint>
        A part of a real report. This service sorts amounts as text, and ignores one of two filters: open a failed check
        to see the request that shows it.
      </Hint>
      <Loaded of={sample}>{(report) => <ReportView report={report} />}</Loaded>
    </>
  );
}
