import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { useId } from 'react';
import { Field as Labelled, Notes, noted } from '../../look/field.tsx';
import { useRuleWords } from '../../words/rules.ts';
import { useWords } from '../../words/words.ts';
import { CoverField } from './cover-field.tsx';
import { type FieldProps, useErrorOf } from './field-props.ts';
import { ImageField } from './image-field.tsx';
import { JsonField } from './json-field.tsx';
import { OptionsField } from './options-field.tsx';
import { PeopleField } from './people-field.tsx';
import { RowsField } from './rows-field.tsx';
import { isObject, kindOf, propertiesOf, titleOf, variantsOf, withField } from './schema.ts';
import { SearchField } from './search-field.tsx';
import styles from './settings.module.css';
import { Ticks } from './ticks.tsx';
import { useHint, useTitle } from './title.ts';

/** One setting of any kind. */
export function Field(props: FieldProps) {
  switch (kindOf(props.schema)) {
    case 'flag':
    case 'consent':
      return <Flag {...props} />;
    case 'question':
      return <Question {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'choices':
      return <Choices {...props} />;
    case 'group':
      return <Group {...props} />;
    case 'variants':
      return <Variants {...props} />;
    case 'options':
      return <OptionsField {...props} draw={(schema) => <Field {...props} schema={schema} />} />;
    case 'search':
      return <SearchField {...props} />;
    case 'media':
      return <ImageField {...props} />;
    case 'rows':
      return <RowsField {...props} draw={(inner) => <Field key={inner.name} {...inner} />} />;
    case 'people':
      return <PeopleField {...props} draw={(inner) => <Field {...inner} />} />;
    case 'cover':
      return <CoverField {...props} />;
    case 'unknown':
      return <JsonField {...props} />;
    default:
      return <Typed {...props} />;
  }
}

function Flag(props: FieldProps) {
  const nameOf = useTitle();
  const { name, path, schema, value, onChange } = props;
  const hint = useHint()(schema);
  const error = useErrorOf(props);
  const id = useId();
  const byDefault = schema['default'] === true;
  return (
    <div className={styles['flag']}>
      <input
        id={id}
        type="checkbox"
        data-field={path}
        {...noted(id, { error })}
        checked={(value ?? byDefault) === true}
        onChange={({ target: { checked } }) => onChange(checked === byDefault ? undefined : checked)}
      />
      <div>
        <label htmlFor={id}>
          {nameOf(name, schema)}
          {hint !== undefined && <small>{hint}</small>}
        </label>
        <Notes id={id} error={error} />
      </div>
    </div>
  );
}

/** Yes, No, or no answer yet. */
function Question(props: FieldProps) {
  const nameOf = useTitle();
  const { none, yes, no } = useWords().composer.settings;
  const { name, path, schema, value, onChange } = props;
  const hint = useHint()(schema);
  const answers = { '': none(), true: yes(), false: no() };
  return (
    <Labelled label={nameOf(name, schema)} {...(hint && { hint })} error={useErrorOf(props)}>
      {(field) => (
        <select
          {...field}
          data-field={path}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
        >
          {Object.entries(answers).map(([answer, word]) => (
            <option key={answer} value={answer}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Choice(props: FieldProps) {
  const nameOf = useTitle();
  const words = useRuleWords();
  const { composer } = useWords();
  const { name, path, schema, value, onChange } = props;
  const code = String(schema['x-code'] ?? '');
  const values = (schema['enum'] as unknown[]).map(String);
  const byDefault = schema['default'] === undefined ? undefined : String(schema['default']);
  const hint = useHint()(schema);
  return (
    <Labelled label={nameOf(name, schema)} {...(hint && { hint })} error={useErrorOf(props)}>
      {(field) => (
        <select
          {...field}
          data-field={path}
          value={value === undefined ? (byDefault ?? '') : String(value)}
          onChange={({ target }) =>
            onChange(target.value === '' || target.value === byDefault ? undefined : target.value)
          }
        >
          {byDefault === undefined && <option value="">{composer.settings.none()}</option>}
          {values.map((one) => (
            <option key={one} value={one}>
              {words?.option(code, one) ?? titleOf(one, {})}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Choices(props: FieldProps) {
  const words = useRuleWords();
  const code = String(props.schema['x-code'] ?? '');
  const values = ((props.schema['items'] as JsonSchema)['enum'] as unknown[]).map(String);
  const offered = values.map((one) => [one, words?.option(code, one) ?? titleOf(one, {})] as const);
  return <Ticks {...props} offered={offered} />;
}

function Group({ name, path, schema, value, context, onChange }: FieldProps) {
  const nameOf = useTitle();
  const hint = useHint()(schema);
  return (
    <fieldset className={styles['group']} data-field={path} tabIndex={-1}>
      <legend>{nameOf(name, schema)}</legend>
      {hint !== undefined && <small>{hint}</small>}
      {propertiesOf(schema).map(([key, inner]) => (
        <Field
          key={key}
          name={key}
          path={`${path}.${key}`}
          schema={inner}
          value={isObject(value) ? value[key] : undefined}
          context={context}
          onChange={(next) => onChange(withField(value, key, next))}
        />
      ))}
    </fieldset>
  );
}

/** One of several values, or fields in place of a value. */
function Variants(props: FieldProps) {
  const nameOf = useTitle();
  const hintOf = useHint();
  const words = useRuleWords();
  const { name, path, schema, value, onChange } = props;
  const code = String(schema['x-code'] ?? '');
  const variants = variantsOf(schema);
  const group = variants.find((one) => 'group' in one)?.group;
  const plain = variants.flatMap((one) => ('value' in one ? [one.value] : []));
  const byDefault = String(schema['default'] ?? '');
  const isGroup = isObject(value);
  const choose = (next: string) => {
    const [first] = propertiesOf(group);
    if (next === '{}') onChange(first === undefined ? {} : { [first[0]]: true });
    else onChange(next === byDefault || next === '' ? undefined : next);
  };
  return (
    <>
      <Labelled label={nameOf(name, schema)} error={useErrorOf(props)}>
        {(field) => (
          <select
            {...field}
            data-field={path}
            value={isGroup ? '{}' : String(value ?? byDefault)}
            onChange={({ target }) => choose(target.value)}
          >
            {plain.map((one) => (
              <option key={one} value={one}>
                {words?.option(code, one) ?? titleOf(one, {})}
              </option>
            ))}
            {group !== undefined && <option value="{}">{hintOf(group) ?? '…'}</option>}
          </select>
        )}
      </Labelled>
      {isGroup && group !== undefined && (
        <Group {...props} schema={{ ...group, title: nameOf(name, schema) }} />
      )}
    </>
  );
}

/** Text, numbers, and lists with one entry per line. */
function Typed(props: FieldProps) {
  const nameOf = useTitle();
  const hintOf = useHint();
  const { composer } = useWords();
  const { name, path, schema, value, onChange } = props;
  const kind = kindOf(schema);
  const isList = kind === 'lines';
  const shown = isList ? (Array.isArray(value) ? value.join('\n') : '') : String(value ?? '');
  const change = (text: string) => {
    if (text === '') onChange(undefined);
    else if (isList) onChange(text.split('\n'));
    else onChange(kind === 'number' ? Number(text) : text);
  };
  const hint = isList ? composer.settings.list() : hintOf(schema);
  return (
    <Labelled label={nameOf(name, schema)} {...(hint && { hint })} error={useErrorOf(props)}>
      {(field) => {
        const common = { ...field, 'data-field': path, value: shown, dir: 'auto' };
        if (kind === 'text' || isList)
          return <textarea {...common} rows={2} onChange={({ target }) => change(target.value)} />;
        return (
          <input
            {...common}
            type={kind === 'number' ? 'number' : 'text'}
            onChange={({ target }) => change(target.value)}
          />
        );
      }}
    </Labelled>
  );
}
