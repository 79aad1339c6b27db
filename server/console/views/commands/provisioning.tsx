import { readProvisioningExport, readProvisioningPayload } from '../../api/resources.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Code } from '../../parts/code.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Members } from '../../parts/members.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';

/** The configuration of the terminal. */
export function Payload({ terminalId }: { readonly terminalId: string }) {
  const payload = useResource(`payload ${terminalId}`, () => readProvisioningPayload(terminalId));
  return (
    <Loaded of={payload}>
      {(data) => {
        const { terminal_id: _, payload_version: version, generated_at: at, checksum, job, cassettes, ...parts } = data;
        return (
          <>
            <Panel title="Provisioning payload" note={`version ${version}`}>
              <Pairs
                pairs={[
                  ['Generated', <Instant key="at" at={at} />],
                  ['Job', job === null ? 'None' : <StateBadge key="job" state={job.state} />],
                  [
                    'Checksum',
                    <code key="checksum" class="wrap">
                      {checksum}
                    </code>,
                  ],
                  ...cassettes.map(
                    ({ position, denomination, capacity_notes: capacity, low_threshold_notes: low }) =>
                      [`Cassette ${position}`, `$${denomination} notes, at most ${capacity}, low at ${low}`] as const,
                  ),
                ]}
              />
            </Panel>
            <div class="columns">
              {Object.entries(parts).map(([name, value]) => (
                <Panel key={name}>
                  <Members value={{ [name]: value }} />
                </Panel>
              ))}
            </div>
            <Panel title="JSON">
              <Code text={JSON.stringify(data, null, 2)} label="provisioning payload" />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}

/** The export for the person who installs the terminal. */
export function InstallerSheet({ terminalId }: { readonly terminalId: string }) {
  const sheet = useResource(`sheet ${terminalId}`, () => readProvisioningExport(terminalId));
  return (
    <Loaded of={sheet}>
      {({ sections, install_checklist: steps, payload_version: version }) => (
        <>
          <div class="columns">
            {sections.map(({ title, items }) => (
              <Panel key={title} title={title}>
                <Pairs pairs={items.map(({ label, value }) => [label, value])} />
              </Panel>
            ))}
          </div>
          <Panel title="Checklist" note={`of payload version ${version}`}>
            <ol class="numbered">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Panel>
        </>
      )}
    </Loaded>
  );
}
