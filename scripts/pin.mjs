/**
 * `--import=…/pin.mjs?FOLDER`: this process imports packages only from that folder of `.packages`. Later installs do not
 * affect it, and it never loads the development tools in the `node_modules` above.
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
    if (!isForeign(found.url)) return found;
    throw Object.assign(new Error(`The package of "${specifier}" is not installed in ${folder}.`), {
      code: isRequired(context) ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND',
    });
  },
});

/** Resolves as if our sources were beside the packages. */
function find(specifier, context, next) {
  const parentURL = context.parentURL.replace(root, folder);
  if (!isRequired(context)) return next(specifier, { ...context, parentURL });
  // For require, Node ignores parentURL and resolves from the real path of the source.
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

/** Whether the URL is in packages other than those of this process. */
function isForeign(url) {
  return url.startsWith(root) && url.includes('/node_modules/') && !url.startsWith(folder);
}
