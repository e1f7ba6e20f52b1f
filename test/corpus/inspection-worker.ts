import { inspectProject, type Inspection } from './inspect.js';

/** What a worker is asked for. */
export interface InspectionRequest {
  readonly project: string;
  readonly document: string;
}

/** What a worker answers: what it found, or why it found nothing. */
export type InspectionAnswer = Inspection | { readonly failure: string };

process.on('message', (message) => {
  // Only `openInspector` sends messages here.
  const { project, document } = message as InspectionRequest;
  const answer = inspectProject(project, document).catch((error: unknown): InspectionAnswer => ({
    failure: error instanceof Error ? error.message : String(error),
  }));
  void answer.then((found) => process.send?.(found));
});
