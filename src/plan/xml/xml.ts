import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ApiModel } from '../../model/model.js';
import type { XmlBinding, XmlNode } from '../../runtime/binding.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';
import {
  nameOf,
  namespaceOf,
  planContent,
  planNode,
  planTypes,
  validName,
  type XmlPlace,
  type XmlPlanning,
} from './xml-nodes.js';
import { createXmlReader, type XmlReader } from './xml-object.js';
import { isList, isOpen, shapesOf } from './xml-shapes.js';

/**
 * Plans what an XML body, or an XML part of one, becomes; `undefined` where its schema has no structure: it is a
 * document, given as text. Where the schema has no name, the root element has the one that is given.
 */
export type XmlPlanner = (
  schema: Json,
  origin: Origin,
  diagnostics: Diagnostics,
  name?: string,
) => XmlBinding | undefined;

/** Plans what is read of an XML answer; `undefined` where its schema has no structure. */
export type XmlAnswerPlanner = (schema: Json, origin: Origin) => XmlBinding | undefined;

/** A body with more nodes is written, beyond them, as its values are. */
const mostNodes = 1000;

/** A planner for the request bodies of one document. */
export function createXmlPlanner(model: Described, flattener: Flattener): XmlPlanner {
  const reader = createXmlReader(model);
  return (schema, origin, diagnostics, name) => {
    if (isText(schema, reader, flattener)) return undefined;
    const report: XmlPlanning['report'] = (problem, { origin: at }) =>
      diagnostics.report('incomplete-xml-mapping', { problem }, at);
    const work = startPlanning({ reader, flattener, schemas: model.schemas, isAnswer: false, report });
    return bindingOf(planRoot(schema, rootPlace(origin), name, work), work);
  };
}

/** A planner for the answers of one document. What cannot be written in XML cannot come either, so nothing is reported. */
export function createXmlAnswerPlanner(model: Described, flattener: Flattener): XmlAnswerPlanner {
  const reader = createXmlReader(model);
  const known = new Map<Json, XmlBinding | undefined>();
  const plan: XmlAnswerPlanner = (schema, origin) => {
    if (isText(schema, reader, flattener)) return undefined;
    const report = (): void => undefined;
    const work = startPlanning({ reader, flattener, schemas: model.schemas, isAnswer: true, report });
    return bindingOf(planRoot(schema, rootPlace(origin), undefined, work), work);
  };
  return (json, origin) => {
    const schema = typeof json === 'boolean' ? json : flattener.identityOf(json);
    if (!known.has(schema)) known.set(schema, plan(schema, origin));
    return known.get(schema);
  };
}

type Described = Pick<ApiModel, 'version' | 'schemas'>;

function startPlanning(
  parts: Pick<XmlPlanning, 'reader' | 'flattener' | 'schemas' | 'isAnswer' | 'report'>,
): XmlPlanning {
  let left = mostNodes;
  return { ...parts, types: new Map(), pending: new Map(), spend: () => (left -= 1) >= 0 };
}

function rootPlace(origin: Origin): XmlPlace {
  return { origin, path: '', depth: 0 };
}

function bindingOf(root: XmlNode, work: XmlPlanning): XmlBinding {
  planTypes(work);
  return { root, ...(work.types.size === 0 ? {} : { types: Object.fromEntries(work.types) }) };
}

/** Whether values are text, or anything at all, without an element that the schema names. */
function isText(schema: Json, reader: XmlReader, flattener: Flattener): boolean {
  const isUnnamed = reader.siteOf(schema).xml.name === undefined;
  const shapes = isUnnamed ? shapesOf(schema, flattener) : [];
  return isUnnamed && shapes.every((shape) => isOpen(shape) || shape.types === typeBits.string);
}

/** An XML document has one root, whatever its schema: a list has to be wrapped. */
function planRoot(schema: Json, place: XmlPlace, given: string | undefined, work: XmlPlanning): XmlNode {
  const node = planNode(schema, place, work);
  if (node.nodeType === 'none') return node;
  const { xml, component } = work.reader.siteOf(schema);
  const name = nameOf(xml, place, work) ?? validName(component) ?? validName(given);
  if (name === undefined) work.report("its schema has no name, so the root element is named 'root'.", place);
  const namespace = namespaceOf(xml, place, work);
  const root: XmlNode = { ...node, nodeType: 'element', ...rootName(name, work), ...namespace };
  const [list, ...others] = shapesOf(schema, work.flattener);
  if (list === undefined || others.length > 0 || !isList(list)) return root;
  return nameItems(root, schema, work.reader.siteOf(list.items ?? true).component, place, work);
}

/** An answer's root can have any name where the document gives none. */
function rootName(name: string | undefined, { isAnswer }: XmlPlanning): Pick<XmlNode, 'name'> {
  return name === undefined && isAnswer ? {} : { name: name ?? 'root' };
}

/** Items of a list that is no property can take over the name of their own component. */
function nameItems(
  root: XmlNode,
  schema: Json,
  component: string | undefined,
  place: XmlPlace,
  work: XmlPlanning,
): XmlNode {
  const name = validName(component);
  if (name === undefined) return root;
  const { type, ...rest } = root;
  // Elsewhere the same list has another name for its items: its content is told in place.
  if (type !== undefined) work.pending.delete(type);
  const content = planContent(schema, place, work);
  return { ...rest, ...content, ...(content.items && { items: { name, ...content.items } }) };
}
