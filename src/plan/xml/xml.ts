import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ApiModel, SchemaPool } from '../../model/model.js';
import type { XmlObject } from '../../model/xml.js';
import type { XmlBinding, XmlContent, XmlNode } from '../../runtime/binding.js';
import { isXmlName, isXmlText } from '../../runtime/request/xml-text.js';
import type { Flattener } from '../schemas/flatten.js';
import { referenceOf } from '../schemas/references.js';
import type { Json, Shape } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';
import { createXmlReader, type XmlReader } from './xml-object.js';
import { isList, isObject, isOpen, shapesOf, takesNull } from './xml-shapes.js';

/** Plans what an XML body becomes; `undefined` where its schema has no structure: it is a document, given as text. */
export type XmlPlanner = (schema: Json, origin: Origin, diagnostics: Diagnostics) => XmlBinding | undefined;

/** Where a schema stands, for reports: its own named schema and the properties on the way. */
interface Place {
  readonly origin: Origin;
  readonly path: string;
  /** How many schemas without a name enclose it. */
  readonly depth: number;
}

interface Work {
  readonly reader: XmlReader;
  readonly flattener: Flattener;
  readonly schemas: SchemaPool;
  /** Contents by the name of their schema; those that nodes refer to are planned in turn. */
  readonly types: Map<string, XmlContent>;
  readonly pending: Map<string, Json>;
  readonly report: (problem: string, place: Place) => void;
  /** Counts nodes; answers whether there is room for more. */
  readonly spend: () => boolean;
}

/** A body with more nodes is written, beyond them, as its values are. */
const mostNodes = 1000;
const deepest = 16;

/** A planner for the schemas of one document. */
export function createXmlPlanner(
  model: Pick<ApiModel, 'version' | 'schemas'>,
  flattener: Flattener,
): XmlPlanner {
  const reader = createXmlReader(model);
  return (schema, origin, diagnostics) => {
    if (isText(schema, flattener) && reader.siteOf(schema).xml.name === undefined) return undefined;
    let left = mostNodes;
    const work: Work = {
      reader,
      flattener,
      schemas: model.schemas,
      types: new Map(),
      pending: new Map(),
      report: (problem, { origin: at }) => diagnostics.report('incomplete-xml-mapping', { problem }, at),
      spend: () => (left -= 1) >= 0,
    };
    const root = planRoot(schema, { origin, path: '', depth: 0 }, work);
    planTypes(work);
    return { root, ...(work.types.size === 0 ? {} : { types: Object.fromEntries(work.types) }) };
  };
}

/** Whether values are text, or anything at all. */
function isText(schema: Json, flattener: Flattener): boolean {
  return shapesOf(schema, flattener).every((shape) => isOpen(shape) || shape.types === typeBits.string);
}

/** An XML document has one root, whatever its schema: a list has to be wrapped. */
function planRoot(schema: Json, place: Place, work: Work): XmlNode {
  const node = planNode(schema, place, work);
  if (node.nodeType === 'none') return node;
  const { xml, component } = work.reader.siteOf(schema);
  const name = nameOf(xml, place, work) ?? validName(component);
  if (name === undefined) work.report("its schema has no name, so the root element is named 'root'.", place);
  const namespace = namespaceOf(xml, place, work);
  const root: XmlNode = { ...node, nodeType: 'element', name: name ?? 'root', ...namespace };
  const [list, ...others] = shapesOf(schema, work.flattener);
  if (list === undefined || others.length > 0 || !isList(list)) return root;
  return nameItems(root, schema, work.reader.siteOf(list.items ?? true).component, place, work);
}

/** Items of a list that is no property can take over the name of their own component. */
function nameItems(
  root: XmlNode,
  schema: Json,
  component: string | undefined,
  place: Place,
  work: Work,
): XmlNode {
  const name = validName(component);
  if (name === undefined) return root;
  const { type, ...rest } = root;
  // Elsewhere the same list has another name for its items: its content is told in place.
  if (type !== undefined) work.pending.delete(type);
  const content = planContent(schema, place, work);
  return { ...rest, ...content, ...(content.items && { items: { name, ...content.items } }) };
}

