import { urlOf } from '../../diagnostics/addresses.js';
import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { FileReading } from '../file-reading.js';
import type { Limits } from '../limits.js';
import type { Located } from '../located.js';
import type { WholeFile } from '../root-file.js';
import { surveyOf } from '../survey.js';
import { stdinFile, uriOf } from '../uris.js';
import { applyAction } from './apply-action.js';
import { budgetOf, LimitReached, type Budget, type OverlayLimit } from './budget.js';
import { checkOverlay } from './check-overlay.js';
import type { Editing } from './edits.js';
import type { Overlay } from './overlay.js';
import { translation, type Translate } from './provenance.js';
import { queryReader } from './queries.js';

/** A document after its overlays. */
export interface Applied {
  /** The text is that of the document as it was read. */
  readonly reading: FileReading;
  /** Where the values were written; `undefined` where no overlay changed any. */
  readonly origins: Translate | undefined;
}

/**
 * Applies Overlay Documents to a document, in their order. What was read is not changed; where an overlay is broken, or
 * makes too much of the document, that is reported and none is applied.
 */
export function applyOverlays(
  file: string,
  reading: FileReading,
  overlays: readonly WholeFile[],
  limits: Limits,
  diagnostics: Diagnostics,
): Applied {
  const asRead = { reading, origins: undefined };
  const budget = budgetOf(limits);
  const valid = validOf(overlays, limits, budget, diagnostics);
  if (reading.parsed === undefined || valid === undefined) return asRead;
  for (const { extends: base } of valid) reportOther(base, file, diagnostics);
  const editing: Editing = { provenance: new WeakMap(), budget };
  const root = { value: reading.parsed.value, origin: { file, pointer: '' } };
  const applied = applyAll(root, valid, editing, limits, diagnostics);
  if (applied === undefined || applied.value === root.value) return asRead;
  // What is too large was refused above, and the aliases are those of the document.
  const survey = surveyOf(applied.value, new Set(), limits);
  return {
    reading: { ...reading, parsed: { value: applied.value, survey } },
    origins: translation(applied, editing.provenance),
  };
}

/** All overlays, or `undefined` where one of them is broken. */
function validOf(
  overlays: readonly WholeFile[],
  limits: Limits,
  budget: Budget,
  diagnostics: Diagnostics,
): readonly Overlay[] | undefined {
  const readQuery = queryReader(limits, budget);
  const valid = overlays.map(({ file, reading: { parsed } }) => {
    return parsed && checkOverlay(parsed.value, file, readQuery, diagnostics);
  });
  const known = valid.filter((overlay) => overlay !== undefined);
  return known.length === overlays.length ? known : undefined;
}

/** What the overlays make of the root; `undefined` where a limit ends it. */
function applyAll(
  root: Located,
  overlays: readonly Overlay[],
  editing: Editing,
  limits: Limits,
  diagnostics: Diagnostics,
): Located | undefined {
  let applied = root;
  const steps = overlays.flatMap(({ version, actions }) => actions.map((action) => ({ version, action })));
  for (const { version, action } of steps) {
    try {
      applied = applyAction(applied, action, version, editing, diagnostics);
      editing.budget.admit(applied.value);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      reportLimit(error.limit, action.target.origin, limits, diagnostics);
      return undefined;
    }
  }
  return applied;
}

function reportLimit(limit: OverlayLimit, origin: Origin, limits: Limits, diagnostics: Diagnostics): void {
  const problem = `with this action, ${exceedings[limit](limits[limit])}.`;
  diagnostics.report('limit-exceeded', { limit, problem }, origin);
}

const exceedings: Readonly<Record<OverlayLimit, (most: number) => string>> = {
  overlaySteps: (most) => `the overlays look at or copy more than ${most} values`,
  nodes: (most) => `the document has more than ${most} values`,
  depth: (most) => `the document is nested more than ${most} levels deep`,
};

function reportOther(base: Located<string> | undefined, file: string, diagnostics: Diagnostics): void {
  if (base === undefined || file === stdinFile) return;
  const { value, origin } = base;
  if (urlOf(value, uriOf(origin.file))?.href === urlOf(uriOf(file))?.href) return;
  diagnostics.report('overlay-of-other-document', { extended: value }, origin);
}
