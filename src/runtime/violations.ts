/** What is wrong with a value: where, and which rule it breaks. Of the value it holds property names alone. */
export interface Violation {
  /** RFC 6901 pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** `must be integer`. */
  readonly rule: string;
}

/** An error as Ajv reports it. */
export interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The violation that the errors are about of a validator that stops at the first. */
export function firstViolation(errors: readonly AjvError[]): Violation {
  const error = tellingError(errors);
  return error === undefined ? { pointer: '', rule: 'is not valid' } : violationOf(error);
}

/** Of a union's errors the one about the branch that was meant, where there is but one; else the union's own. */
function tellingError(errors: readonly AjvError[]): AjvError | undefined {
  const last = errors.at(-1);
  if (last === undefined || !isUnion(last)) return last;
  const meant = errors.slice(0, -1).filter((error) => !isOfNull(error));
  return meant.length === 1 ? meant[0] : last;
}

/** Every violation that the errors are about of a validator that goes on after the first. */
export function violationsOf(errors: readonly AjvError[]): readonly Violation[] {
  const told = tellingErrors(errors);
  // Beside the values that are allowed their type tells nothing.
  const isTold = ({ keyword, instancePath }: AjvError): boolean =>
    keyword !== 'type' || !told.some((other) => other.instancePath === instancePath && isOfValues(other));
  const found = told.filter(isTold).map(violationOf);
  return [...new Map(found.map((each) => [`${each.pointer} ${each.rule}`, each])).values()];
}

/** The errors in their order, but of each union those about the branch that was meant, or its own alone. */
function tellingErrors(errors: readonly AjvError[]): readonly AjvError[] {
  const told: AjvError[] = [];
  let left = errors;
  for (let last = left.at(-1); last !== undefined; last = left.at(-1)) {
    const union = last;
    if (!isUnion(union)) {
      told.unshift(union);
      left = left.slice(0, -1);
      continue;
    }
    const inner = left.slice(0, -1).filter((error) => isWithin(error, union) && !isOfNull(error));
    const rest = left.slice(0, -1).filter((error) => !isWithin(error, union));
    const branches = new Set(inner.map((error) => branchOf(error, union)));
    const isMeant = branches.size === 1 && (inner.length === 1 || !branches.has(undefined));
    if (!isMeant) told.unshift(union);
    left = isMeant ? [...rest, ...inner] : rest;
  }
  return told;
}

function isUnion({ keyword }: AjvError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function isOfNull({ keyword, params }: AjvError): boolean {
  return keyword === 'type' && params['type'] === 'null';
}

function isOfValues({ keyword }: AjvError): boolean {
  return keyword === 'enum' || keyword === 'const';
}

/** Whether an error is about a branch of a union; behind a reference, paths start anew. */
function isWithin({ schemaPath, instancePath }: AjvError, union: AjvError): boolean {
  const isBelow = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`);
  return isBelow && (schemaPath.startsWith(`${union.schemaPath}/`) || schemaPath.startsWith('#/$defs/'));
}

function branchOf({ schemaPath }: AjvError, union: AjvError): string | undefined {
  if (!schemaPath.startsWith(`${union.schemaPath}/`)) return undefined;
  return schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0];
}

function violationOf({ instancePath, keyword, params, message }: AjvError): Violation {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['propertyName'];
  const pointer = typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
  return { pointer, rule: rules[keyword]?.(params) ?? message ?? 'is not valid' };
}

/** Wordings by keyword where Ajv's own do not help to mend the value. */
const rules: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known property',
  unevaluatedProperties: () => 'is not a known property',
  propertyNames: () => 'has a name that is not allowed',
  anyOf: () => 'fits none of the forms that are allowed',
  oneOf: () => 'must fit exactly one of the forms that are allowed',
  enum: ({ allowedValues }) => `must be one of ${JSON.stringify(allowedValues).slice(0, 500)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue).slice(0, 500)}`,
};

/** A property name as a part of a JSON Pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
