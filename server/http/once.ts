/** Does the work once for all callers, and again for a caller after it has failed. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | undefined
  return () => {
    cached ??= work().catch(error => {
      cached = undefined
      throw error
    })
    return cached
  }
}
