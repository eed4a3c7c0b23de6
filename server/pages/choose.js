const form = document.getElementById('form');
const complaint = form.querySelector('output');
const button = form.querySelector('button');
const query = new URLSearchParams(location.search);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const account_ids = new FormData(form).getAll('account');
  if (account_ids.length === 0) {
    complaint.textContent = 'Choose at least one account.';
    return;
  }
  button.disabled = true;
  const channels = await ask('POST', { account_ids });
  button.disabled = false;
  if (channels === undefined) return;
  if (choice.return_to === null) showChannels(channels);
  else location.assign(returnUrl(channels));
});

const choice = await ask('GET');
if (choice !== undefined) showAccounts(choice.accounts);

/** Returns the answer's data. Undefined: the page shows why there is none. */
async function ask(method, body) {
  complaint.textContent = '';
  const id = encodeURIComponent(query.get('id') ?? '');
  try {
    const response = await fetch(`/api/v1/channels/connect/${id}`, {
      method,
      headers: {
        'x-workspace': query.get('workspace') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return answer.data;
    complaint.textContent = isElsewhere(answer)
      ? 'Return to the program that sent you here, and choose the accounts there.'
      : answer.message;
  } catch {
    complaint.textContent = 'Belfry cannot be reached. Try again in a moment.';
  }
  return undefined;
}

/** A program began the sign-in with an API key, so this browser has no session, or not the one that may choose. */
function isElsewhere({ code }) {
  return code === 'unauthenticated' || code === 'choice_of_other_session';
}

/** Belfry has checked that the path is its own. */
function returnUrl(channels) {
  const url = new URL(choice.return_to, location.origin);
  url.searchParams.set('connected', channels.map(({ id }) => id).join(','));
  return url;
}

function showAccounts(accounts) {
  document.getElementById('accounts').replaceChildren(...accounts.map(toChoice));
  button.hidden = false;
}

function toChoice({ id, name, username, connected }) {
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: 'account',
    value: id,
    checked: connected,
  });
  const label = document.createElement('label');
  label.append(box, `${name} (@${username})${connected ? ', already connected' : ''}`);
  return label;
}

function showChannels(channels) {
  const items = channels.map(({ username }) =>
    Object.assign(document.createElement('li'), { textContent: `@${username}` }),
  );
  document.getElementById('channels').replaceChildren(...items);
  form.hidden = true;
  document.getElementById('done').hidden = false;
}
