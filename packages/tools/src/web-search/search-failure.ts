/** Why one provider gave nothing; the next one may. */
export class SearchFailure extends Error {
  override readonly name = "SearchFailure";
  /** When it may be asked again; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
