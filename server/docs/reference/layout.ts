import type { ReactLike } from './swagger-ui.ts';

interface LayoutProps {
  /** Returns a component of Swagger UI; with true, one that reads its state. */
  readonly getComponent: (name: string, isConnected?: boolean) => unknown;
  readonly specSelectors: { specStr(): string; isOAS31(): boolean };
}

/** The parts of the reference: icons, errors, the operations and the webhooks. The page has the rest. */
export const createLayout = ({ React }: { readonly React: ReactLike }) => ({
  components: {
    ReferenceLayout: ({ getComponent, specSelectors }: LayoutProps) => {
      if (specSelectors.specStr() === '') return null;
      const icons = React.createElement(getComponent('SvgAssets'), { key: 'icons' });
      const parts = ['errors', 'operations', 'Webhooks'].map((key) =>
        React.createElement(getComponent(key, true), { key }),
      );
      return React.createElement('div', { className: 'swagger-ui' }, icons, ...parts);
    },
  },
});
