/** The member `name` of a record: names come from documents and callers, so `constructor` is one like any other. */
export function ownMember<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
