import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { reloadNow } from '../../state/live.ts';

/** Starts over: the data and the clock as at the first start. */
export function ResetPanel() {
  const [isSure, setSure] = useState(false);
  const [isKeeping, setKeeping] = useState(true);
  const reset = async (): Promise<void> => {
    setSure(false);
    const body = { keep_destinations: isKeeping };
    await runAction('reset', () => request('/sandbox/reset', { method: 'POST', as: 'operator', body }));
    reloadNow();
  };
  return (
    <Panel title="Start over">
      <div class="stack-tight">
        <p class="secondary">
          The data becomes the same as at the first start, and the clock goes back to its beginning.
        </p>
        <label class="row-tight">
          <input
            type="checkbox"
            checked={isKeeping}
            onChange={({ currentTarget }) => setKeeping(currentTarget.checked)}
          />
          Keep destinations with their secrets
        </label>
        <div class="row">
          <Button
            kind="danger"
            icon="refresh"
            isDisabled={runningAction.value !== undefined}
            onPress={() => (isSure ? void reset() : setSure(true))}
          >
            {isSure ? 'Reset everything now' : 'Reset'}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
