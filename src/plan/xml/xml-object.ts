import { unescapeToken } from '../../diagnostics/pointer.js';
import type { ApiModel, SchemaPool } from '../../model/model.js';
import type { XmlObject } from '../../model/xml.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { referenceOf } from '../schemas/references.js';
import { readSchema, type Json } from '../schemas/shape.js';

/** What the XML Objects of a schema, and of what it refers to, say of its node. */
interface XmlSite {
  /** Its own fields go before those of the schema that it refers to. */
  readonly xml: XmlObject;
  /** The name of the component that it refers to, or is nothing but. */
  readonly component: string | undefined;
  /** The referred schema, where that is an element within the one that this schema is. */
  readonly inner: Json | undefined;
}

/** Reads the XML Objects of one document's schemas. */
export interface XmlReader {
  readonly siteOf: (json: Json) => XmlSite;
  /** The name of the schema that a schema is nothing but a reference to. */
  readonly referenceThrough: (json: Json) => string | undefined;
  /** The schemas of the first items, by position. */
  readonly tupleOf: (json: Json) => readonly Json[] | undefined;
  /** Whether the name of a component is that of its element wherever it is referred to (OpenAPI 3.2). */
  readonly namesByComponent: boolean;
}

/** The schema that stands for another one as a whole, and its name where it is a reference. */
interface Link {
  readonly target: Json;
  readonly name: string | undefined;
}

// Longer chains of references are nothing that anyone wrote on purpose.
const longestChain = 60;

const nothing: XmlSite = { xml: {}, component: undefined, inner: undefined };

/** A reader for the schemas of one document. */
export function createXmlReader({ version, schemas }: Pick<ApiModel, 'version' | 'schemas'>): XmlReader {
  const namesByComponent = version === '3.2';
  const siteOf = (json: Json, left = longestChain): XmlSite => {
    if (typeof json === 'boolean' || left === 0) return nothing;
    const own = ownXml(json);
    const link = linkOf(json, schemas);
    if (link === undefined) return { ...nothing, xml: own ?? {} };
    const target = siteOf(link.target, left - 1);
    // Since OpenAPI 3.2 a reference has no node of its own, unless it says so: then it holds that of its target.
    const isElement = namesByComponent && link.name !== undefined && own?.nodeType === 'element';
    const isNested = isElement && hasNode(link.target, target);
    const component = link.name === undefined ? target.component : componentOf(link, target, schemas);
    return {
      xml: isNested ? own : { ...target.xml, ...own },
      component: isNested ? undefined : component,
      inner: isNested ? link.target : target.inner,
    };
  };
  return {
    siteOf: (json) => siteOf(json),
    referenceThrough: (json) => referenceThrough(json, schemas),
    tupleOf: (json) => tupleOf(json, schemas),
    namesByComponent,
  };
}

/** The schema's own XML Object, or that of a part; that of a parent which a part refers to speaks of the parent. */
function ownXml(schema: JsonSchema): XmlObject | undefined {
  const parts = [schema, ...schemasOf(schema['allOf'])];
  // The model has evened it out.
  return parts
    .map((part) => (typeof part === 'boolean' ? undefined : (part['xml'] as XmlObject | undefined)))
    .find((xml) => xml !== undefined);
}

/** A reference, the only part of `allOf`, or the only branch of a choice that is not null. */
function linkOf(schema: JsonSchema, schemas: SchemaPool): Link | undefined {
  const name = referenceOf(schema);
  if (name !== undefined) return { target: schemas.get(name)?.json ?? true, name };
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) => schemasOf(schema[keyword])).filter(isSolid);
  for (const parts of [schemasOf(schema['allOf']), branches]) {
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return { target: only, name: undefined };
  }
  return undefined;
}

function isSolid(schema: Json): boolean {
  return typeof schema === 'boolean' || schema['type'] !== 'null';
}

function componentOf({ target, name }: Link, site: XmlSite, schemas: SchemaPool): string | undefined {
  if (typeof target === 'object' && referenceOf(target) !== undefined) return site.component ?? name;
  const pointer = name === undefined ? undefined : schemas.get(name)?.origin.pointer;
  const written = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(pointer ?? '')?.[1];
  // The pool has to tell components of several files apart; the document's own word is the name.
  return written === undefined ? name : unescapeToken(written);
}

/** Whether the target of a reference has a node. */
function hasNode(target: Json, { xml: { nodeType } }: XmlSite): boolean {
  if (nodeType !== undefined) return nodeType !== 'none';
  return typeof target === 'object' && target['type'] !== 'array';
}

/** Keywords that say what a value holds. */
const structure = [
  '$ref',
  'type',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
] as const;

function referenceThrough(json: Json, schemas: SchemaPool): string | undefined {
  let schema = json;
  for (let left = longestChain; left > 0 && typeof schema === 'object'; left -= 1) {
    const keywords = structure.filter((keyword) => Object.hasOwn(schema as JsonSchema, keyword));
    const link = linkOf(schema, schemas);
    if (link === undefined || keywords.length !== 1) return undefined;
    if (link.name !== undefined) return link.name;
    schema = link.target;
  }
  return undefined;
}

function tupleOf(json: Json, schemas: SchemaPool): readonly Json[] | undefined {
  let schema = json;
  for (let left = longestChain; left > 0 && typeof schema === 'object'; left -= 1) {
    const tuple = schemasOf(schema['prefixItems']);
    if (tuple.length > 0) return tuple;
    schema = linkOf(schema, schemas)?.target ?? true;
  }
  return undefined;
}

function schemasOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(readSchema).filter((schema) => schema !== undefined) : [];
}
