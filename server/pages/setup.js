const form = document.getElementById('form');
const complaint = form.querySelector('output');
form.elements.token.value = new URLSearchParams(location.search).get('token') ?? '';
form.elements.time_zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
// The token opens the installation: it does not stay in the address bar.
history.replaceState(null, '', location.pathname);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  complaint.textContent = '';
  const response = await fetch('/api/setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  const body = await response.json();
  if (response.ok) showKey(body.data.api_key);
  else
    complaint.textContent = Object.values(body.errors ?? { all: [body.message] })
      .flat()
      .join(' ');
});

function showKey(key) {
  document.getElementById('key').textContent = key;
  document.getElementById('example').textContent = example(key, location.origin);
  form.hidden = true;
  document.getElementById('done').hidden = false;
}

function example(key, origin) {
  const call = (path, body) =>
    `curl ${origin}/api/public/v1/${path} \\\n  -H 'Authorization: Bearer ${key}' \\\n` +
    `  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  const post = {
    status: 'scheduled',
    scheduled_at: new Date().toISOString(),
    content: 'Hear the bells!',
    targets: [{ channel_id: 1 }],
  };
  return [
    call('channels', { platform: 'sandbox', credentials: { username: 'ada' } }),
    call('posts', post),
    `open ${origin}/sandbox/@ada`,
  ].join('\n\n');
}
