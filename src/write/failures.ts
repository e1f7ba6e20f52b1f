/** The operating system's error codes that a person can do something about, in words. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something else stands in its place',
  EFBIG: 'the file would be larger than allowed',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it is not there',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
};

/** Says in words why a file cannot be read or written. */
export function failureText(code: string | undefined): string {
  if (code === undefined) return 'the operating system refuses it';
  return Object.hasOwn(words, code) ? `${words[code]} (${code})` : `the operating system says ${code}`;
}

/** Raised where a file cannot be written though the operating system did not say so. */
export class WriteFailure extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(problem);
    this.path = path;
  }
}
