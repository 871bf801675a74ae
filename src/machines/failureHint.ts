import {failureOf} from '../domain/failure'

const NOT_REACHED = 'The server can’t be reached right now. What you typed is kept.'

export const failureHint = (error: unknown): string | null =>
  failureOf(error).kind === 'unreachable' ? NOT_REACHED : null
