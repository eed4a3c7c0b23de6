/** An example of every endpoint. The OpenAPI document shows them, and a test sends them to the service. */
import { attentionExamples } from './attention.ts';
import { channelExamples } from './channels.ts';
import { commentExamples } from './comments.ts';
import type { Examples } from './example.ts';
import { logExamples } from './log.ts';
import { mediaExamples } from './media.ts';
import { peopleExamples } from './people.ts';
import { postExamples } from './posts.ts';
import { startExamples } from './start.ts';
import { workspaceExamples } from './workspaces.ts';

export const examples = {
  ...postExamples,
  ...attentionExamples,
  ...commentExamples,
  ...channelExamples,
  ...mediaExamples,
  ...peopleExamples,
  ...workspaceExamples,
  ...logExamples,
  ...startExamples,
} satisfies Examples;
