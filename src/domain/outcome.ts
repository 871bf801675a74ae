/** How it went with one of many: `message` is null when it went well, else says why not. */
export interface Outcome {
  id: string
  message: string | null
}
