/** Does the work once for all callers, and again for a caller after it has failed. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let kept: Promise<Result> | undefined
  return () => {
    kept ??= work().catch(error => {
      kept = undefined
      throw error
    })
    return kept
  }
}
