/**
 * `--import=…/pin.mjs?FOLDER`: what this process imports comes from that folder of `.packages`, whatever is installed
 * meanwhile, and never from the tools of development, which lie in the `node_modules` above it.
 */
import { createRequire, isBuiltin, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url).href;
const installs = new URL('.packages/', root).href;
const folder = new URL(`${new URL(import.meta.url).search.slice(1)}/`, installs).href;

registerHooks({
  resolve(specifier, context, next) {
    if (!isPackage(specifier)) return next(specifier, context);
    const found = isOurs(context.parentURL) ? find(specifier, context, next) : next(specifier, context);
    if (!isBeside(found.url)) return found;
    throw Object.assign(new Error(`The package of "${specifier}" is not installed in ${folder}.`), {
      code: isRequired(context) ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND',
    });
  },
});

/** As if the source lay beside the packages. */
function find(specifier, context, next) {
  const parentURL = context.parentURL.replace(root, folder);
  if (!isRequired(context)) return next(specifier, { ...context, parentURL });
  // For require, Node looks from where the source really lies.
  return { url: pathToFileURL(createRequire(parentURL).resolve(specifier)).href, shortCircuit: true };
}

function isPackage(specifier) {
  return !/^(\.|\/|#|[a-z]+:)/.test(specifier) && !isBuiltin(specifier);
}

function isRequired({ conditions }) {
  return conditions.includes('require');
}

function isOurs(url = '') {
  return url.startsWith(root) && !url.startsWith(installs) && !url.includes('/node_modules/');
}

/** In other packages than those of this process. */
function isBeside(url) {
  return url.startsWith(root) && url.includes('/node_modules/') && !url.startsWith(folder);
}
