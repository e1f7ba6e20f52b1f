import type { Origin } from '../../diagnostics/diagnostics.js';
import type { SchemaPool } from '../../model/model.js';
import type { XmlObject } from '../../model/xml.js';
import type { XmlContent, XmlNode, XmlScalar } from '../../runtime/binding.js';
import { isXmlName, isXmlText } from '../../runtime/request/xml-text.js';
import type { Flattener } from '../schemas/flatten.js';
import { referenceOf } from '../schemas/references.js';
import type { Json, Shape } from '../schemas/shape.js';
import { numberBits, typeBits } from '../schemas/types.js';
import type { XmlReader } from './xml-object.js';
import { isList, isObject, isOpen, shapesOf, takesNull } from './xml-shapes.js';

/** Where a schema stands, for reports: its own named schema and the properties on the way. */
export interface XmlPlace {
  readonly origin: Origin;
  readonly path: string;
  /** How many schemas without a name enclose it. */
  readonly depth: number;
}

/** What the nodes of one document are planned with. */
export interface XmlPlanning {
  readonly reader: XmlReader;
  readonly flattener: Flattener;
  readonly schemas: SchemaPool;
  /** Whether the document is read, not written: then it counts what its texts stand for. */
  readonly isAnswer: boolean;
  /** Contents by the name of their schema; those that nodes refer to are planned in turn. */
  readonly types: Map<string, XmlContent>;
  readonly pending: Map<string, Json>;
  readonly report: (problem: string, place: XmlPlace) => void;
  /** Counts nodes; answers whether there is room for more. */
  readonly spend: () => boolean;
}

const deepest = 16;

/** Plans the contents that nodes refer to, and those that these refer to. */
export function planTypes(work: XmlPlanning): void {
  // A map goes on to what is added to it.
  for (const [name, schema] of work.pending) {
    const origin = work.schemas.get(name)?.origin;
    if (origin === undefined) continue;
    work.types.set(name, planContent(schema, { origin, path: name, depth: 0 }, work));
  }
}

/** A name where it is one that XML allows. */
export function validName(name: string | undefined): string | undefined {
  return name !== undefined && isXmlName(name) ? name : undefined;
}

/** Plans the node that a value of a schema becomes. */
export function planNode(json: Json, place: XmlPlace, work: XmlPlanning): XmlNode {
  if (!work.spend() || place.depth > deepest) {
    work.report('its schema is too large; what lies deepest is written without it.', place);
    return { open: true };
  }
  const { xml, component, inner } = work.reader.siteOf(json);
  const shapes = shapesOf(json, work.flattener);
  // A list without a node of its own has no name either: its items are named after the property.
  const isNamed = xml.nodeType === undefined ? !shapes.every(isList) : isNamedType.has(xml.nodeType);
  const isReference = typeof json === 'object' && referenceOf(json) !== undefined;
  const byComponent = work.reader.namesByComponent && isReference ? validName(component) : undefined;
  const name = isNamed ? (nameOf(xml, place, work) ?? byComponent) : undefined;
  const isNullable =
    !work.isAnswer && isNamed && xml.nodeType !== 'attribute' && takesNull(json, work.flattener);
  return {
    ...(xml.nodeType === undefined ? {} : { nodeType: xml.nodeType }),
    ...(name === undefined ? {} : { name }),
    ...(isNamed ? namespaceOf(xml, place, work) : {}),
    ...(isNullable ? { nil: true } : {}),
    ...(inner === undefined
      ? contentOrType(json, shapes, place, work)
      : { inner: planNode(inner, deeper(place), work) }),
  };
}

const isNamedType: ReadonlySet<unknown> = new Set(['element', 'attribute']);

/** The name that an XML Object gives, where XML allows it. */
export function nameOf({ name }: XmlObject, place: XmlPlace, work: XmlPlanning): string | undefined {
  if (name === undefined || isXmlName(name)) return name;
  work.report(`the name '${name}' of ${told(place)} is none that XML allows, and is not used.`, place);
  return undefined;
}

/** Prefix and namespace that an XML Object gives, where XML allows them. */
export function namespaceOf(
  { prefix, namespace, name }: XmlObject,
  place: XmlPlace,
  work: XmlPlanning,
): Pick<XmlNode, 'prefix' | 'namespace'> {
  const isPrefix = prefix !== undefined && isXmlName(`${prefix}:${name ?? 'name'}`);
  if (prefix !== undefined && !isPrefix)
    work.report(`the prefix '${prefix}' of ${told(place)} is none that XML allows, and is not used.`, place);
  const isDeclared = namespace !== undefined && isXmlText(namespace);
  return { ...(isPrefix ? { prefix } : {}), ...(isDeclared ? { namespace } : {}) };
}

