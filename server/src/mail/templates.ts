/** What the mails say, as plain text and as HTML. */
import { oneLine } from './one-line.ts';
import type { Mail } from './queue.ts';

interface Letter {
  subject: string;
  opening: string;
  label: string;
  link: string;
  closing: string;
}

export function writeInvitation(
  to: string,
  { inviter, workspace, role, link }: { inviter: string; workspace: string; role: string; link: string },
): Mail {
  return write(to, {
    subject: `${inviter} invites you to ${workspace}`,
    opening: oneLine(
      `${inviter} invites you to the workspace “${workspace}” on Belfry, with the role ${role}.`,
    ),
    label: 'Accept the invitation',
    link,
    closing: 'The link is good for 7 days, once. If you do not know the sender, ignore this mail.',
  });
}

export function writePasswordReset(to: string, link: string): Mail {
  return write(to, {
    subject: 'A new password for Belfry',
    opening: 'Somebody asked for a new password for the account of this address on Belfry.',
    label: 'Set a new password',
    link,
    closing: 'The link is good for one hour, once. If it was not you, ignore this mail: nothing changes.',
  });
}

function write(to: string, { subject, opening, label, link, closing }: Letter): Mail {
  const button = `<a href="${escapeHtml(link)}">${escapeHtml(label)}</a>`;
  const paragraphs = [escapeHtml(opening), button, escapeHtml(closing)].map((html) => `<p>${html}</p>`);
  return {
    to,
    subject,
    text: `${[opening, `${label}:\n${link}`, closing].join('\n\n')}\n`,
    html: `<!doctype html>\n${paragraphs.join('\n')}\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
