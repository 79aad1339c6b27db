import { type OptionalInput, readOperationExample } from '../../api/operation-examples.ts';
import { portal } from '../../api/session.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { listKnownValues } from '../requests/known-values.ts';
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
        {({ request, optional }) => (
          <RequestEditor initial={request} optional={optional} userId={portal.value?.principal.user_id ?? null} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface PreparedRequest {
  readonly request: EditableRequest;
  readonly optional: readonly OptionalInput[];
}

/** Fills the path with objects of the user and otherwise with the example of the contract, and takes the body from the example. */
async function prepareRequest({ operationId, method, path }: TriedOperation): Promise<PreparedRequest> {
  const example = await readOperationExample(operationId);
  const filled = path.replace(
    /\{(\w+)\}/g,
    (braces, name: string) => listKnownValues(name)[0] ?? example?.parameters[name] ?? braces,
  );
  const body = example?.body === undefined ? '' : JSON.stringify(example.body, null, 2);
  return { request: { method, path: filled, query: '', body }, optional: example?.optional ?? [] };
}
