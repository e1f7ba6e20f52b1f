import { findCorpus } from '../corpus/corpus.js';
import { checkRandomSchemas, listings } from '../plan/random-schemas.js';
import { checkDocument, type SchemaFigures } from './corpus-schemas.js';

/** How many schemas may be such that no instance is found: some contradict themselves. */
const mostUnmade = 0.005;

/** Checks that listed schemas accept what random schemas do; answers what is broken. */
export function checkRandom(runs: number, seed: number): readonly string[] {
  return [...listings].flatMap(([of, listing]) => {
    try {
      console.log(`random schemas of ${of}: ${checkRandomSchemas(listing, runs, seed)} instances accepted`);
      return [];
    } catch (error) {
      return [`random schemas of ${of}: ${String(error)}`];
    }
  });
}

/** Checks that listed schemas accept what those of the corpus do, by `count` instances each; answers what is broken. */
export async function checkCorpus(count: number, seed: number): Promise<readonly string[]> {
  const { documents = [] } = findCorpus() ?? {};
  const all: SchemaFigures[] = [];
  for (const document of documents) all.push(await checkDocument(document, count, seed));
  const sum = (of: (figures: SchemaFigures) => number): number =>
    all.reduce((total, figures) => total + of(figures), 0);
  const schemas = sum((figures) => figures.schemas);
  const unmade = all.flatMap((figures) => figures.unmade);
  console.log(`corpus: ${sum(({ accepted }) => accepted)} instances of ${schemas} schemas accepted`);
  if (unmade.length > 0) console.log(`no instance was found of ${unmade.join(', ')}`);
  return [
    ...all.flatMap(({ problems }) => problems),
    ...all.flatMap(({ unjudged }) =>
      unjudged.map((name) => `${name}: Ajv cannot judge the document's schema`),
    ),
    ...(unmade.length > schemas * mostUnmade
      ? [`too many schemas without an instance: ${unmade.length}`]
      : []),
  ];
}
