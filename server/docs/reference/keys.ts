import type { SwaggerSystem } from './swagger-ui.ts';

/** A tenant and its users. The build lists them. */
interface TenantUsers {
  readonly name: string;
  readonly users: readonly { readonly name: string; readonly role: string; readonly key: string }[];
}

/** The credentials of this tab. The console keeps them in the same place. */
interface Session {
  apiKey?: string | undefined;
  operatorToken?: string | undefined;
}

const STORAGE = 'fleetkit-session';
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Shows the choice of credentials, and gives them to the reference. */
export async function showKeys(system: SwaggerSystem): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('.keys');
  const { users: address = '', operator } = document.body.dataset;
  if (form === null) return;
  const session = readSession();
  const tenants = LOOPBACK.test(location.hostname) ? await readUsers(address) : [];
  const key = createField('API key', { name: 'key', value: session.apiKey ?? '' });
  const token = createField("Operator's token", {
    name: 'token',
    value: session.operatorToken ?? '',
    type: 'password',
  });
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const apply = (): void => {
    session.apiKey = key.input.value.trim() || undefined;
    session.operatorToken = token.input.value.trim() || undefined;
    storeSession(session);
    authorize(system, session);
    status.textContent = describe(session, operator !== undefined);
  };
  if (tenants.length > 0) {
    const users = createUserList(tenants, session.apiKey);
    users.select.addEventListener('change', () => {
      key.input.value = users.select.value;
      apply();
    });
    key.input.addEventListener('input', () => {
      users.select.value = key.input.value;
    });
    key.input.value ||= users.select.value;
    form.append(users.label);
  }
  form.append(key.label, ...(operator === undefined ? [] : [token.label]), status);
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  apply();
}

function describe({ apiKey, operatorToken }: Session, isControlPlane: boolean): string {
  if (isControlPlane && operatorToken !== undefined) return "Requests have the operator's token.";
  if (apiKey === undefined) return 'Requests have no key. Enter one to try operations that need it.';
  return isControlPlane
    ? 'Requests have the API key. Operations for the operator also need the token that `fleetkit serve` prints.'.replaceAll(
        '`',
        '',
      )
    : 'Requests have this key in the header X-API-Key.';
}

function authorize({ preauthorizeApiKey, authActions }: SwaggerSystem, { apiKey, operatorToken }: Session): void {
  if (authorized.size > 0) authActions.logout([...authorized]);
  authorized.clear();
  for (const [name, value] of [
    ['apiKey', apiKey],
    ['operator', operatorToken],
  ] as const) {
    if (value === undefined) continue;
    preauthorizeApiKey(name, value);
    authorized.add(name);
  }
}

/** The schemes that have credentials now. */
const authorized = new Set<string>();

interface FieldOptions {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
}

function createField(text: string, { name, value, type = 'text' }: FieldOptions) {
  const label = document.createElement('label');
  label.className = 'field';
  const input = document.createElement('input');
  Object.assign(input, { name, value, type, autocomplete: 'off', spellcheck: false, maxLength: 200 });
  label.append(text, input);
  return { label, input };
}

function createUserList(tenants: readonly TenantUsers[], chosen: string | undefined) {
  const label = document.createElement('label');
  label.className = 'field field-wide';
  const select = document.createElement('select');
  select.name = 'user';
  for (const { name, users } of tenants) {
    const group = document.createElement('optgroup');
    group.label = name;
    group.append(...users.map((user) => new Option(`${user.name} (${user.role.replaceAll('_', ' ')})`, user.key)));
    select.append(group);
  }
  if (chosen !== undefined) select.value = chosen;
  label.append('User', select);
  return { label, select };
}

async function readUsers(address: string): Promise<readonly TenantUsers[]> {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? ((await response.json()) as readonly TenantUsers[]) : []; // written by the build
}

function readSession(): Session {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function storeSession(session: Session): void {
  try {
    sessionStorage.setItem(STORAGE, JSON.stringify(session));
  } catch {
    // storage is disabled: the credentials stay in the form
  }
}
