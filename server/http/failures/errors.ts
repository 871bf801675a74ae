import {errorBody} from '../../../contract/wire/common'

/** Throw it to answer with a status of 400 or above. The caller gets `message`, so it must hold no secret. */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'HttpError'
  }
}

export const badRequest = (message: string) => new HttpError(400, message)
export const unauthorised = (message = 'Not signed in.') => new HttpError(401, message)
export const forbidden = (message: string) => new HttpError(403, message)
export const notFound = (message: string) => new HttpError(404, message)
export const conflict = (message: string) => new HttpError(409, message)
export const contentTooLarge = (message: string) => new HttpError(413, message)

/** Also used for an entity out of the caller's reach, so that an answer never reveals that the entity exists. */
export const noSuch = (kind: string) => notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found.`)

/** For an address, or a method there, that no call has. */
export const noSuchCall = () => notFound('There is nothing at this address.')

/** The refusals that most calls share, for the schemas of their answers. */
export const refusals = {400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody}

/** `wait` is in milliseconds; the header Retry-After is in whole seconds. */
export const tooManyRequests = (wait: number) =>
  new HttpError(429, 'Too many requests. Try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(wait / 1000))),
  })
