import type { OpenApiVersion } from '../version.js';

/** One mistake of an official schema. */
export interface Correction {
  readonly at: string;
  /** `undefined` takes the keyword away. */
  readonly value: unknown;
}

const extensions = { '^x-': {} };

/** Where the schemas that are shipped differ from the Specification; later editions of them are corrected likewise. */
export const corrections: { readonly [Version in OpenApiVersion]?: readonly Correction[] } = {
  '3.0': [
    // A header of an Encoding Object can be a Reference Object, and the object can be extended.
    {
      at: '/definitions/Encoding/properties/headers/additionalProperties',
      value: { oneOf: [{ $ref: '#/definitions/Header' }, { $ref: '#/definitions/Reference' }] },
    },
    { at: '/definitions/Encoding/patternProperties', value: extensions },
    // The names of authentication schemes are the same in capitals (RFC 9110, 11.1).
    { at: '/definitions/HTTPSecurityScheme/oneOf', value: undefined },
    // `schema` and `content` together are told by the `not` beside it.
    {
      at: '/definitions/SchemaXORContent/anyOf',
      value: [{ required: ['schema'] }, { required: ['content'] }],
    },
    { at: '/definitions/SchemaXORContent/oneOf', value: undefined },
  ],
  '3.1': [
    { at: '/$defs/server-variable/properties/description', value: { type: 'string' } },
    { at: '/$defs/link/properties/server', value: { $ref: '#/$defs/server' } },
    { at: '/$defs/license/oneOf', value: undefined },
    { at: '/$defs/license/not', value: { required: ['identifier', 'url'] } },
    // A Path Item Object has a `$ref` of its own, with fields beside it.
    { at: '/$defs/path-item/properties/$ref', value: { type: 'string' } },
    { at: '/$defs/path-item-or-reference', value: { $ref: '#/$defs/path-item' } },
    { at: '/$defs/callbacks/patternProperties', value: extensions },
    { at: '/$defs/parameter/required', value: ['name', 'in'] },
    {
      at: '/$defs/security-scheme/$defs/type-http-bearer/if/properties/scheme',
      value: { type: 'string', pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' },
    },
  ],
  '3.2': [{ at: '/$defs/callbacks/patternProperties', value: extensions }],
};
