import { useState } from 'preact/hooks';
import { type CreatedWorkspace, readWorkspaces, type Workspace } from '../../api/resources.ts';
import { formatCount } from '../../format/money.ts';
import { formatDistance } from '../../format/time.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { realNow } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';
import { CreatedDialog } from './created-dialog.tsx';
import { WorkspaceDetail } from './workspace-detail.tsx';

/** All workspaces and forks. */
export function WorkspaceList() {
  const list = useResource('workspaces', readWorkspaces);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedWorkspace>();
  return (
    <>
      <Loaded of={list}>
        {({ data, page }) => (
          <>
            {page.has_more ? (
              <Hint tone="warn">Only the {formatCount(data.length)} newest workspaces are listed.</Hint>
            ) : null}
            <ListDetail
              title="Workspaces"
              noun="workspace"
              rows={data}
              columns={columns}
              rowKey={({ workspace_id: id }) => id}
              nameOf={({ workspace_id: id, name }) => name || id}
              actions={
                <Button kind="primary" icon="plus" onPress={() => setCreating(true)}>
                  New workspace or fork
                </Button>
              }
              empty={
                <EmptyList icon="key" title="No workspaces">
                  Everything happens in the main world of this server so far. Create one for each team or test run.
                </EmptyList>
              }
              detail={(workspace) => <WorkspaceDetail workspace={workspace} onChange={list.reload} />}
            />
          </>
        )}
      </Loaded>
      {isCreating ? (
        <CreateWorkspaceDialog
          onClose={() => setCreating(false)}
          onCreated={(next) => {
            setCreating(false);
            setCreated(next);
            list.reload();
          }}
        />
      ) : null}
      {created === undefined ? null : <CreatedDialog created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

const columns: readonly Column<Workspace>[] = [
  { title: 'Workspace', cell: ({ workspace_id: id, name }) => <ItemLink id={id}>{name || id}</ItemLink> },
  {
    title: 'Origin',
    cell: ({ forked_from: from }) => (from === null ? 'New' : `Fork of ${from === 'main' ? 'the main world' : from}`),
  },
  {
    title: 'Created',
    isWideOnly: true,
    cell: ({ created_at: at }) => formatDistance(at, realNow.value),
  },
  {
    title: 'Expires',
    isWideOnly: true,
    cell: ({ expires_at: at }) => (at === null ? 'Never' : formatDistance(at, realNow.value)),
  },
];
