/** A document of the corpus that the oracle judges with. */
export interface OracleDocument {
  /** Its `id` in the corpus' index. */
  readonly id: string;
  /** What it has that the others have not. */
  readonly why: string;
}

/**
 * Prism has to load a document without a network and in half a minute: left out are those with an absent or a remote
 * file (`spotify`, `stac-item-search`) and those that take it longer than their variety is worth, to load or to answer
 * (`argo-workflows`, `xero-accounting`, and `discord`, for one operation of which it makes up an answer for half a
 * minute). The longest come first, so that two side by side end together.
 */
export const oracleDocuments: readonly OracleDocument[] = [
  {
    id: 'influxdb-oss',
    why: '3.0: line protocol, CSV and Flux as text, discriminators, trees of syntax, cookies',
  },
  { id: 'slack-web', why: '2.0: formData, with files too; tokens as parameters' },
  {
    id: 'box',
    why: '3.0: paths with a fragment, multipart with attributes, read-only members, enumerations',
  },
  {
    id: 'twilio-v2010',
    why: '3.0: form bodies with arrays, names such as `StartTime<`, paths that end in `.json`',
  },
  {
    id: 'docker-engine',
    why: '2.0: JSON in the query, tar streams, headers, deep bodies with nullable members',
  },
  { id: 'qdrant', why: '3.0: unions in unions, recursive filters, a snapshot upload' },
  { id: 'docusign-admin', why: '2.0: an upload by multipart, ids in every path, required members' },
  { id: 'readme-parameters-style', why: '3.1: every style and explode in path, query, header and cookie' },
  { id: 'petstore-3.0', why: '3.0: XML, JSON and forms side by side, octet streams, a key in a header' },
  { id: 'museum', why: '3.1: dates, times and formats in parameters, basic authentication' },
  { id: 'readme-file-uploads', why: '3.0: an image as a body, one file and several in a multipart form' },
];
