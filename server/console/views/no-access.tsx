import { arePublishedKeysValid, isGuest, portal } from '../api/session.ts';
import { toWords } from '../format/words.ts';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';

/** Explains that the role of the user does not allow a view. */
export function NoAccess({ what }: { readonly what: string }) {
  if (isGuest.value)
    return (
      <Panel isFlush>
        <Empty icon="key" title="Not part of a link for guests">
          A guest may not {what}. Sign out, and sign in with an API key that allows it.
        </Empty>
      </Panel>
    );
  return (
    <Panel isFlush>
      <Empty icon="key" title="This role has no access">
        The role {toWords(portal.value?.principal.role ?? '')} may not {what}. Sign in with the key of an administrator
        {arePublishedKeysValid() ? (
          <>
            , such as <code>sbx-northway-admin</code>
          </>
        ) : null}
        .
      </Empty>
    </Panel>
  );
}