/** The content itself, or the name of the schema that has it where it is more than text. */
function contentOrType(
  json: Json,
  shapes: readonly Shape[],
  place: XmlPlace,
  work: XmlPlanning,
): XmlContent & Pick<XmlNode, 'type'> {
  const name = work.reader.referenceThrough(json);
  const isPlain = shapes.every((shape) => isOpen(shape) || !(isObject(shape) || isList(shape)));
  if (name === undefined || isPlain) return planContent(json, place, work);
  if (!work.pending.has(name)) work.pending.set(name, json);
  return { type: name };
}

/** Plans what a node of a schema holds. */
export function planContent(json: Json, place: XmlPlace, work: XmlPlanning): XmlContent {
  const shapes = shapesOf(json, work.flattener);
  if (shapes.some(isOpen)) return { open: true };
  const [objects, lists] = [shapes.filter(isObject), shapes.filter(isList)];
  const isTextToo = shapes.some((shape) => !isObject(shape) && !isList(shape));
  return {
    ...(objects.length === 0 ? {} : planMembers(objects, place, work)),
    ...(lists.length === 0 ? {} : planItems(json, lists, place, work)),
    ...(isTextToo && objects.length + lists.length > 0 ? { text: true } : {}),
    ...(work.isAnswer ? scalarOf(shapes) : {}),
  };
}

/** What texts stand for, where they cannot be texts themselves. */
function scalarOf(shapes: readonly Shape[]): { readonly scalar?: XmlScalar } {
  const types = shapes.reduce((set, shape) => set | shape.types, 0);
  if ((types & typeBits.string) !== 0) return {};
  const isNumber = (types & numberBits) !== 0;
  if ((types & typeBits.boolean) === 0) return isNumber ? { scalar: 'number' } : {};
  return { scalar: isNumber ? 'any' : 'boolean' };
}

function planMembers(objects: readonly Shape[], place: XmlPlace, work: XmlPlanning): XmlContent {
  const members = new Map<string, XmlNode>();
  const properties = objects.flatMap((shape) => [...(shape.members?.properties ?? [])]);
  for (const [key, schema] of properties) {
    if (members.has(key)) continue;
    const isRequired = objects.every((shape) => shape.members?.required.has(key) === true);
    const node = planMember(key, schema, place, work);
    members.set(key, work.isAnswer && isRequired ? markList(node, schema, work) : node);
  }
  const [additional] = objects.map((shape) => shape.members?.additional);
  return {
    members: Object.fromEntries(members),
    ...(typeof additional === 'object' ? { additional: planNode(additional, deeper(place), work) } : {}),
  };
}

function planMember(key: string, schema: Json, place: XmlPlace, work: XmlPlanning): XmlNode {
  const inner = { ...deeper(place), path: place.path === '' ? key : `${place.path}/${key}` };
  const node = planNode(schema, inner, work);
  const isNamed = node.name !== undefined || (node.nodeType !== undefined && !isNamedType.has(node.nodeType));
  if (!isNamed && !isXmlName(key))
    work.report(`${told(inner)} has a name that XML does not allow, so it cannot be sent.`, inner);
  return node;
}

/** A list without a node of its own is not seen where it has no items: a schema that requires it tells that it is there. */
function markList(node: XmlNode, schema: Json, { flattener }: XmlPlanning): XmlNode {
  const shapes = shapesOf(schema, flattener);
  const isBare = node.nodeType === undefined && shapes.length > 0 && shapes.every(isList);
  return isBare ? { ...node, required: true } : node;
}

function planItems(json: Json, lists: readonly Shape[], place: XmlPlace, work: XmlPlanning): XmlContent {
  const tuple = work.reader.tupleOf(json);
  const items = lists.find((shape) => shape.items !== undefined)?.items;
  const planned = items === undefined ? { open: true as const } : planNode(items, deeper(place), work);
  if (tuple === undefined) return { items: planned };
  return { prefixItems: tuple.map((item) => planNode(item, deeper(place), work)), items: planned };
}

function deeper(place: XmlPlace): XmlPlace {
  return { ...place, depth: place.depth + 1 };
}

function told({ path }: XmlPlace): string {
  return path === '' ? 'its root' : `'${path}'`;
}
