import type { WrapComponent } from './swagger-ui.ts';

/**
 * Replaces the link around the path of an operation, because it is inside a button, which must not contain a link. The address
 * changes when the operation is opened.
 */
export const replaceDeepLink: WrapComponent = (_original, { React }) =>
  function DeepLink({ text }: { readonly text?: unknown }) {
    return React.createElement('span', { className: 'tag-name' }, text);
  };
