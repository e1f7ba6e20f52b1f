import { accessFindings } from './catalog/access.js';
import type { Entry } from './catalog/entry.js';
import { hostFindings } from './catalog/hosts.js';
import { lintFindings } from './catalog/lint.js';
import { loadFindings } from './catalog/load.js';
import { modelFindings } from './catalog/model.js';
import { optionsFindings } from './catalog/options.js';
import { planFindings } from './catalog/plan.js';
import { writeFindings } from './catalog/write.js';

/** How much a finding costs. */
export type Severity = Entry['severity'];

/** Every diagnostic, by stage. A new one is an entry in its stage's file and a folder in test/diagnostics. */
export const catalog = {
  ...optionsFindings,
  ...loadFindings,
  ...modelFindings,
  ...planFindings,
  ...accessFindings,
  ...hostFindings,
  ...lintFindings,
  ...writeFindings,
} satisfies Record<string, Entry>;

/** The code of a diagnostic: public, never renamed or reused. */
export type Code = keyof typeof catalog;

/** What the message of a code is made from. */
export type Details<C extends Code> = Parameters<(typeof catalog)[C]['message']>[0];
