import { scenarios } from '../../../../fixtures/scenarios/index.ts';
import { isOperator, portal } from '../../api/session.ts';
import { formatDateTime, formatZone } from '../../format/time.ts';
import { Button } from '../../parts/button.tsx';
import { FilterSelect } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { linkTo, useParameter } from '../../state/route.ts';
import { isDark, switchTheme, theme } from '../../state/theme.ts';
import {
  continueScenario,
  isStepwise,
  playScenario,
  readingSpeed,
  type ScenarioRun,
  scenarioRun,
} from '../scenarios/scenario-run.ts';
import { ReceiverPanel } from './receiver-panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { TerminalPanel } from './terminal-panel.tsx';

/** A scenario on a large screen: the terminal, the signed request and the receiver side by side, with a caption. */
export function PresentView() {
  const [name, setName] = useParameter('scenario', scenarios[0]?.name);
  const scenario = scenarios.find((one) => one.name === name);
  const run = scenarioRun.value?.scenario.name === name ? scenarioRun.value : undefined;
  return (
    <div class="present">
      <div class="present-head">
        <h1>{scenario?.title ?? 'Presentation'}</h1>
        <p class="figure">
          {formatDateTime(sandboxNow.value, zone.value, true)} {formatZone(sandboxNow.value, zone.value)}
          <small> sandbox time</small>
        </p>
      </div>
      <Caption run={run} text={scenario?.shows ?? `No scenario has the name ${name}.`} />
      <Panels run={run} />
      <div class="present-controls">
        {isOperator.value ? null : <span>Only the operator can play scenarios.</span>}
        {isOperator.value && scenario !== undefined ? (
          <Controls
            run={run}
            onPlay={() => void playScenario(scenario, { isStepwise: isStepwise.value, isReset: true })}
          />
        ) : null}
        <FilterSelect
          label="Scenario"
          value={name}
          options={scenarios.map(({ name: value, title }) => ({ value, text: title }))}
          onChange={setName}
        />
        <Button size="small" onPress={toggleFullScreen}>
          Full screen
        </Button>
        <Button
          size="small"
          icon={theme.value !== undefined && isDark() ? 'sun' : 'moon'}
          label={`Switch to ${isDark() ? 'light' : 'dark'} colours`}
          onPress={switchTheme}
        />
        <a href={linkTo('scenarios')}>Close</a>
      </div>
    </div>
  );
}

function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  change.catch(() => undefined); // a browser may forbid it
}

function Caption({ run, text }: { readonly run: ScenarioRun | undefined; readonly text: string }) {
  const step = run?.steps.at(-1);
  if (run?.state === 'failed') return <Hint tone="bad">{run.message}</Hint>;
  return (
    <div class="present-caption" aria-live="polite">
      <p>{step?.text ?? text}</p>
      {step?.action === undefined ? null : <p class="secondary">{step.action}</p>}
    </div>
  );
}

/** The latest delivery of the steps so far is shown until another one follows. */
function Panels({ run }: { readonly run: ScenarioRun | undefined }) {
  const deliveries = run?.steps.flatMap(({ events }) => events.flatMap((one) => one.deliveries)) ?? [];
  const delivery = deliveries.findLast(({ attempt_count: count }) => count > 0) ?? deliveries.at(-1);
  return (
    <div class="present-panels">
      <TerminalPanel terminalId={run?.terminalId} accountName={portal.value?.account.name} />
      <RequestPanel key={delivery?.delivery_id} deliveryId={delivery?.delivery_id} />
      <ReceiverPanel deliveryId={delivery?.delivery_id} />
    </div>
  );
}

const SPEEDS = [
  { value: '0.5', text: 'Slow' },
  { value: '1', text: 'Normal speed' },
  { value: '3', text: 'Fast' },
];

function Controls({ run, onPlay }: { readonly run: ScenarioRun | undefined; readonly onPlay: () => void }) {
  const isEnded = run === undefined || run.state === 'done' || run.state === 'failed';
  return (
    <>
      {isEnded ? (
        <Button kind="primary" size="small" icon="play" onPress={onPlay}>
          {run === undefined ? 'Play' : 'Play again'}
        </Button>
      ) : (
        <>
          <Button
            size="small"
            icon={isStepwise.value ? 'play' : 'pause'}
            onPress={() => {
              isStepwise.value = !isStepwise.value;
            }}
          >
            {isStepwise.value ? 'Continue' : 'Pause'}
          </Button>
          <Button size="small" icon="arrow" isDisabled={run.state !== 'waiting'} onPress={continueScenario}>
            Next step
          </Button>
        </>
      )}
      <FilterSelect
        label="Speed"
        value={String(readingSpeed.value)}
        options={SPEEDS}
        onChange={(value) => {
          readingSpeed.value = Number(value);
        }}
      />
      {run === undefined ? null : (
        <span class="figure">
          Step {run.steps.length} of {run.scenario.steps.length}
        </span>
      )}
    </>
  );
}
