/* The parts of Swagger UI that this page uses. */

/** React, which Swagger UI contains. */
export interface ReactLike {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<Value>(initial: Value): readonly [Value, (value: Value) => void];
  Fragment: unknown;
}

export interface SwaggerSystem {
  readonly React: ReactLike;
  readonly authActions: { logout(names: readonly string[]): void };
  preauthorizeApiKey(name: string, value: string): void;
}

/** Replaces a component: gets the original one, returns the new one. */
export type WrapComponent = (original: unknown, system: SwaggerSystem) => unknown;

interface Plugin {
  readonly wrapComponents?: Readonly<Record<string, WrapComponent>>;
  readonly components?: Readonly<Record<string, unknown>>;
  readonly fn?: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly domNode: Element;
  readonly spec: unknown;
  readonly layout: string;
  readonly deepLinking: boolean;
  readonly docExpansion: 'list' | 'none';
  readonly defaultModelsExpandDepth: number;
  readonly defaultModelExpandDepth: number;
  readonly displayRequestDuration: boolean;
  readonly filter: boolean;
  readonly syntaxHighlight: boolean;
  readonly tryItOutEnabled: boolean;
  readonly validatorUrl: null;
  readonly supportedSubmitMethods: readonly string[];
  readonly plugins: readonly (Plugin | ((system: SwaggerSystem) => Plugin))[];
  readonly onComplete: () => void;
}

declare global {
  interface Window {
    /** Defined by the script of Swagger UI, which the page loads first. */
    readonly SwaggerUIBundle: (options: Options) => SwaggerSystem;
  }
}
