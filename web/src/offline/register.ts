/** Registers the service worker. Browsers have none over http, other than at localhost. */
const WORKER = '/sw.js';

interface Policy {
  createScriptURL(url: string): string;
}

/** Browsers without it accept the address itself. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};

function admit(url: string): string {
  if (url !== WORKER) throw new TypeError('This is not the address of our worker.');
  return url;
}

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const policy = trustedTypes?.createPolicy('belfry', { createScriptURL: admit });
  const url = policy?.createScriptURL(WORKER) ?? WORKER;
  // A browser that refuses it works as before.
  await navigator.serviceWorker.register(url, { updateViaCache: 'none' }).catch(() => undefined);
}
