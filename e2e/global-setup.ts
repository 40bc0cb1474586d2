import { providers } from '#platform/contract/social-providers.ts';
import { startOidcServer } from '#test/fakes/oidc-server.ts';
import { requireEnv } from './fixtures.ts';

/** Starts the mock login providers that the server is configured with, and returns a function that stops them. */
const setUp = async (): Promise<() => Promise<void>> => {
  const servers = await Promise.all(
    providers.map((provider) =>
      startOidcServer({
        provider,
        publicUrl: requireEnv('E2E_URL'),
        port: Number(requireEnv(`E2E_${provider.toUpperCase()}_PORT`)),
        clientId: 'e2e-client',
        clientSecret: 'e2e-client-secret',
        adminKey: 'e2e-admin-key',
      }),
    ),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
};

export default setUp;
