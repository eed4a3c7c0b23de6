import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

interface Props {
  label: string;
  value: string;
  /** What the button says before it was pressed, and after it. */
  words: { copy: () => string; copied: () => string };
  autoFocus?: boolean;
  /** It stands beside others: the button's name says which text it copies. */
  isAmongOthers?: boolean;
}

/** A text that a person takes elsewhere. */
export function CopyField({ label, value, words, autoFocus = false, isAmongOthers = false }: Props) {
  const [isCopied, setCopied] = useState(false);
  const name = isCopied ? words.copied() : words.copy();
  return (
    <>
      <TextField
        label={label}
        value={value}
        readOnly
        autoFocus={autoFocus}
        onFocus={({ currentTarget }) => {
          // Firefox brings the end of a selection into sight later, so it is the beginning of the text.
          currentTarget.setSelectionRange(0, value.length, 'backward');
          // Chromium has brought the end of the text into sight.
          currentTarget.scrollLeft = 0;
        }}
      />
      {/* Elsewhere, browsers let no page copy. */}
      {isSecureContext && (
        <div>
          <Button
            aria-live="polite"
            aria-label={isAmongOthers ? `${name}: ${label}` : undefined}
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          >
            {name}
          </Button>
        </div>
      )}
    </>
  );
}
