import type { Origin } from '../../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../document.js';
import { isObject, type JsonObject } from '../json.js';
import type { Located } from '../located.js';
import { resolveReference } from '../references.js';
import type { Visit } from './compiler.js';
import { isOfOtherDialect } from './dialects.js';
import { findingsOf, findingsOfNone, type Finding } from './faults.js';
import { isKnownFormat } from './formats.js';
import { objectNameOf } from './object-names.js';
import type { Rule, Rules } from './rules.js';

/** Something that documents repeat: where it was met first, and how often. */
export interface Repeated {
  readonly origin: Origin;
  readonly uses: number;
}

/** What is told once for a whole document. */
export interface Repetitions {
  /** Formats that nobody registered. */
  readonly formats: ReadonlyMap<string, Repeated>;
  /** Objects that are given by `$ref` where OpenAPI has no Reference Object, by their names. */
  readonly references: ReadonlyMap<string, Repeated>;
}

/** Takes a finding, and where the object stands in which it was made. */
export type Report = (finding: Finding, object: Origin) => void;

interface Met {
  /** Whether the document leaves its schemas to a dialect that is not known. */
  readonly hasOtherDialect: boolean;
  readonly report: Report;
  readonly formats: Map<string, Repeated>;
  readonly references: Map<string, Repeated>;
}

/** Repetitions of one kind that are told apart. */
const mostRepetitions = 1_000;

/** A value that is to be checked, and the object that it stands in or the place where it stands. */
interface Frame extends Visit {
  readonly parent: Frame | Origin;
}

/** Objects that are read where a `$ref` leads, though not every version has a Reference Object in their place. */
const followed: ReadonlySet<string> = new Set(['Operation', 'Media Type']);

/** Checks a document object by object: the root document, and what it refers to in other files. */
export function walk(document: OpenApiDocument, rules: Rules, report: Report): Repetitions {
  const hasOtherDialect = isOfOtherDialect(document.root.value, 'jsonSchemaDialect');
  const met: Met = { hasOtherDialect, report, formats: new Map(), references: new Map() };
  const { root } = document;
  const seen = new Set<string>();
  const stack: Frame[] = [{ value: root.value, rule: '', path: '', parent: root.origin }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const target = targetOf(frame, document);
    const key = target && `${frame.rule} ${target.origin.file}#${target.origin.pointer}`;
    if (target !== undefined && key !== undefined && !seen.has(key)) {
      seen.add(key);
      stack.push({ value: target.value, rule: frame.rule, path: '', parent: target.origin });
    }
    for (const visit of check(frame, rules, met).reverse()) stack.push({ ...visit, parent: frame });
  }
  return met;
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
function check(frame: Frame, { version, ruleFor }: Rules, met: Met): Visit[] {
  const { value } = frame;
  const visits: Visit[] = [];
  const rule = ruleFor(frame.rule, value);
  if (rule === undefined) return visits;
  const isSchema = 'check' in rule && rule.object === 'Schema';
  if (isSchema && (met.hasOtherDialect || isOfOtherDialect(value, '$schema'))) return visits;
  if ('check' in rule && isMisplacedReference(rule, value)) {
    count(met.references, rule.object, frame, '/$ref');
    return visits;
  }
  const findings =
    'check' in rule
      ? findingsOf(rule.check(value, visits), { ...rule, value })
      : findingsOfNone(rule, { version, object: objectNameOf(rule.nearest.pointer), fields: [], value });
  if (findings.length > 0) {
    const origin = originOf(frame);
    for (const finding of findings) met.report(finding, origin);
  }
  const format = 'check' in rule && rule.hasFormat && isObject(value) ? own(value, 'format') : undefined;
  if (typeof format === 'string' && !isKnownFormat(format)) count(met.formats, format, frame, '/format');
  return visits;
}

function isMisplacedReference({ object, fields }: Rule, value: unknown): boolean {
  return followed.has(object) && !fields.includes('$ref') && referenceOf(value) !== undefined;
}

function count(repeated: Map<string, Repeated>, key: string, frame: Frame, path: string): void {
  const { origin, uses } = repeated.get(key) ?? { origin: undefined, uses: 0 };
  if (origin === undefined && repeated.size >= mostRepetitions) return;
  const { file, pointer } = origin ?? originOf(frame);
  repeated.set(key, { origin: origin ?? { file, pointer: pointer + path }, uses: uses + 1 });
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
