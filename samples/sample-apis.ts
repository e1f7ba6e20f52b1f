import type { Manifest } from '../src/runtime/manifest.js';
import { startGalleryApi } from './gallery/api.js';
import { galleryTour } from './gallery/tour.js';
import { shopKey, startPetstoreApi } from './petstore/api.js';
import { petstoreTour } from './petstore/tour.js';
import { startSecurityApi } from './security/api.js';
import { demoCredentials } from './security/credentials.js';
import { securityTour } from './security/tour.js';

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
  /** Credentials by security scheme and part, for the API at an URL. */
  readonly credentials: (url: string) => Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly tour: (show: ShowCall) => Promise<void>;
}

/** Every sample that has an API, by its folder. */
export const sampleApis: Readonly<Record<string, SampleApi>> = {
  petstore: {
    port: 8085,
    start: startPetstoreApi,
    credentials: () => ({ shopKey: { key: shopKey } }),
    tour: petstoreTour,
  },
  gallery: { port: 8086, start: startGalleryApi, credentials: () => ({}), tour: galleryTour },
  security: {
    port: 8087,
    start: startSecurityApi,
    credentials: (url) => {
      const tokenUrl = new URL('/oauth/token', url).href;
      return { ...demoCredentials, desk: { ...demoCredentials.desk, tokenUrl } };
    },
    tour: securityTour,
  },
};

/** The variables with which a generated server finds a running API and its credentials. */
export function environmentOf(
  { upstream, securitySchemes }: Manifest,
  { credentials }: SampleApi,
  { url }: RunningApi,
): Record<string, string> {
  const settings = Object.entries(credentials(url)).flatMap(([scheme, parts]) =>
    Object.entries(parts).map(([part, value]) => {
      const variable = securitySchemes[scheme]?.env[part];
      if (variable === undefined) throw new Error(`The manifest has no ${part} of ${scheme}.`);
      return [variable, value] as const;
    }),
  );
  return { [upstream.env]: url, ...Object.fromEntries(settings) };
}
