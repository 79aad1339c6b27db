import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { describeError } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint } from '../../parts/states.tsx';
import { parseReport, type Report } from './report.ts';
import { ReportView } from './report-view.tsx';

/** The loaded report. It stays in this tab. */
const loaded = signal<Report | undefined>(undefined);

/** A report of the kit in a file. The page reads it, and sends it nowhere. */
export function ReportFile() {
  if (loaded.value === undefined) return <DropZone />;
  return (
    <ReportView
      report={loaded.value}
      actions={
        <Button
          size="small"
          onPress={() => {
            loaded.value = undefined;
          }}
        >
          Close the report
        </Button>
      }
    />
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
        <span class="muted">The file is read in this tab and sent nowhere.</span>
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
