/**
 * Ajv reports more errors than there are mistakes. Beside an error in a branch of `if`, it reports the `if`, and of a union
 * such as "text or null" each branch and the union. This file keeps the errors that tell a person what to change.
 */
interface Located {
  keyword: string;
  instancePath: string;
  schemaPath: string;
}

/** These tell that a value is not of the kind that a branch describes. */
const ofKind: readonly string[] = ['type', 'enum', 'const'];

export function keepExact<Found extends Located>(errors: readonly Found[]): Found[] {
  const needless = new Set<Found>();
  for (const [at, error] of errors.entries()) {
    if (error.keyword === 'if') needless.add(error);
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') continue;
    const inside = listInside(errors, at);
    const branchOf = ({ schemaPath }: Found) =>
      Number.parseInt(schemaPath.slice(error.schemaPath.length + 1), 10);
    const isDirect = ({ schemaPath }: Found) =>
      schemaPath.split('/').length === error.schemaPath.split('/').length + 2;
    const others = new Set(
      inside.filter((one) => isDirect(one) && ofKind.includes(one.keyword)).map(branchOf),
    );
    const fitting = inside.find((one) => !others.has(branchOf(one))) ?? inside[0];
    if (fitting === undefined) continue;
    needless.add(error);
    for (const one of inside) if (isDirect(one) && branchOf(one) !== branchOf(fitting)) needless.add(one);
  }
  return errors.filter((error) => !needless.has(error));
}

/** Those in the branches of a union. Ajv reports them right before the union. */
function listInside<Found extends Located>(errors: readonly Found[], at: number): Found[] {
  const union = errors[at];
  const isInside = (one: Found | undefined) =>
    union !== undefined &&
    one?.schemaPath.startsWith(`${union.schemaPath}/`) === true &&
    `${one.instancePath}/`.startsWith(`${union.instancePath}/`);
  let first = at;
  while (isInside(errors[first - 1])) first -= 1;
  return errors.slice(first, at);
}
