import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus, CorpusDocument } from '../test/corpus/corpus.js';
import { generateProject } from '../test/corpus/generate.js';
import type { Usage } from '../test/corpus/usage.js';
import { figure, limited, median, units, type Figure, type Section } from './figures.js';
import { makeDocument } from './made-document.js';

const sizes = [100, 1_000, 1_667, 5_000] as const;
const rounds = 3;

/** A project of each document, for what is measured next, and the figures of making them. */
export interface Generations {
  readonly projects: ReadonlyMap<string, string>;
  readonly section: Section;
}

/** Id of the made document with this many operations. */
export function madeId(operations: number): string {
  return `made-${operations}`;
}

/** Generates `github-rest`, where there is a corpus, and made documents; those of 1 operation are not measured. */
export async function measureGeneration(
  program: string,
  corpus: Corpus | undefined,
  folder: string,
): Promise<Generations> {
  const large = corpus?.documents.find(({ id }) => id === 'github-rest');
  const documents = [
    ...(large === undefined ? [] : [large]),
    ...[1, ...sizes].map((size) => writeMade(size, folder)),
  ];
  const usages = new Map(documents.map(({ id }): [string, Usage[]] => [id, []]));
  const projects = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    const output = join(folder, `round-${round}`);
    mkdirSync(output);
    for (const document of documents) {
      const { project, usage, problems } = await generateProject(program, document, output);
      if (project === undefined) throw new Error(`${document.id}: ${problems.generate.join('\n')}`);
      projects.set(document.id, project);
      usages.get(document.id)?.push(usage);
    }
  }
  return {
    projects,
    section: { title: 'Generation', method, figures: figuresOf(usages, large !== undefined) },
  };
}

const method = `CPU time (user and system) and peak memory of \`openapi2mcp generate\`, medians of ${rounds} runs.`;

function writeMade(operations: number, folder: string): CorpusDocument {
  const id = madeId(operations);
  const file = join(folder, `${id}.json`);
  writeFileSync(file, JSON.stringify(makeDocument(operations)));
  return { id, file, operations };
}

function figuresOf(usages: ReadonlyMap<string, readonly Usage[]>, hasLarge: boolean): readonly Figure[] {
  const cpu = (id: string): number => median((usages.get(id) ?? []).map(({ cpuSeconds }) => cpuSeconds));
  const memory = (id: string): number => median((usages.get(id) ?? []).map(({ peakMiB }) => peakMiB));
  return [
    ...(hasLarge
      ? [
          limited('`github-rest`, CPU time', cpu('github-rest'), 5.5, units.seconds),
          limited('`github-rest`, peak memory', memory('github-rest'), 500, units.mebibytes),
        ]
      : []),
    ...sizes.flatMap((size) => [
      figure(`${size} operations, CPU time`, units.seconds(cpu(madeId(size)))),
      figure(`${size} operations, peak memory`, units.mebibytes(memory(madeId(size)))),
    ]),
    limited('5000 operations compared with 1667', cpu(madeId(5_000)) / cpu(madeId(1_667)), 3, units.times),
  ];
}
