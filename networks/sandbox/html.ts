/** Markup that escapes user text: {@link html} is the only way to create it. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | Html | readonly Html[];

export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: literals }, ...parts.map(render)));
}

function render(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  return part instanceof Html ? part.source : part.map(render).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
