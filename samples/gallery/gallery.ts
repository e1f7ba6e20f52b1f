import { drawPicture, readImage } from './image.js';

/** What a person says of a photo. */
export interface PhotoInfo {
  readonly title: string;
  readonly tags?: readonly string[];
}

interface StoredPhoto {
  readonly info: PhotoInfo;
  readonly fileName?: string;
  readonly image: Buffer;
}

/** Prints of photos, and where they are sent. */
export interface Order {
  readonly id: number;
  readonly photos: readonly number[];
  readonly address: { readonly name: string; readonly city: string };
  readonly framed: boolean;
}

interface Change {
  readonly event: 'added' | 'replaced' | 'deleted' | 'ordered';
  readonly data: { readonly photo: number } | { readonly order: number };
}

/** All that the API keeps, in memory alone. */
export interface Gallery {
  readonly photos: Map<number, StoredPhoto>;
  readonly orders: Order[];
  readonly changes: Change[];
}

type Colour = readonly [red: number, green: number, blue: number];

const pictures: readonly [title: string, tags: readonly string[], sky: Colour, ground: Colour][] = [
  ['Morning at the lake', ['lake', 'morning'], [255, 214, 170], [60, 110, 150]],
  ['Meadow', ['green'], [135, 196, 235], [90, 160, 70]],
  ['Dunes', ['sand'], [120, 180, 230], [225, 190, 120]],
  ['First snow', ['winter', 'morning'], [200, 210, 225], [245, 248, 252]],
  ['Night drive', ['night'], [15, 20, 50], [40, 40, 45]],
  ['Lake in fog', ['lake'], [190, 195, 200], [140, 155, 165]],
  ['Harvest', ['green', 'autumn'], [240, 200, 120], [170, 120, 50]],
];

/** A gallery as it is at the start: seven pictures, the same each time. */
export function createGallery(): Gallery {
  const gallery: Gallery = { photos: new Map(), orders: [], changes: [] };
  for (const [title, tags, sky, ground] of pictures) {
    addPhoto(gallery, { info: { title, tags }, image: drawPicture(sky, ground) });
  }
  return gallery;
}

/** Adds a photo; answers with its id. */
export function addPhoto({ photos, changes }: Gallery, photo: StoredPhoto): number {
  // Ids are never used again: a deleted photo stays in the list of changes.
  const id = 1 + changes.filter(({ event }) => event === 'added').length;
  photos.set(id, photo);
  changes.push({ event: 'added', data: { photo: id } });
  return id;
}

/** A photo as the API shows it. */
export function describePhoto(id: number, { info, fileName, image }: StoredPhoto): object {
  return {
    id,
    ...info,
    ...(fileName !== undefined && { fileName }),
    bytes: image.length,
    ...readImage(image),
  };
}

/** The photos on a page with these tags, and the cursor of the next page. */
export function pageOf(
  { photos }: Gallery,
  {
    tags,
    limit,
    after,
  }: { readonly tags: readonly string[]; readonly limit: number; readonly after: number },
): { readonly photos: readonly object[]; readonly next?: string } {
  const found = [...photos].filter(
    ([id, { info }]) => id > after && tags.every((tag) => info.tags?.includes(tag)),
  );
  const page = found.slice(0, limit);
  const last = page.at(-1)?.[0];
  return {
    photos: page.map(([id, photo]) => describePhoto(id, photo)),
    ...(found.length > limit && { next: `after-${last}` }),
  };
}

/** The changes as server-sent events, the oldest first. */
export function eventsOf({ changes }: Gallery, after: number): string {
  return changes
    .map(({ event, data }, index) => `id: ${index + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .slice(after)
    .join('');
}

/** All photos as an XML document. */
export function exportOf({ photos }: Gallery): string {
  const lines = [...photos].map(([id, { info }]) => {
    const tags = (info.tags ?? []).map((tag) => `<tag>${xmlText(tag)}</tag>`).join('');
    return `    <photo id="${id}"><title>${xmlText(info.title)}</title>${tags}</photo>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gallery>\n  <photos>\n${lines.join('')}  </photos>\n</gallery>\n`;
}

function xmlText(text: string): string {
  return text.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'));
}
