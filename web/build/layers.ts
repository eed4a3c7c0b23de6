import type { Plugin } from 'vite';

/** The later wins. */
const ORDER = '@layer reset, tokens, base, parts, screens;\n';

/** States the order of layers before each style sheet, so that it does not depend on which comes first in the build. */
export function layers(): Plugin {
  return {
    name: 'order-of-layers',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css$/.test(id) && !id.includes('/node_modules/') ? { code: ORDER + code, map: null } : null,
  };
}