function validName(name: string | undefined): string | undefined {
  return name !== undefined && isXmlName(name) ? name : undefined;
}

/** Plans the contents that nodes refer to, and those that these refer to. */
function planTypes(work: Work): void {
  // A map goes on to what is added to it.
  for (const [name, schema] of work.pending) {
    const origin = work.schemas.get(name)?.origin;
    if (origin === undefined) continue;
    work.types.set(name, planContent(schema, { origin, path: name, depth: 0 }, work));
  }
}

function planNode(json: Json, place: Place, work: Work): XmlNode {
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
  const isNullable = isNamed && xml.nodeType !== 'attribute' && takesNull(json, work.flattener);
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

function nameOf({ name }: XmlObject, place: Place, work: Work): string | undefined {
  if (name === undefined || isXmlName(name)) return name;
  work.report(`the name '${name}' of ${told(place)} is none that XML allows, and is not used.`, place);
  return undefined;
}

function namespaceOf(
  { prefix, namespace, name }: XmlObject,
  place: Place,
  work: Work,
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
  place: Place,
  work: Work,
): XmlContent & Pick<XmlNode, 'type'> {
  const name = work.reader.referenceThrough(json);
  const isPlain = shapes.every((shape) => isOpen(shape) || !(isObject(shape) || isList(shape)));
  if (name === undefined || isPlain) return planContent(json, place, work);
  if (!work.pending.has(name)) work.pending.set(name, json);
  return { type: name };
}

function planContent(json: Json, place: Place, work: Work): XmlContent {
  const shapes = shapesOf(json, work.flattener);
  if (shapes.some(isOpen)) return { open: true };
  const [objects, lists] = [shapes.filter(isObject), shapes.filter(isList)];
  const isTextToo = shapes.some((shape) => !isObject(shape) && !isList(shape));
  return {
    ...(objects.length === 0 ? {} : planMembers(objects, place, work)),
    ...(lists.length === 0 ? {} : planItems(json, lists, place, work)),
    ...(isTextToo && objects.length + lists.length > 0 ? { text: true } : {}),
  };
}

function planMembers(objects: readonly Shape[], place: Place, work: Work): XmlContent {
  const members = new Map<string, XmlNode>();
  const properties = objects.flatMap((shape) => [...(shape.members?.properties ?? [])]);
  for (const [key, schema] of properties) {
    if (!members.has(key)) members.set(key, planMember(key, schema, place, work));
  }
  const [additional] = objects.map((shape) => shape.members?.additional);
  return {
    members: Object.fromEntries(members),
    ...(typeof additional === 'object' ? { additional: planNode(additional, deeper(place), work) } : {}),
  };
}

function planMember(key: string, schema: Json, place: Place, work: Work): XmlNode {
  const inner = { ...deeper(place), path: place.path === '' ? key : `${place.path}/${key}` };
  const node = planNode(schema, inner, work);
  const isNamed = node.name !== undefined || (node.nodeType !== undefined && !isNamedType.has(node.nodeType));
  if (!isNamed && !isXmlName(key))
    work.report(`${told(inner)} has a name that XML does not allow, so it cannot be sent.`, inner);
  return node;
}

function planItems(json: Json, lists: readonly Shape[], place: Place, work: Work): XmlContent {
  const tuple = work.reader.tupleOf(json);
  const items = lists.find((shape) => shape.items !== undefined)?.items;
  const planned = items === undefined ? { open: true as const } : planNode(items, deeper(place), work);
  if (tuple === undefined) return { items: planned };
  return { prefixItems: tuple.map((item) => planNode(item, deeper(place), work)), items: planned };
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function told({ path }: Place): string {
  return path === '' ? 'its root' : `'${path}'`;
}
