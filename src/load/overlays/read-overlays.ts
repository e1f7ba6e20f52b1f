import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { readFile } from '../file-reading.js';
import { readRoot } from '../root-file.js';
import type { LoadSettings } from '../settings.js';
import { isWebUrl, shownName, urlOf } from '../uris.js';
import type { OverlayFile } from './overlay.js';

/** Reads the Overlay Documents that the user named; what is wrong with one of them is reported. */
export async function readOverlays(
  document: string,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<readonly OverlayFile[]> {
  const files: OverlayFile[] = [];
  for (const name of settings.overlays) {
    const file = await readOverlay(name, settingsFor(name, document, settings), diagnostics);
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** Header fields may be credentials: they go to the document's own origin alone. */
function settingsFor(name: string, document: string, settings: LoadSettings): LoadSettings {
  const isOwn = isWebUrl(document) && urlOf(name)?.origin === urlOf(document)?.origin;
  return isOwn ? settings : { ...settings, headers: [] };
}

async function readOverlay(
  name: string,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<OverlayFile | undefined> {
  const { limits } = settings;
  // Standard input can hold one document only.
  const root = name === '-' ? 'It has to be the path or the URL of a file.' : await readRoot(name, settings);
  if (typeof root === 'string') {
    diagnostics.report(
      'invalid-overlay',
      { problem: `it cannot be read: ${root}` },
      { file: shownName(name, settings.cwd), pointer: '' },
    );
    return undefined;
  }
  const { file, bytes } = root;
  if (bytes.length > limits.documentBytes) {
    const problem = `the overlay is larger than ${limits.documentBytes} bytes.`;
    diagnostics.report('limit-exceeded', { limit: 'documentBytes', problem }, { file, pointer: '' });
    return undefined;
  }
  const reading = await readFile(file, () => bytes, limits, diagnostics);
  if ('problem' in reading) throw new Error(`${file}: ${reading.problem}`);
  return { file, name: shownName(name, settings.cwd), reading };
}
