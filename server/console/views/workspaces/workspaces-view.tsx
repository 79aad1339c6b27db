import { isOperator } from '../../api/session.ts';
import { PageHead } from '../../parts/panel.tsx';
import { Hint } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useParameter } from '../../state/route.ts';
import { KeyList } from './key-list.tsx';
import { WorkspaceList } from './workspace-list.tsx';

const TABS = [
  { id: 'workspaces', title: 'Workspaces' },
  { id: 'keys', title: 'Issued keys' },
];

/** Isolated worlds with their quotas, and API keys. */
export function WorkspacesView() {
  const [chosen, setTab] = useParameter('tab', 'workspaces');
  const tab = chosen === 'keys' ? chosen : 'workspaces';
  return (
    <>
      <PageHead title="Workspaces & keys">
        A workspace is an isolated world with its own keys, clock, destinations and quotas. A fork continues from a
        state of another world.
      </PageHead>
      {isOperator.value ? (
        <Tabs label="Workspaces and keys" tabs={TABS} selected={tab} onSelect={setTab}>
          {tab === 'keys' ? <KeyList /> : <WorkspaceList />}
        </Tabs>
      ) : (
        <Hint>Only the operator manages workspaces and keys. Sign in with the operator's token.</Hint>
      )}
    </>
  );
}
