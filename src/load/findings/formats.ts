/** The formats of the OpenAPI Format Registry and of JSON Schema 2020-12. */
const formats: ReadonlySet<string> = new Set(
  `base64url binary byte char commonmark date date-time date-time-local decimal decimal128 double double-int duration
  email float hostname html http-date idn-email idn-hostname int8 int16 int32 int64 ipv4 ipv4-cidr ipv6 ipv6-cidr iri
  iri-reference json-pointer language media-range password regex relative-json-pointer sf-binary sf-boolean sf-decimal
  sf-integer sf-string sf-token time time-local uint8 uint16 uint32 uint64 unixtime uri uri-reference uri-template
  uuid`.split(/\s+/),
);

/** Whether a format is registered. */
export function isKnownFormat(format: string): boolean {
  return formats.has(format);
}
