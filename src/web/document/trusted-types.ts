declare global {
  interface Window {
    /** Where the browser has them: https://www.w3.org/TR/trusted-types/ */
    readonly trustedTypes?: { createPolicy(name: 'default', rules: TrustedTypesRules): unknown };
  }
}

interface TrustedTypesRules {
  createScript(text: string): string | null;
  createScriptURL(url: string): string | null;
}

export const SERVICE_WORKER_URL = '/service-worker.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Of all strings that may be made a script: what search engines are told, which does nothing, and the service worker. */
export const trustedTypesRules: TrustedTypesRules = {
  createScript: (text) => (isJson(text) ? text : null),
  createScriptURL: (url) => (url === SERVICE_WORKER_URL ? url : null),
};

/** The page's policy lets no string become markup or code (Trusted Types) but by these rules. */
export const installTrustedTypesPolicy = (): void =>
  void window.trustedTypes?.createPolicy('default', trustedTypesRules);
