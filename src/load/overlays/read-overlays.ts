import path from 'node:path';
import { isWebUrl, urlOf } from '../../diagnostics/addresses.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { readWhole, type WholeFile } from '../root-file.js';
import type { LoadSettings } from '../settings.js';
import { shownName } from '../uris.js';

/** Reads the Overlay Documents that the user named; what is wrong with one of them is reported. */
export async function readOverlays(
  document: string,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<readonly WholeFile[]> {
  const files: WholeFile[] = [];
  for (const overlay of settings.overlays) {
    // Standard input holds one document only, so that `-` is the name of a file like any other.
    const reference = isWebUrl(overlay) ? overlay : path.resolve(settings.cwd, overlay);
    const named = { reference, name: shownName(reference, settings.cwd), what: 'overlay' } as const;
    const file = await readWhole(named, settingsFor(reference, document, settings), diagnostics);
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** Header fields may be credentials: they go to the document's own origin alone. */
function settingsFor(reference: string, document: string, settings: LoadSettings): LoadSettings {
  const isOwn = isWebUrl(document) && urlOf(reference)?.origin === urlOf(document)?.origin;
  return isOwn ? settings : { ...settings, headers: [] };
}
