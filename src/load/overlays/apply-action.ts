import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Located } from '../located.js';
import { withMembers, withoutMembers, type Change, type Container, type Editing } from './edits.js';
import { append, kindOf, merge, type Kind, type Merging } from './merge.js';
import { select, type Found } from './nodes.js';
import type { Action, OverlayVersion } from './overlay.js';
import { memberOf } from './provenance.js';
import type { Query } from './queries.js';

/** Places of a document that an action selects, and those on the way to them. */
interface Place {
  isSelected: boolean;
  readonly members: Map<string, Place>;
}

/** Applies an Action Object to the root of a document: the root after it. */
export function applyAction(
  root: Located,
  { target, modifier }: Action,
  version: OverlayVersion,
  editing: Editing,
  diagnostics: Diagnostics,
): Located {
  const { places, kinds } = placesOf(target, root, editing);
  if (kinds.size === 0) return unchanged(root, target, diagnostics);
  if (modifier.kind === 'nothing') return root;
  if (modifier.kind === 'remove') {
    if (!places.isSelected) return removeFrom(root, places, editing);
    refuse('the root of the document cannot be removed', target, diagnostics);
    return root;
  }
  if (kinds.size > 1) {
    const selected = new Intl.ListFormat('en').format(Array.from(kinds, (kind) => plurals[kind]));
    refuse(`the target selects ${selected}`, target, diagnostics);
    return root;
  }
  const source =
    modifier.kind === 'copy' ? copied(modifier.copy, root, editing, diagnostics) : modifier.update;
  if (source === undefined) return root;
  const update = updateBy(source, version, {
    ...editing,
    refuse: (value, kind) => {
      const problem = `${words[kindOf(value.value)]} cannot be merged into ${words[kind]}`;
      const { origin } = modifier.kind === 'copy' ? modifier.copy : value;
      diagnostics.report('incompatible-overlay', { problem: `${problem}.` }, origin);
    },
  });
  return change(root, places, update, editing);
}

const words: Readonly<Record<Kind, string>> = {
  object: 'an object',
  array: 'an array',
  primitive: 'a primitive value',
};

const plurals: Readonly<Record<Kind, string>> = {
  object: 'objects',
  array: 'arrays',
  primitive: 'primitive values',
};

function refuse(problem: string, { origin }: Query, diagnostics: Diagnostics): void {
  diagnostics.report('incompatible-overlay', { problem: `${problem}.` }, origin);
}

function unchanged(root: Located, { text, origin }: Query, diagnostics: Diagnostics): Located {
  diagnostics.report('overlay-matches-nothing', { query: text }, origin);
  return root;
}

/** Gathers what a query selects, each place once, with the kinds of the values there. */
function placesOf(
  query: Query,
  root: Located,
  { budget }: Editing,
): { places: Place; kinds: ReadonlySet<Kind> } {
  const places: Place = { isSelected: false, members: new Map() };
  const kinds = new Set<Kind>();
  for (const found of select(query, root.value, budget)) {
    kinds.add(kindOf(found.value));
    placeAt(wayTo(found), places).isSelected = true;
  }
  return { places, kinds };
}

function placeAt(way: readonly string[], places: Place): Place {
  let place = places;
  for (const key of way) {
    const next: Place = place.members.get(key) ?? { isSelected: false, members: new Map() };
    place.members.set(key, next);
    place = next;
  }
  return place;
}

function wayTo(found: Found): readonly string[] {
  const way: string[] = [];
  for (let at = found; at.parent !== undefined; at = at.parent) way.push(at.key);
  return way.reverse();
}

/** The one value that the query of a `copy` selects. */
function copied(
  query: Query,
  root: Located,
  { provenance, budget }: Editing,
  diagnostics: Diagnostics,
): Located | undefined {
  const [first, second] = select(query, root.value, budget);
  if (first === undefined) diagnostics.report('overlay-matches-nothing', { query: query.text }, query.origin);
  else if (second === undefined) {
    let source = root;
    for (const key of wayTo(first)) source = memberOf(source, key, provenance);
    return source;
  } else refuse('`copy` selects more than one value', query, diagnostics);
  return undefined;
}

type Update = (target: Located) => Located;

/** What an `update` or `copy` makes of one selected value. */
function updateBy(source: Located, version: OverlayVersion, merging: Merging): Update {
  return (target) => {
    const kind = kindOf(target.value);
    // In 1.0 the value is one entry whatever it is; from 1.1 on an array is concatenated.
    if (kind === 'array' && (version === '1.0' || kindOf(source.value) !== 'array')) {
      return append(target, [source], merging);
    }
    if (kind !== 'primitive' || version !== '1.0') return merge(target, source, merging);
    merging.refuse(source, kind);
    return target;
  };
}

/** Updates all selected values, outer ones before those in them. */
function change(target: Located, place: Place, update: Update, editing: Editing): Located {
  const updated = place.isSelected ? update(target) : target;
  if (place.members.size === 0) return updated;
  const changes = Array.from(place.members, ([key, member]): Change => {
    const before = memberOf(updated, key, editing.provenance);
    return { key, before, after: change(before, member, update, editing) };
  });
  return withMembers(containerAt(updated), changes, editing);
}

function removeFrom(target: Located, { members }: Place, editing: Editing): Located {
  const container = containerAt(target);
  const removed = new Set<string>();
  const changes: Change[] = [];
  for (const [key, member] of members) {
    if (member.isSelected) removed.add(key);
    else {
      const before = memberOf(target, key, editing.provenance);
      changes.push({ key, before, after: removeFrom(before, member, editing) });
    }
  }
  const kept = changes.length === 0 ? container : withMembers(container, changes, editing);
  return removed.size === 0 ? kept : withoutMembers(kept, removed, editing);
}

/** Whatever has members is a container. */
function containerAt({ value, origin }: Located): Located<Container> {
  return { value: value as Container, origin };
}
