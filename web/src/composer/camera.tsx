import Mark from 'icon:camera';
import { useRef } from 'react';
import { Button } from '../look/button.tsx';
import { COARSE, useMedia } from '../look/media.ts';
import { useWords } from '../words/words.ts';

/** Takes a photo. Only phones and tablets open their camera for this; elsewhere it would choose a file. */
export function Camera({ onTake }: { onTake: (files: readonly File[]) => void }) {
  const { composer } = useWords();
  const input = useRef<HTMLInputElement>(null);
  if (!useMedia(COARSE)) return null;
  return (
    <>
      <Button look="quiet" onClick={() => input.current?.click()}>
        <Mark />
        {composer.media.camera()}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={({ target }) => {
          onTake([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
