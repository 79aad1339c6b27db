import { baseUrl } from '../../api/base-path.ts';
import type { CreatedWorkspace } from '../../api/resources.ts';
import { toWords } from '../../format/words.ts';
import { Code, CopyButton } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Hint } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';

/** The secrets of a new workspace, which the server does not store. */
export function CreatedDialog({
  created,
  onClose,
}: {
  readonly created: CreatedWorkspace;
  readonly onClose: () => void;
}) {
  const { base_path: path, operator_token: token, api_keys: keys } = created;
  const environment = `export FLEETKIT_URL=${baseUrl}${path}\nexport FLEETKIT_OPERATOR_TOKEN=${token}\n`;
  return (
    <Dialog title="The workspace exists" isWide onClose={onClose}>
      <Hint tone="warn">
        Copy what you need now. The server stores only digests of the token and the keys, and cannot show them again.
      </Hint>
      <section class="stack-tight">
        <h3>For the commands of fleetkit</h3>
        <Code text={environment} label="environment of the workspace" />
      </section>
      <Table
        label="Keys of the workspace"
        height="20rem"
        rows={keys}
        rowKey={({ key_id: id }) => id}
        columns={[
          {
            title: 'User',
            cell: ({ user_id: id, display_name: name }) => (
              <span class="cell-two">
                <span class="name">{name}</span>
                <small class="mono">{id}</small>
              </span>
            ),
          },
          { title: 'Role', isWideOnly: true, cell: ({ role }) => toWords(role) },
          {
            title: 'Key',
            cell: ({ api_key: key, display_name: name }) => (
              <span class="row-tight">
                <code class="truncate key-text">{key}</code>
                <CopyButton text={key} label={`Copy the key of ${name}`} />
              </span>
            ),
          },
        ]}
      />
    </Dialog>
  );
}
