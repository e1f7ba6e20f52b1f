import { isObject } from '../json.js';
import type { Fault } from './compiler.js';
import type { Subject } from './phrases.js';

/** A fault that is common, and what to say of it. */
export interface Quirk {
  readonly object: string;
  readonly keywords: readonly string[];
  readonly fits: (fault: Fault, value: unknown) => boolean;
  /** `undefined` where another fault of the same object says it. */
  readonly problem: string | undefined;
}

const quirks: readonly Quirk[] = [
  {
    object: 'Parameter',
    keywords: ['required'],
    fits: ({ params }) => params.missingProperty === 'required',
    problem: 'A parameter in the path has to say `required: true`; it is taken as required.',
  },
  {
    object: 'Server Variable',
    keywords: ['required'],
    fits: ({ params }, value) =>
      params.missingProperty === 'default' && isObject(value) && Array.isArray(value.enum),
    problem: 'A server variable needs a `default`; the first value of its `enum` is taken.',
  },
  {
    // The one that stands in for a `default` is told where that is missing.
    object: 'Server Variable',
    keywords: ['additionalProperties', 'unevaluatedProperties'],
    fits: ({ params }, value) =>
      [params.additionalProperty, params.unevaluatedProperty].includes('example') &&
      isObject(value) &&
      !['default', 'enum'].some((field) => Object.hasOwn(value, field)),
    problem: undefined,
  },
  {
    object: 'Schema',
    keywords: ['enum'],
    fits: ({ instancePath, data }) => instancePath === '/type' && data === 'file',
    problem: '`type: file` is known to Swagger 2.0 alone; write `type: string` with `format: binary`.',
  },
  {
    object: 'Schema',
    keywords: ['type'],
    fits: ({ instancePath, data }) =>
      /^\/exclusiveM(?:in|ax)imum$/.test(instancePath) && typeof data === 'boolean',
    problem:
      'Since OpenAPI 3.1 an exclusive bound is a number of its own; this one is read with the bound beside it.',
  },
  {
    object: 'OpenAPI',
    keywords: ['pattern'],
    fits: ({ instancePath }) => instancePath === '/openapi',
    problem:
      '`openapi` has to be a whole version number such as 3.0.3; it is read as the version that it starts with.',
  },
  {
    object: 'Paths',
    keywords: ['additionalProperties', 'unevaluatedProperties'],
    fits: () => true,
    problem: 'A path has to start with `/`.',
  },
  {
    object: 'Responses',
    keywords: ['not', 'required', 'minProperties'],
    fits: () => true,
    problem: 'The Responses Object holds no response.',
  },
];

/** The quirk that a fault is; `undefined` where it is none. */
export function quirkOf(fault: Fault, { object, value }: Subject): Quirk | undefined {
  return quirks.find(
    (known) => known.object === object && known.keywords.includes(fault.keyword) && known.fits(fault, value),
  );
}
