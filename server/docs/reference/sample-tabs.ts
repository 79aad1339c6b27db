import { copy } from '../copy.ts';
import { colourCode } from './colour-code.ts';
import { LANGUAGES } from './sample-languages.ts';
import { readRequest, type SampleRequest } from './sample-request.ts';
import type { WrapComponent } from './swagger-ui.ts';

const STORAGE = 'fleetkit-sample-language';

interface Contract {
  readonly servers: readonly { readonly url: string }[];
}

interface ParametersProps {
  readonly pathMethod: readonly [path: string, method: string];
}

/** Puts samples of a request in several languages above the parameters of an operation. */
export const showSamples =
  (contract: object): WrapComponent =>
  (original, { React }) => {
    const server = new URL((contract as Contract).servers[0]?.url ?? '/', location.href).href.replace(/\/$/, '');
    /** An operation renders again after each key that the reader presses in its fields. */
    const requests = new Map<string, SampleRequest | undefined>();

    function Samples({ path, method }: { readonly path: string; readonly method: string }) {
      const [chosen, choose] = React.useState(readLanguage());
      const id = `sample-${method}-${path.replaceAll(/\W+/g, '-')}`;
      if (!requests.has(id)) requests.set(id, readRequest(contract, { path, method, server }));
      const request = requests.get(id);
      if (request === undefined) return null;
      const select = (name: string): void => {
        choose(name);
        storeLanguage(name);
      };
      const tabs = LANGUAGES.map(({ name }) =>
        React.createElement(
          'button',
          {
            key: name,
            type: 'button',
            role: 'tab',
            id: `${id}-${name}`,
            className: 'sample-tab',
            'aria-selected': name === chosen,
            'aria-controls': id,
            tabIndex: name === chosen ? 0 : -1,
            onClick: () => select(name),
          },
          name,
        ),
      );
      const list = React.createElement(
        'div',
        { role: 'tablist', className: 'sample-tabs', 'aria-label': 'Language', onKeyDown: moveFocus },
        ...tabs,
      );
      const language = LANGUAGES.find(({ name }) => name === chosen) ?? LANGUAGES[0];
      const code = React.createElement(
        'pre',
        { id, role: 'tabpanel', 'aria-labelledby': `${id}-${chosen}`, tabIndex: 0 },
        React.createElement('code', null, ...colourCode(React, language?.write(request) ?? '')),
      );
      return React.createElement(
        'figure',
        { className: 'samples' },
        React.createElement('div', { className: 'sample-head' }, list, createCopyButton()),
        code,
      );
    }

    /** Without a clipboard, which insecure pages do not have, there is no button. */
    const createCopyButton = (): unknown =>
      navigator.clipboard === undefined
        ? null
        : React.createElement(
            'button',
            {
              type: 'button',
              className: 'sample-copy',
              onClick: ({ currentTarget }: { currentTarget: HTMLButtonElement }) => void copy(currentTarget),
            },
            'Copy',
          );

    return function Parameters(props: ParametersProps) {
      const [path, method] = props.pathMethod;
      const samples = React.createElement(Samples, { path, method, key: 'samples' });
      return React.createElement(
        React.Fragment,
        null,
        samples,
        React.createElement(original, { ...props, key: 'all' }),
      );
    };
  };

/** Selects the tab to which an arrow key, Home or End leads. */
function moveFocus(event: KeyboardEvent): void {
  const tabs = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('[role="tab"]')];
  const present = tabs.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = {
    ArrowRight: present + 1,
    ArrowLeft: present - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  const tab = tabs.at(place % tabs.length);
  tab?.click();
  tab?.focus();
}

function readLanguage(): string {
  const isKnown = (name: string | null): name is string => LANGUAGES.some((language) => language.name === name);
  try {
    const stored = localStorage.getItem(STORAGE);
    return isKnown(stored) ? stored : 'curl';
  } catch {
    return 'curl';
  }
}

function storeLanguage(name: string): void {
  try {
    localStorage.setItem(STORAGE, name);
  } catch {
    // storage is disabled: the choice is kept until the operation is closed
  }
}
