/** A request that cannot be answered as it was asked; its message is told to whoever asked. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
