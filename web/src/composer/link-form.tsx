/** Asks for the address that is written into the text. */
import { type FormEvent, useState } from 'react';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { useWords } from '../words/words.ts';
import { readAddress } from './address.ts';
import styles from './sheet.module.css';

export default function LinkForm({ onChoose }: { onChoose: (address: string) => void }) {
  const { tools } = useWords().composer;
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    const address = readAddress(field?.value ?? '');
    if (address !== undefined) return onChoose(address);
    setWrong(true);
    field?.focus();
  };
  return (
    <form className={styles['link']} noValidate onSubmit={submit}>
      <TextField
        label={tools.address()}
        hint={tools.addressHint()}
        error={isWrong ? tools.addressWrong() : undefined}
        name="address"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        dir="ltr"
        onChange={() => setWrong(false)}
      />
      <Button look="act" type="submit">
        {tools.insertLink()}
      </Button>
    </form>
  );
}
