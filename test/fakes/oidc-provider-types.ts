// The parts of `oidc-provider` that the tests use; it comes without types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    path: string;
    query: Record<string, string | string[] | undefined>;
    status: number;
    body: unknown;
    readonly oidc?: {
      readonly route?: string;
      readonly body?: Record<string, string>;
      readonly params?: Record<string, string>;
      readonly provider: Provider;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
    };
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (owner: { clientId: string; accountId: string }) => Grant;
    readonly RefreshToken: {
      find(token: string): Promise<{ readonly grantId: string; destroy(): Promise<void> } | undefined>;
    };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }
}
