import { useState } from 'preact/hooks';
import { type Scenario, scenarios } from '../../../../fixtures/scenarios/index.ts';
import { isOperator, users } from '../../api/session.ts';
import { formatPlural } from '../../format/money.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Hint } from '../../parts/states.tsx';
import { navigateTo } from '../../state/route.ts';
import { playScenario, scenarioRun } from './scenario-run.ts';
import { ScenarioStage } from './scenario-stage.tsx';

/** Prepared sequences of events, played with narration. */
export function ScenariosView() {
  const [isReset, setReset] = useState(true);
  const play = (scenario: Scenario, isStepwise: boolean): void => {
    void playScenario(scenario, { isStepwise, isReset });
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <>
      <PageHead
        title="Scenarios"
        actions={
          isOperator.value ? (
            <label class="row-tight">
              <input
                type="checkbox"
                checked={isReset}
                onChange={({ currentTarget }) => setReset(currentTarget.checked)}
              />
              Reset the data first, and keep destinations
            </label>
          ) : undefined
        }
      >
        A sequence of events with narration: what happens, the webhooks that follow, and what each user sees.
      </PageHead>
      {isOperator.value ? null : (
        <Hint>
          A scenario moves the clock, so it needs the operator. Sign in with the operator's token, or run{' '}
          <code>npx fleetkit console</code>.
        </Hint>
      )}
      {scenarioRun.value === undefined ? null : <ScenarioStage run={scenarioRun.value} />}
      <div class="scenario-list">
        {scenarios.map((scenario) => (
          <ScenarioCard key={scenario.name} scenario={scenario} onPlay={(isStepwise) => play(scenario, isStepwise)} />
        ))}
      </div>
    </>
  );
}

interface ScenarioCardProps {
  readonly scenario: Scenario;
  readonly onPlay: (isStepwise: boolean) => void;
}

function ScenarioCard({ scenario, onPlay }: ScenarioCardProps) {
  const { title, shows, tenantId, steps } = scenario;
  const fleet = users.value.find(({ tenant_id: id }) => id === tenantId)?.tenant_name;
  const isPlaying = scenarioRun.value?.state === 'playing';
  return (
    <Panel title={title} note={formatPlural(steps.length, 'step')}>
      <div class="stack scenario-card">
        <p class="secondary">{shows}</p>
        {fleet === undefined ? null : <p class="muted small name">{fleet}</p>}
        {isOperator.value ? (
          <div class="row">
            <Button icon="play" isDisabled={isPlaying} onPress={() => onPlay(false)}>
              Play
            </Button>
            <Button isDisabled={isPlaying} onPress={() => onPlay(true)}>
              Step by step
            </Button>
            <Button icon="scenario" onPress={() => navigateTo(['present'], { scenario: scenario.name })}>
              Present
            </Button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
