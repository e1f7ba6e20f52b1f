import { builders, printer } from 'prettier/doc';
import type { TypeMember, TypeNode } from './type-node.js';

type Doc = builders.Doc;
const { align, group, hardline, ifBreak, indent, indentIfBreak, join, line, lineSuffixBoundary, softline } =
  builders;

/** Lays out declarations as prettier would with `singleQuote: true`: the result passes `prettier --check`. */
const options = { printWidth: 80, tabWidth: 2 };

/** Writes `import { a, b } from 'module';`; `keyword` is `import` or `import type`. */
export function writeImport(keyword: string, names: readonly string[], module: string): string {
  const list: Doc =
    names.length === 1
      ? ['{ ', ...names, ' }']
      : group(['{', indent([line, join([',', line], [...names])]), ifBreak(','), line, '}']);
  return print([keyword, ' ', list, ` from '${module}';`]);
}

/** Writes `export interface Name { … }` for an object type with members, else `export type Name = …;`. */
export function writeTypeDeclaration(name: string, type: TypeNode, comment: string): string {
  const declaration =
    type.kind === 'object' && type.members.length > 0
      ? [`export interface ${name} `, objectDoc(type.members, type.index)]
      : [aliasDoc(`export type ${name}`, type), ';'];
  return print([commentDoc(comment), declaration]);
}

/** Writes `export const name = callee<A, B>(argument);`. */
export function writeCallConstant(
  name: string,
  call: { readonly callee: string; readonly types: readonly string[]; readonly argument: string },
  comment: string,
): string {
  const types = group(['<', indent([softline, join([',', line], [...call.types])]), softline, '>']);
  const argument = group(['(', indent([softline, call.argument]), ifBreak(','), softline, ')']);
  return print([
    commentDoc(comment),
    assignment(`export const ${name}`, [call.callee, types, argument]),
    ';',
  ]);
}

function print(doc: Doc): string {
  return printer.printDocToString(doc, options).formatted;
}

function aliasDoc(left: string, type: TypeNode): Doc {
  if (type.kind !== 'union' || isHugged(type.members)) return assignment(left, typeDoc(type));
  return group([left, ' =', group(indent([line, typeDoc(type, 'alias')]))]);
}

function assignment(left: string, right: Doc): Doc {
  const groupId = Symbol(left);
  return group([
    left,
    ' =',
    group(indent(line), { id: groupId }),
    lineSuffixBoundary,
    indentIfBreak(right, { groupId }),
  ]);
}

function commentDoc(comment: string): Doc {
  if (comment === '') return '';
  const lines = comment.split('\n');
  if (lines.length === 1) return [`/** ${comment} */`, hardline];
  const rows = lines.map((text) => (text === '' ? ' *' : ` * ${text}`));
  return [join(hardline, ['/**', ...rows, ' */']), hardline];
}

/** Writers by kind of type; `inside` tells what stands around it. */
const layouts: {
  readonly [Kind in TypeNode['kind']]: (type: Extract<TypeNode, { kind: Kind }>, inside: Surroundings) => Doc;
} = {
  name: ({ text }) => text,
  reference: ({ name }) => name,
  record: ({ values }) => [
    'Record',
    group(['<', indent([softline, 'string,', line, values]), softline, '>']),
  ],
  array: ({ items }) => joined([typeDoc(items, 'operator'), '[]']),
  object: ({ members, index }) => objectDoc(members, index),
  union: ({ members }, inside) => unionDoc(members, inside),
  intersection: ({ members }, inside) => {
    const doc = intersectionDoc(members);
    return inside === 'operator' ? ['(', doc, ')'] : doc;
  },
  tuple: ({ items, required, rest }) => {
    const inside = items.length + (rest === undefined ? 0 : 1) > 1 ? 'tuple' : 'lone item';
    const docs = items.map((item, index): Doc =>
      group(index < required ? typeDoc(item, inside) : [typeDoc(item, 'operator'), '?']),
    );
    const last: Doc[] = rest === undefined ? [] : [group(['...', typeDoc(rest, 'operator'), '[]'])];
    return group([
      '[',
      indent([softline, join([',', line], [...docs, ...last])]),
      ifBreak(','),
      softline,
      ']',
    ]);
  },
};

