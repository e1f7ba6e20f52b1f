import type { Origin } from '../../diagnostics/diagnostics.js';
import { keyOf } from '../../diagnostics/pointer.js';
import { dialectNamedBy, dialectOf } from '../dialects.js';
import type { OpenApiDocument } from '../document.js';
import { isObject, type JsonObject } from '../json.js';
import type { Located } from '../located.js';
import { resolveReference } from '../references.js';
import type { Visit } from './compiler.js';
import { flawsOf, type Flaw } from './faults.js';
import { isKnownFormat } from './formats.js';
import type { Rule, RuleFor } from './rules.js';

/** What is done with what a walk meets. */
export interface Visitor {
  /** Whether the Operation Object at a place is passed over, with all that is in it. */
  readonly isLeftOut: (operation: Origin) => boolean;
  /** Takes a flaw of the object at a place. */
  readonly tell: (flaw: Flaw, object: Origin) => void;
  /** Takes the number of further flaws of the same object. */
  readonly tellMore: (count: number) => void;
  /** Takes something that documents repeat. */
  readonly tellRepeated: (kind: Repeated, name: string, place: Origin) => void;
}

/** A format that nobody registered, an object given by `$ref` where there is no Reference Object, an unchecked dialect. */
export type Repeated = 'format' | 'reference' | 'dialect';

/** A value that is to be checked, and the object that it stands in or the place where it stands. */
interface Frame extends Visit {
  readonly parent: Frame | Origin;
  /** The dialect that the schemas around it, or else the document, name. */
  readonly dialect: string | undefined;
}

interface Walk {
  readonly document: OpenApiDocument;
  readonly ruleFor: RuleFor;
  readonly visitor: Visitor;
}

/** Faults of one object that are put into words. */
const mostFaults = 2_000;

/** Objects that are read where a `$ref` leads, though not every version has a Reference Object in their place. */
const followed: ReadonlySet<string> = new Set(['Operation', 'Media Type']);

/** Checks a document object by object: the root document, and what it refers to in other files. */
export function walk(document: OpenApiDocument, ruleFor: RuleFor, visitor: Visitor): void {
  const { root } = document;
  const seen = new Set<string>();
  // Before OpenAPI 3.1 there was but one dialect.
  const isModern = document.version !== '2.0' && document.version !== '3.0';
  const first = isModern ? dialectNamedBy(root.value, 'jsonSchemaDialect') : undefined;
  const stack: Frame[] = [{ value: root.value, rule: '', path: '', parent: root.origin, dialect: first }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const target = targetOf(frame, document);
    const key = target && `${frame.rule} ${keyOf(target.origin)}`;
    if (target !== undefined && key !== undefined && !seen.has(key)) {
      seen.add(key);
      stack.push({ value: target.value, rule: frame.rule, path: '', parent: target.origin, dialect: first });
    }
    const dialect = (isModern ? dialectNamedBy(frame.value, '$schema') : undefined) ?? frame.dialect;
    const visits = check({ ...frame, dialect }, { document, ruleFor, visitor });
    for (const visit of visits.reverse()) stack.push({ ...visit, parent: frame, dialect });
  }
}

/** What a Reference Object leads to in another file: the objects of the root document are met where they stand. */
function targetOf(frame: Frame, document: OpenApiDocument): Located | undefined {
  const reference = referenceOf(frame.value);
  if (reference === undefined) return undefined;
  const origin = originOf(frame);
  const { file } = document.root.origin;
  if (reference.startsWith('#') && origin.file === file) return undefined;
  const resolved = resolveReference(reference, origin, document);
  return 'target' in resolved && resolved.target.origin.file !== file ? resolved.target : undefined;
}

/** Checks one object; returns the objects inside it. */
function check(frame: Frame, { document, ruleFor, visitor }: Walk): Visit[] {
  const { value } = frame;
  const rule = ruleFor(frame.rule, value);
  if (rule === undefined) return [];
  if (rule.object === 'Operation' && visitor.isLeftOut(originOf(frame))) return [];
  const { dialect } = frame;
  // One that is not known is read by these rules, which was reported.
  if (rule.object === 'Schema' && dialect !== undefined && dialectOf(dialect)?.isChecked === false) {
    visitor.tellRepeated('dialect', dialect, originOf(frame));
    return [];
  }
  if (isMisplacedReference(rule, value)) {
    visitor.tellRepeated('reference', rule.object, placeIn(frame, '/$ref'));
    return [];
  }
  const visits: Visit[] = [];
  const faults = rule.check(value, visits);
  if (faults.length > 0) {
    const origin = originOf(frame);
    const subject = { version: document.version, object: rule.object, fields: rule.fields, value };
    for (const flaw of flawsOf(faults.slice(0, mostFaults), subject)) visitor.tell(flaw, origin);
    if (faults.length > mostFaults) visitor.tellMore(faults.length - mostFaults);
  }
  const format = rule.hasFormat && isObject(value) ? own(value, 'format') : undefined;
  if (typeof format === 'string' && !isKnownFormat(format)) {
    visitor.tellRepeated('format', format, placeIn(frame, '/format'));
  }
  return visits;
}

function isMisplacedReference({ object, fields }: Rule, value: unknown): boolean {
  return followed.has(object) && !fields.includes('$ref') && referenceOf(value) !== undefined;
}

function referenceOf(value: unknown): string | undefined {
  const reference = isObject(value) ? own(value, '$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function originOf(frame: Frame): Origin {
  const paths: string[] = [];
  let at: Frame | Origin = frame;
  while ('parent' in at) {
    paths.push(at.path);
    at = at.parent;
  }
  return { file: at.file, pointer: at.pointer + paths.reverse().join('') };
}

function placeIn(frame: Frame, path: string): Origin {
  const { file, pointer } = originOf(frame);
  return { file, pointer: pointer + path };
}
