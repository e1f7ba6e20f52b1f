import { bodyKindOf } from '../runtime/request/body.js';
import type { ToolDefinition } from '../runtime/manifest.js';

/** What only some servers need libraries for. */
export type Feature = keyof typeof features;

/** Every feature, with what of a tool asks for it. */
const features = {
  xml: ({ request: { body } }) => body !== undefined && bodyKindOf(body.mediaType) === 'xml',
} satisfies Record<string, (tool: ToolDefinition) => boolean>;

/** The features that the tools of a server need. */
export function planFeatures(tools: readonly ToolDefinition[]): readonly Feature[] {
  // The keys of a literal are its type's.
  return (Object.keys(features) as readonly Feature[]).filter((feature) => tools.some(features[feature]));
}