/** What a type stands in: a member, an alias, an operator that wants parentheses, or a tuple of several items or one. */
type Surroundings = 'alone' | 'alias' | 'operator' | 'tuple' | 'lone item';

function typeDoc(type: TypeNode, inside: Surroundings = 'alone'): Doc {
  // The table gives each kind its own writer; TypeScript cannot pair the two by itself.
  const layout = layouts[type.kind] as (type: TypeNode, inside: Surroundings) => Doc;
  return layout(type, inside);
}

/** One text where nothing can break: most members are, and the printer is spared their parts. */
function joined(docs: readonly Doc[]): Doc {
  return docs.every((doc) => typeof doc === 'string') ? docs.join('') : [...docs];
}

function unionDoc(members: readonly TypeNode[], inside: Surroundings): Doc {
  if (isHugged(members)) {
    const hugged = join(
      ' | ',
      members.map((member) => typeDoc(member, 'operator')),
    );
    return inside === 'operator' ? ['(', hugged, ')'] : hugged;
  }
  const rows = group(
    members.map((member, index): Doc => [
      index === 0 ? ifBreak('| ') : [line, '| '],
      align(2, typeDoc(member, 'operator')),
    ]),
  );
  return unionLayouts[inside](rows);
}

const unionLayouts: Readonly<Record<Surroundings, (rows: Doc) => Doc>> = {
  alone: (rows) => group(indent([softline, rows])),
  alias: (rows) => rows,
  operator: (rows) => ['(', group([indent([softline, rows]), softline]), ')'],
  tuple: (rows) => group([indent([ifBreak(['(', softline]), rows]), softline, ifBreak(')')]),
  'lone item': (rows) => rows,
};

/** One object or named type beside nothing but `null` stays on the line of its name. */
function isHugged(members: readonly TypeNode[]): boolean {
  const object = members.find(({ kind }) => kind === 'object' || kind === 'reference' || kind === 'record');
  if (object === undefined) return false;
  return members.every((member) => member === object || (member.kind === 'name' && member.text === 'null'));
}

/** Objects stay beside the operator; a line breaks only between two types that are no objects. */
function intersectionDoc(members: readonly TypeNode[]): Doc {
  let wasIndented = false;
  return group(
    members.map((member, index): Doc => {
      const doc = typeDoc(member, 'operator');
      const previous = members[index - 1];
      if (previous === undefined) return doc;
      const objects = [previous, member].filter(({ kind }) => kind === 'object').length;
      if (objects === 2) return [' & ', wasIndented ? indent(doc) : doc];
      if (objects === 0) return indent([' &', line, doc]);
      if (index > 1) wasIndented = true;
      return [' & ', index > 1 ? indent(doc) : doc];
    }),
  );
}

const indexKey = group(['[', indent([softline, 'key: string']), softline, ']']);

function objectDoc(members: readonly TypeMember[], index: TypeNode | undefined): Doc {
  const signature: Doc[] = index === undefined ? [] : [[indexKey, ': ', typeDoc(index)]];
  if (members.length === 0) return group(['{', indent([line, ...signature]), ifBreak(';'), line, '}']);
  const rows = [...members.map(memberDoc), ...signature];
  return ['{', indent([hardline, join([';', hardline], rows)]), ';', hardline, '}'];
}

function memberDoc({ name, optional, type, comment }: TypeMember): Doc {
  const declaration = joined([name, optional ? '?: ' : ': ', typeDoc(type)]);
  return comment === '' ? declaration : [commentDoc(comment), declaration];
}
