/** Counts what React draws, by the hook that its developer tools use: it is there in every build. */
import type { Page } from 'playwright-core';

/** Since the last look. */
export interface Renders {
  commits: number;
  /** Components that ran. */
  components: number;
  chips: number;
  cells: number;
}

/** Before the page is loaded. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(`{
    const zero = () => ({ commits: 0, components: 0, chips: 0, cells: 0 });
    let count = zero();
    const PERFORMED = 1;
    const HOST = 5;
    const isComponent = ({ tag }) => [0, 1, 11, 15].includes(tag);
    const tally = (fiber) => {
      if (!isComponent(fiber)) return;
      count.components += 1;
      const { child } = fiber;
      if (child?.tag !== HOST) return;
      if (child.stateNode.matches('li[data-post]')) count.chips += 1;
      if (child.stateNode.matches('[role=gridcell]')) count.cells += 1;
    };
    const visit = (fiber) => {
      const before = fiber.alternate;
      if (before === null || fiber.flags & PERFORMED) tally(fiber);
      // The same child: nothing below was looked at.
      if (before !== null && before.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child);
    };
    globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      checkDCE() {},
      inject: () => 1,
      onCommitFiberUnmount() {},
      onCommitFiberRoot(_id, root) {
        count.commits += 1;
        visit(root.current);
      },
    };
    globalThis.takeRenders = () => {
      const taken = count;
      count = zero();
      return taken;
    };
  }`);
}

export function takeRenders(page: Page): Promise<Renders> {
  return page.evaluate('takeRenders()') as Promise<Renders>;
}
