import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { FileReading } from '../file-reading.js';
import type { WholeFile } from '../root-file.js';
import type { LoadSettings } from '../settings.js';
import type { Applied } from './apply-overlays.js';

/** A document after the overlays of a run, with the files that these were read from. */
export interface OverlaidDocument extends Applied {
  readonly overlays: readonly WholeFile[];
}

/** Reads the Overlay Documents that the settings name and applies them to the document's root file. */
export async function overlayDocument(
  file: string,
  reading: FileReading,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<OverlaidDocument> {
  if (settings.overlays.length === 0) return { reading, origins: undefined, overlays: [] };
  // Most runs have no overlay and need neither the reader of queries nor that of patterns.
  const [{ readOverlays }, { applyOverlays }] = await Promise.all([
    import('./read-overlays.js'),
    import('./apply-overlays.js'),
  ]);
  const overlays = await readOverlays(file, settings, diagnostics);
  return { ...applyOverlays(file, reading, overlays, settings.limits, diagnostics), overlays };
}
