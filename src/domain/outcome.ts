/** The result for one of many items. `message` is null when it succeeded, otherwise it says why not. */
export interface Outcome {
  id: string
  message: string | null
}
