import { useEffect } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import { isOwnRequest, request } from '../../api/request.ts';
import { isOperator, mayManage } from '../../api/session.ts';
import type { Exchange, Page } from '../../api/types.ts';
import { FilterSelect, SearchField, Segmented } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { liveExchanges } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import { useParameter, useTypedParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { RequestLine } from './request-line.tsx';

/** The requests that clients sent, and what was wrong with them. */
export function RequestsView() {
  return (
    <>
      <PageHead title="Requests">
        The latest requests of clients: the fault of each rejected one, and a correct request. Keys are never stored.
      </PageHead>
      {mayManage.value || isOperator.value ? <RequestList /> : <NoAccess what="see requests" />}
    </>
  );
}

/** Requests without a valid key are not in the stream of a user, so the operator's list is read at intervals. */
const POLL_MS = 2000;

const RESULTS = [
  { value: '', text: 'Any result' },
  { value: 'rejected', text: 'Only rejected' },
];

function RequestList() {
  const [chosen, setScope] = useParameter('of', 'all');
  const scope = isOperator.value && chosen === 'all' ? 'all' : 'user';
  const [search, setSearch] = useTypedParameter('search');
  const [result, setResult] = useParameter('result');
  const [openId, setOpenId] = useParameter('id');
  const as = scope === 'all' ? 'operator' : 'user';
  const list = useResource(`requests ${scope}`, () => request<Page<Exchange>>('/sandbox/requests', { as }));
  const liveCount = liveExchanges.value[0]?.request_id;
  useEffect(list.reload, [liveCount]);
  useEffect(() => {
    if (scope !== 'all') return undefined;
    const timer = setInterval(list.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [scope]);
  return (
    <Panel isFlush>
      <h2 class="hidden-text">Requests of clients</h2>
      <div class="panel-filters filters">
        <SearchField label="Search path, user or problem" value={search} onChange={setSearch} />
        <FilterSelect label="Result" value={result} options={RESULTS} onChange={setResult} />
        {isOperator.value ? (
          <Segmented
            label="Whose requests"
            value={scope}
            onChange={setScope}
            options={[
              { value: 'all', text: 'All clients' },
              { value: 'user', text: 'This user' },
            ]}
          />
        ) : null}
      </div>
      <Loaded of={list}>
        {({ data }) => {
          const found = data.filter((exchange) => isOfClient(exchange) && isWanted(exchange, { search, result }));
          return (
            <>
              {openId === '' || data.some(({ request_id: id }) => id === openId) ? null : (
                <Hint tone="warn">
                  The sandbox no longer lists the request {openId}: it keeps the latest ones only.
                </Hint>
              )}
              {found.length === 0 ? <NoRequests hasAny={data.some(isOfClient)} /> : null}
              <ul class="chains">
                {found.map((exchange) => (
                  <RequestLine
                    key={exchange.request_id}
                    exchange={exchange}
                    isOpen={openId === exchange.request_id}
                    onToggle={() => setOpenId(openId === exchange.request_id ? '' : exchange.request_id)}
                  />
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Pages, their assets, and deliveries to inboxes have no operation. They are shown only if they failed. */
const isOfClient = ({ request_id: id, operation_id: operationId, status }: Exchange): boolean =>
  !isOwnRequest(id) && (operationId !== null || status >= 400);

function isWanted(
  exchange: Exchange,
  { search, result }: { readonly search: string; readonly result: string },
): boolean {
  const { path, user_id: userId, problem, operation_id: operationId, status } = exchange;
  const text = [path, userId, problem?.code, operationId, status].join(' ').toLowerCase();
  return (result === '' || status >= 400) && text.includes(search.trim().toLowerCase());
}

function NoRequests({ hasAny }: { readonly hasAny: boolean }) {
  if (hasAny) return <Empty icon="search" title="No request matches" />;
  return (
    <Empty icon="requests" title="No requests yet">
      Requests of this console and deliveries to inboxes are not listed. Send one, for example:{' '}
      <code>curl -H 'X-API-Key: sbx-northway-admin' {baseUrl}/v1/portal</code>
    </Empty>
  );
}
