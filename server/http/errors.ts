import {errorBody} from '../../contract/wire/common'

/** An answer with a status of 400 or above; `message` is all the caller gets to read. */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'HttpError'
  }
}

export const badRequest = (message: string) => new HttpError(400, message)
export const unauthorised = (message = 'Not signed in.') => new HttpError(401, message)
export const forbidden = (message: string) => new HttpError(403, message)
export const notFound = (message: string) => new HttpError(404, message)
export const conflict = (message: string) => new HttpError(409, message)

/** Told of what there is not as of what is out of reach. */
export const noSuch = (kind: string) => notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found.`)

/** What most calls may be refused with, for the schemas of their answers. */
export const refusals = {400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody}

/** `wait` in milliseconds; Retry-After speaks in whole seconds. */
export const tooManyRequests = (wait: number) =>
  new HttpError(429, 'Too many requests. Try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(wait / 1000))),
  })
