import { useEffect, useRef, useState } from 'preact/hooks';
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
import { FleetMap } from './fleet-map.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { TerminalPanel } from './terminal-panel.tsx';

/** A scenario on a large screen: the terminal, the signed request and the receiver side by side, with a caption. */
export function PresentView() {
  const [name, setName] = useParameter('scenario', scenarios[0]?.name);
  const scenario = scenarios.find((one) => one.name === name);
  const run = scenarioRun.value?.scenario.name === name ? scenarioRun.value : undefined;
  const [viewed, setViewed] = useState<number>();
  const count = run?.steps.length ?? 0;
  const shown = Math.min(viewed ?? count, count);
  const isPast = shown < count;
  const atMs = isPast ? (run?.steps[shown - 1]?.atMs ?? sandboxNow.value) : sandboxNow.value;
  return (
    <div class="present">
      <div class="present-head">
        <h1>{scenario?.title ?? 'Presentation'}</h1>
        <p class="figure">
          {formatDateTime(atMs, zone.value, true)} {formatZone(atMs, zone.value)}
          <small> {isPast ? 'sandbox time, earlier step' : 'sandbox time'}</small>
        </p>
      </div>
      <Caption run={run} shown={shown} text={scenario?.shows ?? `No scenario has the name ${name}.`} />
      <Panels run={run} shown={shown} asOf={isPast ? new Date(atMs).toISOString() : undefined} />
      <FleetMap atMs={atMs} />
      <div class="present-controls">
        {isOperator.value ? null : <span>Only the operator can play scenarios.</span>}
        {isOperator.value && scenario !== undefined ? (
          <Controls
            run={run}
            shown={shown}
            onView={setViewed}
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

interface CaptionProps extends ShownSteps {
  readonly text: string;
}

function Caption({ run, shown, text }: CaptionProps) {
  const step = run?.steps[shown - 1];
  if (run?.state === 'failed') return <Hint tone="bad">{run.message}</Hint>;
  return (
    <div class="present-caption" aria-live="polite">
      <p>{step?.text ?? text}</p>
      {step?.action === undefined ? null : <p class="secondary">{step.action}</p>}
    </div>
  );
}

interface ShownSteps {
  readonly run: ScenarioRun | undefined;
  /** The number of steps that are shown: fewer than those that were played after a step back. */
  readonly shown: number;
}

/** The latest delivery of the steps that are shown remains until another one follows. */
function Panels({ run, shown, asOf }: ShownSteps & { readonly asOf: string | undefined }) {
  const deliveries = run?.steps.slice(0, shown).flatMap(({ events }) => events.flatMap((one) => one.deliveries)) ?? [];
  const delivery = deliveries.findLast(({ attempt_count: count }) => count > 0) ?? deliveries.at(-1);
  return (
    <div class="present-panels">
      <TerminalPanel
        terminalId={run?.terminalId}
        accountName={portal.value?.account.name}
        ahead={describeStart(run)}
        asOf={asOf}
      />
      <RequestPanel key={delivery?.delivery_id} deliveryId={delivery?.delivery_id} />
      <ReceiverPanel deliveryId={delivery?.delivery_id} />
    </div>
  );
}

/** Describes what the panel of the terminal shows before there is one. */
function describeStart(run: ScenarioRun | undefined): string {
  if (run !== undefined) return 'The steps so far are about the whole fleet. A later one may choose a terminal.';
  const start = isOperator.value ? 'Press Play, or the space bar.' : 'The operator starts the scenario.';
  return `${start} Its cassettes empty as the scenario goes on, and its incidents are listed.`;
}

const SPEEDS = [
  { value: '0.5', text: 'Slow' },
  { value: '1', text: 'Normal speed' },
  { value: '3', text: 'Fast' },
];

interface ControlsProps extends ShownSteps {
  readonly onPlay: () => void;
  /** Shows a number of steps; undefined for all, also for those that follow. */
  readonly onView: (shown: number | undefined) => void;
}

function Controls({ run, shown, onPlay, onView }: ControlsProps) {
  const count = run?.steps.length ?? 0;
  const isPast = shown < count;
  const isEnded = run === undefined || run.state === 'done' || run.state === 'failed';
  const mayGoForward = isPast || run?.state === 'waiting';
  const play = (): void => {
    onView(undefined);
    if (isEnded) onPlay();
    else isStepwise.value = !isStepwise.value;
  };
  const goBack = (): void => {
    if (shown <= 1) return;
    isStepwise.value = true;
    onView(shown - 1);
  };
  const goForward = (): void => {
    if (isPast) onView(shown + 1 < count ? shown + 1 : undefined);
    else if (mayGoForward) continueScenario();
  };
  useKeys({ ' ': play, ArrowLeft: goBack, ArrowRight: goForward });
  const text = isEnded ? (run === undefined ? 'Play' : 'Play again') : isStepwise.value ? 'Continue' : 'Pause';
  return (
    <>
      <Button
        kind={isEnded ? 'primary' : 'plain'}
        size="small"
        icon={isEnded || isStepwise.value ? 'play' : 'pause'}
        onPress={play}
      >
        {text}
      </Button>
      {run === undefined ? null : (
        <>
          <Button size="small" icon="back" isDisabled={shown <= 1} onPress={goBack}>
            Previous step
          </Button>
          <Button size="small" icon="arrow" isDisabled={!mayGoForward} onPress={goForward}>
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
          Step {shown} of {run.scenario.steps.length}
        </span>
      )}
    </>
  );
}

/** Controls that use the same keys. */
const OWN_KEYS = 'button, a, select, input, pre';

/** Calls the function of a key, for a presenter without a pointer. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const action = latest.current[event.key];
      const isTaken = event.target instanceof Element && event.target.matches(OWN_KEYS);
      if (action === undefined || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
}
