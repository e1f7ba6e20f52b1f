import type { Manifest } from '../../src/runtime/manifest.js';
import type { Generation } from '../cases/observation.js';
import type { ListedTool } from '../tools/mcp-session.js';
import type { Canary } from './canary.js';
import type { LiveServer } from './live-server.js';

/** What does not hold, a line each; empty where all is well. */
export type Problems = readonly string[];

/** One thing that INDEX.md asks for, with a name that `later.ts` can put off. */
export interface Outcome {
  readonly check: string;
  readonly problems: Problems;
  /** What was measured, where a report should show it. */
  readonly figure?: string;
}

/** A document of `specs`, and what has to come of it. */
export interface HostileDocument {
  /** The name of its file, without the ending; that of a changed copy has a word more. */
  readonly id: string;
  readonly file: string;
  /** What it is generated with. */
  readonly flags?: readonly string[];
  /** Changes the copy that is generated from. */
  readonly alter?: (text: string) => string;
  /** How generation ends; `either` where INDEX.md leaves it open. */
  readonly ends: 'written' | 'refused' | 'either';
  /** Limits beside those that hold for every document. */
  readonly most?: { readonly cpuSeconds?: number; readonly peakMiB?: number };
  /** What holds for this one alone, by name. */
  readonly checks: Readonly<Record<string, DocumentCheck>>;
}

/** Looks at what came of a document; it may start its server and call it. */
export type DocumentCheck = (run: DocumentRun) => Problems | Promise<Problems>;

/** A finding, as `--json` reports it. */
export interface ReportedFinding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly file?: string;
  readonly line?: number;
  readonly pointer?: string;
}

/** What came of a document. */
export interface DocumentRun {
  readonly document: HostileDocument;
  /** The document as it was generated from. */
  readonly text: string;
  /** The run that is measured and judged. */
  readonly first: Generation;
  /** Another one with the same input, with `--json`. */
  readonly second: Generation;
  /** Of the second run. */
  readonly findings: readonly ReportedFinding[];
  readonly canary: Canary | undefined;
  /** Generates once more, into a folder of its own. */
  readonly generateWith: (...flags: readonly string[]) => Promise<Generation>;
  /** The project that was written; a check that needs one fails where there is none. */
  readonly project: () => WrittenProject;
}

/** A written project, built. */
export interface WrittenProject {
  readonly folder: string;
  readonly manifest: Manifest;
  /** As `tools/list` has them. */
  readonly tools: readonly ListedTool[];
  /** Starts its server with these variables, and stops it afterwards. */
  readonly serve: <Result>(
    variables: Readonly<Record<string, string>>,
    use: (live: LiveServer) => Promise<Result>,
  ) => Promise<Result>;
}

/** Findings of a code whose place starts with a JSON Pointer. */
export function findingsAt(
  { findings }: Pick<DocumentRun, 'findings'>,
  pointer: string,
  codes?: readonly string[],
): readonly ReportedFinding[] {
  return findings.filter(
    (finding) =>
      (codes === undefined || codes.includes(finding.code)) &&
      (finding.pointer === pointer || finding.pointer?.startsWith(`${pointer}/`) === true),
  );
}
