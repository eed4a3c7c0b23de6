/** The secret of a link stands behind `#`, which browsers do not send. */

/** Takes it out of the address bar, and keeps it in this tab, so that reloading the page does not lose it. */
export function takeToken(): string {
  const kept = `belfry.token ${location.pathname}`;
  const token = location.hash.slice(1);
  if (token !== '') {
    sessionStorage.setItem(kept, token);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(kept) ?? '';
}
