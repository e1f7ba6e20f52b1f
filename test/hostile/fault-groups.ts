import type { HostileDocument } from './documents.js';
import { judgeCancels } from './fault-cancel.js';
import { judgeFaults } from './fault-calls.js';
import { judgeSizes } from './fault-size.js';
import { contentFaults, redirectFaults, statusFaults, wireFaults } from './fault-table.js';
import { judgeTimes } from './fault-time.js';
import type { PayloadFile } from './payloads.js';

/** The API that misbehaves. */
export const faultsDocument: HostileDocument = {
  id: 'faults',
  file: '../fixtures/faults.yaml',
  ends: 'written',
  checks: {},
};

const document = faultsDocument.id;

/** What an API may do to a server, by kind. */
export const faultGroups: readonly PayloadFile[] = [
  { id: 'faults-content', document, judge: (project) => judgeFaults(project, contentFaults) },
  { id: 'faults-wire', document, judge: (project) => judgeFaults(project, wireFaults) },
  { id: 'faults-redirects', document, judge: (project) => judgeFaults(project, redirectFaults) },
  { id: 'faults-status', document, judge: (project) => judgeFaults(project, statusFaults) },
  { id: 'faults-size', document, judge: judgeSizes },
  { id: 'faults-time', document, judge: judgeTimes },
  { id: 'faults-cancel', document, judge: judgeCancels, isTimed: true },
];
