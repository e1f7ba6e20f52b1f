import type { ApiModel } from '../model/model.js';
import type { Manifest } from '../runtime/manifest.js';
import { cutBytes } from './texts/cut.js';
import { cleanLine, cleanText } from './texts/text.js';
import { leadAndText } from './texts/tool-texts.js';

/** What the manifest says of the server itself. */
export function describeServer(
  name: string,
  model: ApiModel,
): Pick<Manifest, 'manifestVersion' | 'server' | 'instructions'> {
  return { manifestVersion: 1, server: serverOf(name, model), ...instructionsOf(model) };
}

function serverOf(name: string, { apiVersion, title }: ApiModel): Manifest['server'] {
  const line = cleanLine(title);
  return { name, version: cleanLine(apiVersion) || '0.0.0', ...(line === '' ? {} : { title: line }) };
}

/** Hosts cut longer instructions at 2 KB, all servers' together. */
const mostInstructions = 1500;

/** What clients are told at connection: what the API is for. */
export function instructionsOf({ title, description }: ApiModel): { readonly instructions?: string } {
  const text = leadAndText(cleanLine(title), cleanText(description ?? ''));
  return text === '' ? {} : { instructions: cutBytes(text, mostInstructions) };
}
