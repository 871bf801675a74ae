/**
 * Why a video does not play or is not fetched, as the player reports it to its server: in English, whatever the browser
 * of the screen speaks.
 */
export const FAULTS = {
  mismatch: 'The file does not match its checksum.',
  gone: 'The server does not have the file any more.',
  full: 'There is no room left for the file.',
  unreachable: 'The file could not be fetched.',
  unplayable: 'The browser cannot play the file.',
  stopped: 'The video stopped before its end.',
  slow: 'The video was not ready in time.',
} as const

export type Fault = keyof typeof FAULTS

/** Faults by the video's id. */
export type Faults = Readonly<Record<string, Fault>>

export const NO_FAULTS: Faults = {}

/** A file with one of these is left out until it can be had: the fault does not pass by itself. */
const LASTING: ReadonlySet<Fault> = new Set(['mismatch', 'gone', 'full'])

export const isLasting = (fault: Fault | undefined): boolean => fault !== undefined && LASTING.has(fault)

/** A failed attempt to fetch and store a file throws this error. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(FAULTS[fault], options)
    this.fault = fault
  }
}

export const faultOf = (error: unknown): Fault => (error instanceof FileError ? error.fault : 'unreachable')

export const inWords = (faults: Faults): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(faults).map(([assetId, fault]) => [assetId, FAULTS[fault]]))
