import type { Manifest } from '../src/runtime/manifest.js';
import { startGalleryApi } from './gallery/api.js';
import { galleryTour } from './gallery/tour.js';
import { shopKey, startPetstoreApi } from './petstore/api.js';
import { petstoreTour } from './petstore/tour.js';

/** An API that runs on this machine. */
export interface RunningApi {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Calls a tool, shows what came of it, and answers with the structured content; `status` is that of an error that is meant. */
export type ShowCall = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  status?: number,
) => Promise<unknown>;

/** A sample whose API can be started, and the calls that show what its server does. */
export interface SampleApi {
  /** That of the `servers` in its document. */
  readonly port: number;
  readonly start: (port?: number) => Promise<RunningApi>;
  /** Credentials by security scheme. */
  readonly keys: Readonly<Record<string, string>>;
  readonly tour: (show: ShowCall) => Promise<void>;
}

/** Every sample that has an API, by its folder. */
export const sampleApis: Readonly<Record<string, SampleApi>> = {
  petstore: { port: 8085, start: startPetstoreApi, keys: { shopKey }, tour: petstoreTour },
  gallery: { port: 8086, start: startGalleryApi, keys: {}, tour: galleryTour },
};

/** The variables with which a generated server finds a running API and its credentials. */
export function environmentOf(
  { upstream, securitySchemes }: Manifest,
  { keys }: SampleApi,
  { url }: RunningApi,
): Record<string, string> {
  const credentials = Object.entries(keys).map(([scheme, key]) => {
    const variable = securitySchemes[scheme]?.env['key'];
    if (variable === undefined) throw new Error(`The manifest has no ${scheme}.`);
    return [variable, key] as const;
  });
  return { [upstream.env]: url, ...Object.fromEntries(credentials) };
}
