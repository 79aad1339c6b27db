import type { CatalogService, OpenApi } from '../../api/resources.ts';
import { mayManage } from '../../api/session.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Icon } from '../../parts/icons.tsx';
import { changeParameters, linkToItem } from '../../state/route.ts';

interface EventEntryProps {
  readonly event: CatalogService['webhook_events'][number];
  readonly openApi: OpenApi;
}

/** One type of event, with a sample and its schema. */
export function EventEntry({ event: { type, levels }, openApi }: EventEntryProps) {
  const webhook = openApi.webhooks[type]?.post;
  const content = webhook?.requestBody.content['application/json'];
  const sample = Object.values(content?.examples ?? {})[0];
  const schema = openApi.components.schemas[content?.schema.$ref?.split('/').at(-1) ?? ''];
  return (
    <details class="entry">
      <summary>
        <code>{type}</code> <span class="secondary">{webhook?.summary}</span>{' '}
        <span class="muted small">{levels.map(toWords).join(', ')}</span>
      </summary>
      <div class="stack-tight entry-content">
        {mayManage.value ? (
          <div class="row">
            <Button size="small" icon="arrow" onPress={() => changeParameters({ test: type })}>
              Send a test
            </Button>
            <a class="button button-small" href={linkToItem(['trigger'], { event: type })}>
              <Icon name="bolt" /> Trigger it
            </a>
          </div>
        ) : null}
        {sample === undefined ? null : (
          <Code text={JSON.stringify(sample.value, null, 2)} label={`sample of ${type}`} />
        )}
        {schema === undefined ? null : <Code text={JSON.stringify(schema, null, 2)} label={`JSON Schema of ${type}`} />}
      </div>
    </details>
  );
}
