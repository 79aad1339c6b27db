import { readOperationExample } from '../../api/operation-examples.ts';
import { portal } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { RequestEditor } from '../requests/request-editor.tsx';
import type { EditableRequest } from '../requests/suggestion.ts';

/** An operation that a person can try. */
export interface TriedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

interface TryDialogProps {
  readonly operation: TriedOperation;
  readonly onClose: () => void;
}

/** Sends a request of an operation, with values with which it succeeds. */
export function TryDialog({ operation, onClose }: TryDialogProps) {
  const initial = useResource(`try ${operation.operationId}`, () => prepareRequest(operation));
  return (
    <Dialog title={`Try ${operation.method} ${operation.path}`} isWide onClose={onClose}>
      <Loaded of={initial}>
        {(request) => <RequestEditor initial={request} userId={portal.value?.principal.user_id ?? null} />}
      </Loaded>
    </Dialog>
  );
}

/** Fills the path with objects of the user and otherwise with the example of the contract, and takes the body from the example. */
async function prepareRequest({ operationId, method, path }: TriedOperation): Promise<EditableRequest> {
  const example = await readOperationExample(operationId);
  const { terminals = [], connectors = [], recent_transactions: rows = [] } = portal.value ?? {};
  const known: Readonly<Record<string, string | undefined>> = {
    terminal_id: terminals[0]?.terminal_id,
    connector_id: connectors[0]?.connector_id,
    transaction_id: rows[0]?.transaction_id,
  };
  const filled = path.replace(
    /\{(\w+)\}/g,
    (braces, name: string) => known[name] ?? example?.parameters[name] ?? braces,
  );
  const body = example?.body === undefined ? '' : JSON.stringify(example.body, null, 2);
  return { method, path: filled, query: '', body };
}
