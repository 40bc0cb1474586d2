declare global {
  interface Window {
    /** Only in browsers that support Trusted Types: https://www.w3.org/TR/trusted-types/ */
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

/** Accepts only JSON (structured data) as a script and only the service worker as a script URL. */
export const trustedTypesRules: TrustedTypesRules = {
  createScript: (text) => (isJson(text) ? text : null),
  createScriptURL: (url) => (url === SERVICE_WORKER_URL ? url : null),
};

/**
 * Installs the default Trusted Types policy. The content security policy requires Trusted Types for strings that become markup or code.
 */
export const installTrustedTypesPolicy = (): void =>
  void window.trustedTypes?.createPolicy('default', trustedTypesRules);
